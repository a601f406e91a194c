//! Outside programs as players: good ones, and those that end, dawdle, babble or cheat.
#![cfg(unix)]

use fixture_pebbles::Pebbles;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_engine::variant::{file::VariantFile, resolve};
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Plugin;
use stonehouse_session::agent::BotAgent;
use stonehouse_session::program::{Program, ProgramError};
use stonehouse_session::{AgentError, Session, SessionError};

/// The heart of a player in `sh`: how it answers a question, with `$line` and `$id` set.
fn player(answer: &str) -> Vec<String> {
    let script = format!(
        r#"read -r line; echo '{{"say":"ready","protocol":1}}'
        while read -r line; do
            case "$line" in
                *'"say":"choose"'*) id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/'); {answer};;
                *'"say":"refused"'*) {answer};;
            esac
        done"#
    );
    command(&script)
}

fn command(script: &str) -> Vec<String> {
    ["sh", "-c", script].map(str::to_owned).to_vec()
}

/// The message of a player that makes this choice.
fn shows(choice: &str) -> String {
    format!(r#"printf '{{"say":"choice","id":%s,"choice":{choice}}}\n' "$id""#)
}

fn ruleset() -> Arc<Ruleset> {
    let plugin = Plugin::linked::<Pebbles>().unwrap();
    let text = "game = \"pebbles\"\nname = \"Test\"\n";
    let file = VariantFile::parse(Path::new("variants/pebbles/test.toml"), &text.into()).unwrap();
    let variant = resolve(&[file], 0, &plugin, &|_, _| None).unwrap();
    Ruleset::compile(&plugin, &Arc::new(variant)).unwrap()
}

/// A match of pebbles in which a program plays against a bot.
fn session(program: Program) -> Session {
    let players = vec![Player::bot("Program", "run:sh"), Player::bot("Bot", "random")];
    let current = Match::new(&ruleset(), 1, players, None).unwrap();
    Session::new(current, vec![Some(Box::new(program)), Some(Box::new(BotAgent(BotSpec::Random.build(1))))])
}

/// Plays to the end, or until an agent fails.
fn play(session: &mut Session) -> Result<(), SessionError> {
    while session.advance(Instant::now(), &Stop::new())? {}
    Ok(())
}

fn failure(program: Program) -> ProgramError {
    match play(&mut session(program)).unwrap_err() {
        SessionError::Agent { seat: Seat(0), name, error: AgentError::Program(error) } if name == "Program" => error,
        other => panic!("{other}"),
    }
}

#[test]
fn a_program_plays_a_match_to_its_end() {
    let mut session = session(Program::new(player(&shows("0"))));
    play(&mut session).unwrap();
    assert!(session.current().end().is_some());
    let own: Vec<u32> =
        session.current().actions().filter(|(seat, _)| *seat == Seat(0)).map(|(_, action)| action.0).collect();
    assert!(!own.is_empty() && own.iter().all(|action| *action == own[0]), "it always takes the first: {own:?}");
}

#[test]
fn a_program_receives_what_its_seat_sees_from_match_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let received = folder.path().join("received");
    let answer = format!(r#"printf '%s\n' "$line" >> {0}; {1}"#, received.display(), shows("0"));
    let script = player(&answer)[2].replacen(
        "read -r line;",
        &format!("read -r line; printf '%s\\n' \"$line\" > {};", received.display()),
        1,
    );
    let script = script.replacen("esac", &format!("*) printf '%s\\n' \"$line\" >> {};; esac", received.display()), 1);
    let mut session = session(Program::new(command(&script)));
    let first = serde_json::to_value(session.current().scene(Observer::Seat(Seat(0))).unwrap()).unwrap();
    let choices = session.current().described_actions().unwrap().len();
    play(&mut session).unwrap();
    let last = serde_json::to_value(session.current().scene(Observer::Seat(Seat(0))).unwrap()).unwrap();
    let scores = session.current().end().unwrap().outcome.scores.clone();
    let actions = session.current().len();
    drop(session);

    // The program writes the end down before it ends.
    let since = Instant::now();
    let lines = loop {
        let text = fs::read_to_string(&received).unwrap_or_default();
        let lines: Vec<serde_json::Value> = text.lines().map_while(|line| serde_json::from_str(line).ok()).collect();
        if lines.last().is_some_and(|line| line["say"] == "end") || since.elapsed() > Duration::from_mins(1) {
            break lines;
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert_eq!(
        (&lines[0]["say"], &lines[0]["you"], &lines[0]["game"]),
        (&"match".into(), &0.into(), &"pebbles".into())
    );
    assert!(lines[0].get("seed").is_none(), "from the seed everything hidden can be dealt");
    assert_eq!((&lines[1]["say"], &lines[1]["scene"]), (&"choose".into(), &first));
    assert_eq!(lines[1]["choices"].as_array().unwrap().len(), choices);
    let end = lines.last().unwrap();
    assert_eq!((&end["say"], &end["scene"], &end["scores"]), (&"end".into(), &last, &serde_json::json!(scores)));
    // Each line of the log is sent once, in order.
    let description: Vec<u64> = lines[1..]
        .iter()
        .flat_map(|line| {
            let from = line["log_from"].as_u64().unwrap();
            (0..line["log"].as_array().unwrap().len() as u64).map(move |index| from + index)
        })
        .collect();
    assert_eq!(description, (0..actions as u64).collect::<Vec<_>>());
}

#[test]
fn a_choice_that_is_not_there_is_refused_and_may_be_made_again_twice() {
    let corrected = format!(r#"case "$line" in *refused*) {};; *) {};; esac"#, shows("0"), shows("99"));
    play(&mut session(Program::new(player(&corrected)))).unwrap();
    let error = failure(Program::new(player(&shows("99"))));
    assert!(error.to_string().contains("chose 3 times") && error.to_string().contains("no choice 99"), "{error}");
}

#[test]
fn each_way_to_fail_has_a_sentence_that_names_the_program() {
    let failures = [
        (Program::new(vec!["/no/such/program".to_owned()]), "cannot be started"),
        (
            Program::new(command("echo 'no bot today' >&2; exit 3")),
            "ended in the middle of the match. Its last words: no bot today",
        ),
        (Program::new(command("echo hello")), "wrote `hello`, which is not understood"),
        (Program::new(command(r#"echo '{"say":"ready","protocol":7}'"#)), "speaks version 7"),
        (Program::new(command(r#"echo '{"say":"choice","id":1,"choice":0}'"#)), "`ready` has to come first"),
        (Program::new(player(r#"printf '{"say":"choice","id":99,"choice":0}\n'"#)), "question 99 was never asked"),
        (Program::new(command("sleep 60")).with_timeout(Duration::from_millis(200)), "did not answer within"),
        (Program::new(player("sleep 60")).with_timeout(Duration::from_millis(400)), "did not answer within"),
        (Program::new(command("head -c 2000000 /dev/zero")), "a line may have 1048576 bytes at most"),
    ];
    for (program, expected) in failures {
        let message = failure(program).to_string();
        assert!(message.starts_with("the program `") && message.contains(expected), "{message}");
    }
}

#[test]
fn a_program_that_writes_much_to_its_standard_error_plays_on() {
    // A line of three megabytes, and the first part of a further one, before each answer.
    let chatty = format!("head -c 3000000 /dev/zero | tr '\\0' x >&2; echo >&2; printf %40000s y >&2; {}", shows("0"));
    let mut session = session(Program::new(player(&chatty)));
    play(&mut session).unwrap();
    assert!(session.current().end().is_some());
    // Of a long line its beginning is shown.
    let last = "echo first >&2; head -c 3000000 /dev/zero | tr '\\0' x >&2; printf '\nlast' >&2";
    let message = failure(Program::new(command(last))).to_string();
    let expected = format!("Its last words: first / {} / last", "x".repeat(300));
    assert!(message.ends_with(&expected), "{message}");
}

/// A player that answers an earlier question without end.
fn flooding() -> Vec<String> {
    player(r#"yes '{"say":"choice","id":0,"choice":0}'"#)
}

#[test]
fn late_answers_neither_extend_the_time_limit_nor_block_a_stop() {
    let message = failure(Program::new(flooding()).with_timeout(Duration::from_millis(400))).to_string();
    assert!(message.contains("did not answer within 0.4 s"), "{message}");

    let session = session(Program::new(flooding()));
    let question = session.question().unwrap().unwrap();
    let stop = Stop::new();
    let asked = stop.clone();
    let answer = std::thread::spawn(move || question.decide(&asked));
    stop.stop();
    assert!(matches!(answer.join().unwrap(), Err(AgentError::Stopped)));
}

/// Whether a process of this id runs.
fn runs(process: &str) -> bool {
    let output = std::process::Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
    let state = String::from_utf8(output.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

#[test]
fn a_program_ends_with_its_match_and_so_does_what_it_has_started() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("processes");
    // It ignores that its input is closed.
    let stubborn = player(&shows("0"))[2].replacen("done", "done; sleep 1000", 1);
    let script = format!("sleep 1000 & echo $$ $! > {}; {stubborn}", file.display());
    let mut session = session(Program::new(command(&script)));
    session.advance(Instant::now(), &Stop::new()).unwrap();
    let processes = fs::read_to_string(&file).unwrap();
    let processes: Vec<&str> = processes.split_whitespace().collect();
    assert!(processes.len() == 2 && processes.iter().all(|process| runs(process)), "{processes:?}");
    drop(session);
    let since = Instant::now();
    while processes.iter().any(|process| runs(process)) {
        assert!(since.elapsed() < Duration::from_mins(1), "{processes:?} still run");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_program_gets_no_open_file_but_its_three_streams() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("open");
    let _held = fs::File::create(folder.path().join("held")).unwrap();
    let script = format!("ls -l /proc/$$/fd > {}; exit", file.display());
    failure(Program::new(command(&script)));
    let open = fs::read_to_string(&file).unwrap();
    // `sh` may keep a copy of what it redirects for a moment.
    assert!(!open.contains("held"), "{open}");
}

#[test]
fn a_stopped_program_is_asked_again_and_its_late_answer_dropped() {
    // It answers the first question only when it is cancelled, and then each at once.
    let answer = format!(
        r#"if [ "$id" = 1 ]; then read -r line; case "$line" in *cancel*) {0};; esac; else {0}; fi"#,
        shows("0")
    );
    let mut session = session(Program::new(player(&answer)));
    let question = session.question().unwrap().unwrap();
    let stop = Stop::new();
    stop.stop();
    assert!(matches!(question.decide(&stop), Err(AgentError::Stopped)));
    play(&mut session).unwrap();
}

#[test]
fn a_question_is_answered_on_another_thread_during_the_session() {
    let mut session = session(Program::new(player(&shows("0"))));
    let question = session.question().unwrap().unwrap();
    let act = std::thread::spawn(move || question.decide(&Stop::new())).join().unwrap().unwrap();
    session.current_mut().play(act, Instant::now()).unwrap();
    assert_eq!(session.current().len(), 1);
    play(&mut session).unwrap();
}
