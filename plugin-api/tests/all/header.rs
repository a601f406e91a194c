//! The C header agrees with the Rust side: sizes, places, types of functions, constants, as a C compiler understands
//! them.

use std::collections::BTreeMap;
use std::ffi::CStr;
use std::fmt::Write as _;
use std::mem::{offset_of, size_of};
use std::path::Path;
use std::process::Command;
use stonehouse_plugin::abi::host::{self, EventTable, HookTable, HostTable, LogTable, StopTable};
use stonehouse_plugin::abi::{
    self, ChosenEntry, CourseEntry, Dice, EXTENSIONS, ExtensionTable, PauseTable, PluginTable, Sink, TableField,
    TraceEntry, observer, status, turn,
};
use stonehouse_plugin::{MAX_ACTIONS, MAX_GAME_STEPS, MAX_OUTCOMES, MAX_SAMPLES, MAX_SEATS, MAX_UNITS, MAX_VALUES};

/// A struct: its name in C, its size, the places of its data, its functions.
struct Struct {
    name: String,
    size: usize,
    data: Vec<(&'static str, usize)>,
    functions: &'static [TableField],
}

macro_rules! described {
    ($Rust:ident as $c:literal: $($data:ident),* $(; $functions:expr)?) => {
        Struct {
            name: concat!("stonehouse_", $c).to_owned(),
            size: size_of::<$Rust>(),
            data: vec![$((stringify!($data), offset_of!($Rust, $data))),*],
            functions: described!(@ $($functions)?),
        }
    };
    (@ $functions:expr) => { $functions };
    (@) => { &[] };
}

fn structs() -> Vec<Struct> {
    let extensions = EXTENSIONS.map(|ExtensionTable { id, size, fields }| Struct {
        name: format!("stonehouse_{}", word(id)),
        size,
        data: vec![("struct_size", 0)],
        functions: fields,
    });
    let others = vec![
        described!(Sink as "sink": context, write),
        described!(HostTable as "host": struct_size, context; HostTable::FIELDS),
        described!(HookTable as "hooks": struct_size, used, context; HookTable::FIELDS),
        described!(EventTable as "events": struct_size, subscribed, context; EventTable::FIELDS),
        described!(LogTable as "log": struct_size, context; LogTable::FIELDS),
        described!(StopTable as "stop": struct_size, context; StopTable::FIELDS),
        described!(PluginTable as "plugin_table": magic, struct_size, abi_major, abi_minor; PluginTable::FIELDS),
        described!(Dice as "dice": low, high),
        described!(PauseTable as "pause": struct_size, context; PauseTable::FIELDS),
        described!(CourseEntry as "step": seat, action, choices),
        described!(TraceEntry as "traced": seat, action),
        described!(ChosenEntry as "chosen": seat, action, values, values_len),
    ];
    others.into_iter().chain(extensions).collect()
}

/// The word of an extension's id: `playout` of `stonehouse.playout/1`.
fn word(id: &CStr) -> &str {
    id.to_str().unwrap().strip_prefix("stonehouse.").unwrap().strip_suffix("/1").unwrap()
}

fn numbers() -> Vec<(&'static str, i64)> {
    let statuses = [
        ("OK", status::OK),
        ("ILLEGAL", status::ILLEGAL),
        ("HOOK", status::HOOK),
        ("RULES", status::RULES),
        ("TOO_SMALL", status::TOO_SMALL),
        ("PANIC", status::PANIC),
        ("ARGUMENT", status::ARGUMENT),
        ("ENDLESS", status::ENDLESS),
        ("UNSUPPORTED", status::UNSUPPORTED),
        ("STOPPED", status::STOPPED),
        ("ABSENT", status::ABSENT),
        ("REFUSED", status::REFUSED),
    ];
    let codes = [
        ("PUBLIC", observer::PUBLIC),
        ("REFEREE", observer::REFEREE),
        ("TURN_OVER", turn::OVER),
        ("TURN_TOGETHER", turn::TOGETHER),
        ("TURN_CHANCE", turn::CHANCE),
        ("LOG_DEBUG", host::level::DEBUG),
        ("LOG_INFO", host::level::INFO),
        ("LOG_WARNING", host::level::WARNING),
        ("LOG_ERROR", host::level::ERROR),
        ("ABI_MAJOR", abi::ABI_MAJOR.into()),
        ("ABI_MINOR", abi::ABI_MINOR.into()),
    ];
    let limits = [
        ("MAX_SEATS", MAX_SEATS),
        ("MAX_ACTIONS", MAX_ACTIONS),
        ("MAX_VALUES", MAX_VALUES),
        ("MAX_SAMPLES", MAX_SAMPLES),
        ("MAX_OUTCOMES", MAX_OUTCOMES),
        ("MAX_GAME_STEPS", MAX_GAME_STEPS),
        ("MAX_UNITS", MAX_UNITS as usize),
    ];
    let bits = [("DEPENDS_ON_STATE", host::DEPENDS_ON_STATE.cast_signed())];
    let statuses = statuses.map(|(name, value)| (name, value.into()));
    let codes = codes.map(|(name, value)| (name, value.into()));
    let limits = limits.map(|(name, value)| (name, value as i64));
    statuses.into_iter().chain(codes).chain(limits).chain(bits).collect()
}

/// The ids of the extensions, with the ends of their names in C.
fn ids() -> Vec<(String, &'static CStr)> {
    let host = [
        ("HOOKS", host::extension::HOOKS),
        ("EVENTS", host::extension::EVENTS),
        ("LOG", host::extension::LOG),
        ("STOP", host::extension::STOP),
    ];
    let plugins =
        EXTENSIONS.map(|extension| (format!("EXTENSION_{}", word(extension.id).to_uppercase()), extension.id));
    plugins.into_iter().chain(host.map(|(name, id)| (format!("HOST_{name}"), id))).collect()
}

/// A type of Rust in C.
fn c_type(rust: &str) -> &'static str {
    match rust.split_whitespace().collect::<Vec<_>>().join(" ").replace("* ", "*").as_str() {
        "" => "void",
        "i32" => "int32_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "*const c_void" => "const void *",
        "*mut c_void" => "void *",
        "*mut *mut c_void" => "void **",
        "*const u8" => "const uint8_t *",
        "*const u32" => "const uint32_t *",
        "*mut u32" => "uint32_t *",
        "*mut usize" => "size_t *",
        "*const i64" => "const int64_t *",
        "*mut i64" => "int64_t *",
        "*const c_char" => "const char *",
        "*const Sink" => "const stonehouse_sink *",
        "*const HostTable" => "const stonehouse_host *",
        "*const ChosenEntry" => "const stonehouse_chosen *",
        "*mut Dice" => "stonehouse_dice *",
        "*const PauseTable" => "const stonehouse_pause *",
        "*mut TraceEntry" => "stonehouse_traced *",
        "*mut CourseEntry" => "stonehouse_step *",
        other => panic!("no C type is known for {other}"),
    }
}

