//! `stonehouse serve`

use crate::args::ServeArgs;
use crate::output;
use crate::support::interrupt::stop_on_interrupt;
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use std::fs::{File, TryLockError};
use std::io::{IsTerminal, stdout};
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use stonehouse_engine::{Catalog, files};
use stonehouse_guest_protocol::InviteCode;
use stonehouse_guest_server::{Certificate, Games, OpenTables, Server, ServerSetup, TablesSetup};
use stonehouse_plugin::Text;
use stonehouse_session::Programs;

/// The file of the club's code in the folder of the tables.
const CLUB_FILE: &str = "club.txt";

/// Serves tables until Ctrl-C.
pub fn run(catalog: &Catalog, args: &ServeArgs) -> ExitCode {
    serve(catalog, args).map_or_else(|why| output::fail(&why), |()| ExitCode::SUCCESS)
}

fn serve(catalog: &Catalog, args: &ServeArgs) -> Result<(), String> {
    if args.no_club && args.variant.is_none() {
        return Err("without a club and without a variant nobody can play: name a variant".to_owned());
    }
    if let Some(variant) = &args.variant {
        catalog.variant(variant).map_err(|error| error.to_string())?;
    }
    let folder = args.folder.clone().or_else(|| catalog.folders().guests());
    let folder = folder.ok_or("there is no folder for the tables: name one with --folder")?;
    let _lock = lock(&folder)?;
    let stop = stop_on_interrupt()?;
    let club = if args.no_club { None } else { Some(club_code(&folder.join(CLUB_FILE))?) };
    let programs = Programs::of(catalog.folders()).map_err(|problem| problem.render())?;
    let tables = OpenTables::new(TablesSetup {
        games: Games::of(catalog),
        programs,
        tables: Some(folder.join("tables")),
        records: Some(folder.join("records")),
        club,
        max_tables: args.max_tables as usize,
        remarks: !args.no_remarks,
    });
    let certificate = args.certificate.as_deref().zip(args.key.as_deref());
    let certificate = certificate.map(|(certificate, key)| Certificate::read(certificate, key));
    let setup = ServerSetup {
        address: args.address,
        connections_of_address: args.connections as usize,
        page: catalog.folders().page(),
        certificate: certificate.transpose().map_err(|error| error.to_string())?,
    };
    let server = Server::start(&setup, tables, |tables| {
        tables.restore().iter().for_each(|error| output::warn(&error.to_string()));
    })
    .map_err(|error| error.to_string())?;

    let restored = server.with_tables(|tables| tables.codes(None));
    let opened = args.variant.as_ref().map_or(Ok(Vec::new()), |variant| open_missing(&server, variant, args))?;
    let link = args.link.clone().unwrap_or_else(|| {
        let scheme = if setup.certificate.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", reachable(server.address()))
    });
    let link = link.trim_end_matches('/');
    // The camera of a phone reads it from the screen, where the phone can reach this computer.
    let is_for_phones = stdout().is_terminal() && (args.link.is_some() || !server.address().ip().is_loopback());
    let show = |code: &InviteCode, title: &str, is_only: bool| {
        let link = format!("{link}/#{code}");
        output::print(&format!("  {link}  {title}"));
        if is_only && is_for_phones {
            output::print(&qr_code(&link));
        }
    };
    let (who, page) = (
        reachability(server.address(), setup.certificate.is_some()),
        if setup.page.is_some() { "drawn" } else { "in words" },
    );
    output::print(&format!("{who}\nTables are shown {page}. The folder is {}. Ctrl-C ends it.\n", folder.display()));
    if let Some(club) = club {
        output::print("Club, where guests open tables:");
        show(&club, "", args.variant.is_none());
    }
    if !restored.is_empty() {
        output::print("Tables that are open again:");
        restored.iter().for_each(|(code, title)| show(code, &title.to_string(), false));
    }
    if !opened.is_empty() {
        output::print("New tables:");
        opened.iter().for_each(|(code, title)| show(code, &title.to_string(), opened.len() == 1));
    }
    while !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(100));
    }
    output::print("Closing. The tables are as they are now when it is started again.");
    drop(server);
    Ok(())
}

