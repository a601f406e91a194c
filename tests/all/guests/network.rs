//! Slow and interrupted connections, by a proxy between a guest and the server.

use super::{Client, Games, catalog, open, seated, server};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};
use stonehouse_guest_protocol::SeatHolder;
use stonehouse_plugin::Seat;

/// A variant with a clock.
const TIMED: &str = "three-stones/tournament";

/// A proxy that passes bytes on later, or not at all while the line is cut.
struct Proxy {
    address: SocketAddr,
    line: Arc<Line>,
}

#[derive(Default)]
struct Line {
    /// How long bytes take in each direction, in milliseconds.
    delay_ms: AtomicU64,
    is_cut: AtomicBool,
}

impl Proxy {
    fn to(server: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, line) = (listener.local_addr().unwrap(), Arc::new(Line::default()));
        let passing = Arc::clone(&line);
        thread::spawn(move || {
            for guest in listener.incoming().flatten() {
                let Ok(host) = TcpStream::connect(server) else { return };
                pass(&guest, &host, &passing);
                pass(&host, &guest, &passing);
            }
        });
        Self { address, line }
    }

    fn delay(&self, each_way: Duration) {
        self.line.delay_ms.store(each_way.as_millis() as u64, Ordering::Relaxed);
    }

    fn cut(&self, is_cut: bool) {
        self.line.is_cut.store(is_cut, Ordering::Relaxed);
    }
}

/// Passes bytes on in one direction: one thread reads them, another one writes them when it is time.
fn pass(from: &TcpStream, to: &TcpStream, line: &Arc<Line>) {
    let (sender, receiver) = mpsc::channel::<(Instant, Vec<u8>)>();
    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
    let reading = Arc::clone(line);
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let due = Instant::now() + Duration::from_millis(reading.delay_ms.load(Ordering::Relaxed));
            if sender.send((due, bytes[..count].to_vec())).is_err() {
                return;
            }
        }
    });
    let writing = Arc::clone(line);
    thread::spawn(move || {
        for (due, bytes) in receiver {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            while writing.is_cut.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(10));
            }
            if to.write_all(&bytes).is_err() {
                return;
            }
        }
        let _ = to.shutdown(std::net::Shutdown::Write);
    });
}

#[test]
fn a_slow_connection_loses_no_more_time_than_a_fast_one() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, TIMED, &[]);
    let proxy = Proxy::to(server.address());
    proxy.delay(Duration::from_millis(200));
    let mut slow = Client::join(proxy.address, &code, "Anna");
    slow.sit(0);
    let mut fast = Client::join(server.address(), &code, "Ben");
    fast.sit(1);
    for _ in 0..5 {
        for guest in [&mut slow, &mut fast] {
            guest.until("a turn", Client::can_choose);
            guest.act(0);
            guest.until("the next turn", |client| !client.can_choose());
        }
    }
    slow.until("the tenth action", |client| client.newest().log.len() == 10);
    let view = slow.newest();
    let used: Vec<u64> = view.left_ms.as_ref().unwrap().iter().map(|left| 30 * 60_000 - left).collect();
    let credited = view.seats[0].credited_ms;
    // Each answer took 400 ms at least on the way, five times.
    assert!((2000..=5000).contains(&credited), "{credited}");
    assert!(used[0] + credited >= 2000, "{used:?}");
    assert!(used[0] < 1000, "the way was not taken from the clock: {used:?}");
}

#[test]
fn a_line_that_is_cut_in_the_middle_of_an_action_loses_nothing() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let code = open(&server, "three-stones/standard", &[]);
    let proxy = Proxy::to(server.address());
    let mut anna = Client::join(proxy.address, &code, "Anna");
    anna.sit(0);
    let mut ben = Client::join(server.address(), &code, "Ben");
    ben.sit(1);
    anna.until("a turn", Client::can_choose);

    // For four seconds: the action arrives when the line is there again.
    proxy.cut(true);
    anna.act(0);
    thread::sleep(Duration::from_secs(4));
    assert_eq!(ben.newest().seats[0].holder, SeatHolder::Guest);
    proxy.cut(false);
    ben.until("a turn", Client::can_choose);
    ben.act(0);
    anna.until("a turn", |client| client.can_choose() && client.newest().log.len() == 2);

    // For longer than a connection may be silent: everybody sees it, and the guest comes back by its key. The action
    // that was under way counts, or does not; it is not lost for one and played for another.
    proxy.cut(true);
    anna.act(0);
    ben.until("the loss", |client| client.newest().seats[0].holder == SeatHolder::Away);
    let mut back = Client::join_with(server.address(), &code, "Anna", anna.key());
    assert_eq!(back.newest().you, Some(Seat(0)));
    proxy.cut(false);
    back.until("a turn", Client::can_choose);
    back.act(0);
    ben.until("a turn", |client| client.can_choose() && client.newest().log.len() == 3);
    assert_eq!(back.newest().log[..2], ben.newest().log[..2]);
}

#[test]
fn guests_see_their_own_table_only() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let server = server(&games, folder.path());
    let codes = [(); 3].map(|()| open(&server, "three-stones/standard", &[]));
    let mut tables: Vec<Vec<Client>> = codes.iter().map(|code| seated(&server, code, &["Anna", "Ben"])).collect();
    for (number, guests) in tables.iter_mut().enumerate() {
        guests[0].until("a turn", Client::can_choose);
        guests[0].act(number);
        guests[1].until("a turn", Client::can_choose);
    }
    for guests in &tables {
        assert_eq!(guests[1].newest().log.len(), 1);
    }
    let keys: Vec<_> = tables.iter().map(|guests| guests[0].key()).collect();
    let stranger = Client::join_with(server.address(), &codes[1], "Anna", keys[0].clone());
    assert_eq!(stranger.newest().you, None, "a key is one of its table");
}