/// A program that prints the definitions of the header, and that compiles only if every function has its type.
fn program() -> String {
    let mut source = "#include \"stonehouse_plugin.h\"\n#include <stdio.h>\nint main(void) {\n".to_owned();
    source.push_str("const unsigned char magic[8] = STONEHOUSE_MAGIC;\n");
    source.push_str("printf(\"magic %.8s\\n\", (const char *)magic);\n");
    for Struct { name, data, functions, .. } in structs() {
        writeln!(source, "printf(\"{name} %zu\\n\", sizeof({name}));").unwrap();
        for field in data.iter().map(|(name, _)| *name).chain(functions.iter().map(|function| function.name)) {
            writeln!(source, "printf(\"{name}.{field} %zu\\n\", offsetof({name}, {field}));").unwrap();
        }
        for TableField { name: field, arguments, result, .. } in functions {
            let arguments: Vec<&str> = arguments.iter().map(|argument| c_type(argument)).collect();
            let call = format!("{} (*)({})", c_type(result), arguments.join(", "));
            writeln!(
                source,
                "_Static_assert(_Generic((({name} *)0)->{field}, {call}: 1, default: 0), \"{name}.{field}: {call}\");"
            )
            .unwrap();
        }
    }
    for (name, _) in numbers() {
        writeln!(source, "printf(\"{name} %lld\\n\", (long long)STONEHOUSE_{name});").unwrap();
    }
    for (name, _) in ids() {
        writeln!(source, "printf(\"{name} %s\\n\", STONEHOUSE_{name});").unwrap();
    }
    source.push_str("return 0;\n}\n");
    source
}

