//! The load of guests: 500 tables of four, who choose at random every few seconds.
//!
//! The server is the program itself, in its own process, so what is measured is its processor time and memory alone.
//! Linux only, which reports both in `/proc`. Build it first: `cargo build --release`.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use stonehouse_plugin::rng::seed_of;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

const VARIANT: &str = "stonerow/official";
const TABLES: usize = 500;
const SEATS: u64 = 4;
/// The time that a guest thinks about an action: between this and three times as long.
const MIN_THOUGHT: Duration = Duration::from_secs(4);
const MEASURED: Duration = Duration::from_secs(30);

/// The sums over all guests.
#[derive(Default)]
struct Done {
    connected: AtomicU64,
    actions: AtomicU64,
    bytes: AtomicU64,
}

fn main() {
    let home = tempfile::tempdir().expect("a folder for the tables");
    let mut server = Command::new(program())
        .args(["serve", VARIANT, "--players", "guest,guest,guest,guest", "--no-club", "--address", "127.0.0.1:0"])
        .args(["--tables", &TABLES.to_string(), "--connections", "10000", "--folder"])
        .arg(home.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program was built: cargo build --release");
    let lines = BufReader::new(server.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let links = lines.filter_map(|line| line.trim().split(' ').next().map(str::to_owned));
    let links = links.filter(|link| link.starts_with("http://"));
    let links: Vec<String> = links.take(TABLES).collect();
    let before = memory(server.id());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let done = Arc::new(Done::default());
    runtime.block_on(async {
        for (number, link) in (0..).zip(links) {
            for seat in 0..SEATS {
                tokio::spawn(play(link.clone(), seat, number * SEATS + seat, Arc::clone(&done)));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        tokio::time::sleep(MIN_THOUGHT).await;
        let connected = done.connected.load(Ordering::Relaxed);
        let a_connection = (memory(server.id()) - before) / connected;
        let (time, start) = (processor_time(server.id()), Instant::now());
        let (actions, bytes) = (done.actions.load(Ordering::Relaxed), done.bytes.load(Ordering::Relaxed));
        tokio::time::sleep(MEASURED).await;
        let time = processor_time(server.id()).saturating_sub(time);
        let actions = done.actions.load(Ordering::Relaxed) - actions;
        let bytes = done.bytes.load(Ordering::Relaxed) - bytes;
        println!(
            "{connected} guests at {TABLES} tables of {VARIANT}: {actions} actions in {:.0} s; an action {:.2} ms of processor time, \
             {} kB in all messages; a connection {a_connection} kB of memory",
            start.elapsed().as_secs_f64(),
            time.as_secs_f64() * 1000.0 / actions as f64,
            bytes / actions / 1000,
        );
    });
    let _ = server.kill();
    let _ = server.wait();
}

/// The program, beside the folder of the benches.
fn program() -> PathBuf {
    let own = std::env::current_exe().expect("a running bench has a file");
    own.parent().and_then(Path::parent).expect("in a folder of Cargo's").join("stonehouse")
}

/// Sits down and chooses at random, until the server ends.
async fn play(link: String, seat: u64, number: u64, done: Arc<Done>) -> Option<()> {
    let (address, code) = link.strip_prefix("http://")?.split_once("/#")?;
    let stream = TcpStream::connect(address).await.ok()?;
    let (mut socket, _) = tokio_tungstenite::client_async(format!("ws://{address}/guest"), stream).await.ok()?;
    done.connected.fetch_add(1, Ordering::Relaxed);
    for message in [json!({ "say": "hello", "protocol": 1, "code": code }), json!({ "say": "sit", "seat": seat })] {
        socket.send(Message::text(message.to_string())).await.ok()?;
    }
    let mut chosen = 0;
    loop {
        let message = socket.next().await?.ok()?;
        done.bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
        let Message::Text(text) = message else { continue };
        let view: Value = serde_json::from_str(&text).ok()?;
        let Some(choices) = view["choices"].as_array().filter(|choices| !choices.is_empty()) else { continue };
        let random = seed_of(number, chosen);
        tokio::time::sleep(MIN_THOUGHT + MIN_THOUGHT.mul_f64(2.0 * (random % 1000) as f64 / 1000.0)).await;
        let choice = &choices[(random / 1000) as usize % choices.len()];
        let act = json!({ "say": "act", "revision": view["revision"], "action": choice["action"] });
        socket.send(Message::text(act.to_string())).await.ok()?;
        chosen += 1;
        done.actions.fetch_add(1, Ordering::Relaxed);
    }
}

/// The processor time that a process has used.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux");
    // Of the fields after the name in parentheses: user and system time, in hundredths of a second.
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    let ticks: u64 = fields[11..13].iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// The memory of a process, in kB.
fn memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
}
