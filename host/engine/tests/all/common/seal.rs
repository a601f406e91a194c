//! Edited records whose lines are hashed again.

use sha2::{Digest, Sha256};

/// The lines of a record without their hashes.
pub fn opened(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| match line.rfind(",\"hash\":\"") {
            Some(at) => format!("{}}}", &line[..at]),
            None => line.to_owned(),
        })
        .collect()
}

/// A record of these lines, with hashes that hold.
pub fn sealed(lines: &[String]) -> String {
    let mut last = String::new();
    let mut text = String::new();
    for line in lines {
        let digest = Sha256::digest(format!("{last}{line}"));
        last = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        text.push_str(&format!("{},\"hash\":\"{last}\"}}\n", line.strip_suffix('}').unwrap()));
    }
    text
}

/// A record in the older format, as it was written before there were hashes.
pub fn unhashed(text: &str) -> String {
    let mut lines = opened(text);
    lines.retain(|line| !line.contains("\"line\":\"deal\"") && !line.contains("\"line\":\"revealed\""));
    lines[0] = lines[0].replacen("\"format\":3", "\"format\":1", 1);
    for line in &mut lines {
        if let Some(at) = line.find("\"number\":") {
            let end = at + line[at..].find(',').unwrap() + 1;
            line.replace_range(at..end, "");
        }
        if line.contains("\"line\":\"end\"")
            && let Some(at) = line.find(",\"left_ms\":")
        {
            line.truncate(at);
            line.push('}');
        }
    }
    lines.join("\n") + "\n"
}