/// The expected output of the program.
fn expected() -> BTreeMap<String, String> {
    let mut lines = BTreeMap::from([("magic".to_owned(), String::from_utf8_lossy(&abi::MAGIC).into_owned())]);
    for Struct { name, size, data, functions } in structs() {
        lines.insert(name.clone(), size.to_string());
        let functions = functions.iter().map(|function| (function.name, function.offset));
        for (field, offset) in data.into_iter().chain(functions) {
            lines.insert(format!("{name}.{field}"), offset.to_string());
        }
    }
    lines.extend(numbers().into_iter().map(|(name, value)| (name.to_owned(), value.to_string())));
    lines.extend(ids().into_iter().map(|(name, id)| (name, id.to_str().unwrap().to_owned())));
    lines
}

/// The functions of each table, in order, as released libraries have them. Only ever add to the ends: a library finds
/// the host's functions, and the host finds those of a library, by their places alone.
const RELEASED: [(&str, &[&str]); 13] = [
    (
        "stonehouse_plugin_table",
        &[
            "about",
            "panic_probe",
            "rules_new",
            "rules_free",
            "seating",
            "state_new",
            "state_free",
            "state_clone",
            "state_copy",
            "deal",
            "turn",
            "legal_actions",
            "apply",
            "outcome",
            "scene",
            "describe",
            "reveal",
            "extension",
            "describe_all",
        ],
    ),
    ("stonehouse_playout", &["playout", "course", "playout_until"]),
    ("stonehouse_bots", &["candidates", "rollout", "trace", "prospects", "prospect_unit", "rollout_until"]),
    ("stonehouse_determinize", &["determinize", "hides"]),
    ("stonehouse_simultaneous", &["choices", "resolve", "describe_choice"]),
    ("stonehouse_inputs", &["apply_with", "samples", "describe_with"]),
    ("stonehouse_chance", &["outcomes", "happen", "describe_outcome"]),
    ("stonehouse_assets", &["names", "asset"]),
    ("stonehouse_facts", &["declared", "fact"]),
    ("stonehouse_zones", &["declared", "zone", "piece_label"]),
    ("stonehouse_effects", &["declared", "effect"]),
    ("stonehouse_news", &["news", "opening"]),
    ("stonehouse_results", &["describe_result", "effect_result"]),
];

#[test]
fn functions_of_released_tables_keep_their_places() {
    let structs = structs();
    for (table, released) in RELEASED {
        let functions = structs.iter().find(|known| known.name == table).map(|known| known.functions).unwrap();
        let names: Vec<&str> = functions.iter().map(|function| function.name).collect();
        assert!(names.starts_with(released), "{table}: {names:?}");
        let first = functions[0].offset;
        for (place, function) in functions.iter().enumerate() {
            assert_eq!(function.offset, first + place * size_of::<usize>(), "{table}.{}", function.name);
        }
    }
    assert_eq!(RELEASED.len(), EXTENSIONS.len() + 1, "a table is missing in the list");
}

#[test]
fn the_c_header_matches_rust_sizes_offsets_types_and_constants() {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    if Command::new(&compiler).arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no C compiler `{compiler}` on this machine to read the header with (set CC)");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (source, binary) = (folder.join("header.c"), folder.join(format!("header{}", std::env::consts::EXE_SUFFIX)));
    std::fs::write(&source, program()).unwrap();
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let built = Command::new(&compiler)
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o"])
        .args([&binary, &source])
        .arg("-I")
        .arg(include)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(&binary).output().unwrap();
    assert!(output.status.success());
    let printed: BTreeMap<String, String> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    assert_eq!(printed, expected());
}
