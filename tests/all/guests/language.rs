//! Guests to whom the host writes in their language.

use super::{Client, Games, catalog, open, server};
use std::net::SocketAddr;
use stonehouse_engine::languages;
use stonehouse_guest_protocol::FromGuest;
use stonehouse_language::Language;
use stonehouse_plugin::Seat;
use stonehouse_tests::folders;

fn german() -> Language {
    let (languages, _) = languages::all(&folders(None));
    languages.into_iter().find(|language| language.code == "de").unwrap()
}

/// A page in a browser whose language is this one.
fn page(address: SocketAddr, language: &str, code: &str, name: &str) -> Client {
    let mut page = Client::connect(address);
    page.hello_in(Some(language), code, name, None);
    page.until("a view", |client| client.view.is_some());
    page
}

/// The first variant of each game, with its number of seats.
fn first_variants(games: &Games) -> Vec<(String, usize)> {
    let mut variants: Vec<(String, usize)> = Vec::new();
    for variant in games.variants() {
        let game = variant.id.split('/').next().unwrap();
        if !variants.iter().any(|(id, _)| id.starts_with(&format!("{game}/"))) {
            variants.push((variant.id, variant.seats));
        }
    }
    variants
}

#[test]
fn a_page_is_sent_its_language_and_a_program_templates() {
    let (folder, games, german) = (tempfile::tempdir().unwrap(), Games::of(&catalog()), german());
    let server = server(&games, folder.path());
    let forms_of_you: Vec<&str> =
        german.keys().flat_map(|key| german.translation(key).unwrap().you.values()).map(String::as_str).collect();
    let addresses_reader = |client: &Client| {
        let view = serde_json::to_string(client.newest()).unwrap();
        forms_of_you.iter().any(|form| view.contains(&serde_json::to_string(form).unwrap()))
    };
    let mut addressed = 0;
    let variants = first_variants(&games);
    assert!(variants.len() > 5, "{variants:?}");
    for (variant, seats) in &variants {
        let players: Vec<&str> = (0..*seats).map(|seat| if seat == 0 { "guest" } else { "random" }).collect();
        let code = open(&server, variant, &players);
        let mut program = Client::join(server.address(), &code, "Clara");
        let mut spectator = page(server.address(), "de", &code, "Dora");
        let mut player = page(server.address(), "de-AT", &code, "Ben");
        player.sit(0);
        // A short match may be over before the second turn.
        let waits = |client: &Client| {
            let view = client.newest();
            view.end.is_some() || client.can_choose() && view.to_act.contains(Seat(0))
        };
        for _ in 0..2 {
            player.until("the turn", waits);
            if player.can_choose() {
                let revision = player.newest().revision;
                player.act(0);
                player.until("another revision", |client| client.newest().revision > revision);
            }
        }
        player.until("the turn", waits);
        let revision = player.newest().revision;
        for client in [&mut program, &mut spectator] {
            client.until("the same view", |client| client.newest().revision == revision);
        }

        let (templates, translated) = (program.newest(), spectator.newest());
        let mut expected = templates.scene.clone().unwrap();
        german.scene(&mut expected, None);
        assert_eq!(translated.scene.as_ref(), Some(&expected), "{variant}");
        assert_ne!(translated.scene, templates.scene, "{variant} has German texts");
        assert_eq!(translated.log.len(), templates.log.len());
        for (line, template) in translated.log.iter().zip(&templates.log) {
            assert_eq!(line.text, german.text(&template.text, None), "{variant}");
        }
        assert!(!addresses_reader(&spectator), "{variant}: a spectator is nobody at the table");
        addressed += usize::from(addresses_reader(&player));

        let table = |client: &Client| client.welcome.as_ref().unwrap().table.clone();
        assert_eq!(table(&spectator).variant, german.words(&table(&program).variant));
        let again = FromGuest::Sit { seat: Seat(0) };
        assert_eq!(player.refused(&again), "du hast schon einen Platz: verlass ihn zuerst");
        assert_eq!(program.refused(&FromGuest::Resign), "take a seat first");
    }
    assert!(addressed > 2, "the player's own texts address the player, in {addressed} games only");
}