/// Opens as many tables of a variant as are missing: those that are open again count.
fn open_missing(server: &Server, variant: &str, args: &ServeArgs) -> Result<Vec<(InviteCode, Text)>, String> {
    server.with_tables(|tables| {
        let restored = tables.codes(Some(variant));
        for _ in restored.len()..usize::from(args.tables) {
            tables.open(variant, &args.players).map_err(|error| error.to_string())?;
        }
        let is_new = |(code, _): &(InviteCode, Text)| !restored.iter().any(|(old, _)| old == code);
        Ok(tables.codes(Some(variant)).into_iter().filter(is_new).collect())
    })
}

/// Locks the folder of the tables: two servers of one folder would play the same matches.
fn lock(folder: &Path) -> Result<File, String> {
    make_folder(folder)?;
    let unusable = |why: &str| format!("{}: {why}. Name another folder with --folder", folder.display());
    let file = File::create(folder.join("lock")).map_err(|error| unusable(&error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(unusable("another server uses this folder")),
        Err(TryLockError::Error(error)) => Err(unusable(&error.to_string())),
    }
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: the folder cannot be made: {error}", folder.display()))
}

/// The code of the club, which stays the same.
fn club_code(file: &PathBuf) -> Result<InviteCode, String> {
    let wrong = |why: &str| format!("{}: {why}. Delete the file to get another code", file.display());
    match std::fs::read_to_string(file) {
        Ok(text) => text.trim().parse().map_err(|_| wrong("the code of the club is damaged")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut bytes = [0; InviteCode::BYTES];
            getrandom::fill(&mut bytes).map_err(|error| format!("the system gives no random numbers: {error}"))?;
            let code = InviteCode::from_random(bytes);
            files::replace(file, format!("{code}\n").as_bytes()).map_err(|error| wrong(&error.to_string()))?;
            Ok(code)
        }
        Err(error) => Err(wrong(&error.to_string())),
    }
}

/// A link as a QR code, for a terminal with bright letters on a dark ground; empty if it is too long for one.
fn qr_code(link: &str) -> String {
    let Ok(code) = QrCode::with_error_correction_level(link, EcLevel::L) else { return String::new() };
    code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build()
}

/// The address that guests use for one that stands for all of this computer's.
fn reachable(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Nothing is sent: the system only chooses the address from which it would be.
    let own = UdpSocket::bind((address.ip(), 0)).and_then(|socket| {
        let anywhere: IpAddr =
            if address.is_ipv4() { [192, 0, 2, 1].into() } else { [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1].into() };
        socket.connect((anywhere, 9))?;
        socket.local_addr()
    });
    own.map_or(address, |own| SocketAddr::new(own.ip(), address.port()))
}

/// A sentence about who can reach the server.
fn reachability(address: SocketAddr, is_encrypted: bool) -> String {
    if address.ip().is_loopback() {
        return format!(
            "Listening on {address}: only programs on this computer can reach it. For guests on other devices give --address \
             0.0.0.0:{}",
            address.port()
        );
    }
    let privacy = if is_encrypted {
        "Messages are encrypted"
    } else {
        "Messages are not encrypted: others in the network could read them"
    };
    format!(
        "Listening on {address}: every device in a network of this computer can reach it, and can come in with a link. {privacy}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_names_who_can_reach_the_server() {
        let local = reachability(([127, 0, 0, 1], 7717).into(), false);
        assert!(local.contains("only programs on this computer") && local.contains("0.0.0.0:7717"), "{local}");
        let open = reachability(([0, 0, 0, 0], 80).into(), false);
        assert!(open.contains("every device in a network") && open.contains("not encrypted"), "{open}");
        let encrypted = reachability(([0, 0, 0, 0], 443).into(), true);
        assert!(encrypted.ends_with("Messages are encrypted"), "{encrypted}");
    }

    #[test]
    fn a_link_has_an_address_that_others_can_use() {
        assert_eq!(reachable(([10, 0, 0, 1], 7717).into()), ([10, 0, 0, 1], 7717).into());
        let any = reachable(([0, 0, 0, 0], 7717).into());
        assert_eq!(any.port(), 7717);
    }

    #[test]
    fn a_link_is_a_square_of_half_lines() {
        let code = qr_code("http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB");
        let widths: Vec<usize> = code.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0] && width.div_ceil(2) == widths.len()), "{code}");
        assert_eq!(qr_code(&"x".repeat(5000)), "");
    }

    #[test]
    fn the_code_of_the_club_stays_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(CLUB_FILE);
        let first = club_code(&file).unwrap();
        assert_eq!(club_code(&file).unwrap(), first);
        std::fs::write(&file, "damaged").unwrap();
        assert!(club_code(&file).unwrap_err().contains("Delete the file"));
    }
}
