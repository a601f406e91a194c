//! The pictures of a game, from the host.

use crate::link::TableLink;
use std::borrow::Cow;
use std::time::Duration;
use stonehouse_guest_protocol::MAX_HOST_MESSAGE;
use stonehouse_ui::pictures::AssetSource;
use ureq::Agent;

/// The time that a picture may take to arrive.
const TIMEOUT: Duration = Duration::from_secs(15);

/// The pictures of a game that the host has. One that does not arrive counts as missing.
pub struct HostPictures {
    agent: Agent,
    /// The address of all of them, with a slash at the end.
    folder: String,
}

impl HostPictures {
    /// The pictures of the game with this id.
    pub fn new(link: &TableLink, game: &str) -> Self {
        let agent = Agent::config_builder().timeout_global(Some(TIMEOUT)).max_redirects(0).build().new_agent();
        Self { agent, folder: format!("{}/picture/{}/", link.origin(), escaped(game)) }
    }
}

impl AssetSource for HostPictures {
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let mut answer = self.agent.get(format!("{}{}", self.folder, escaped(name))).call().ok()?;
        let bytes = answer.body_mut().with_config().limit(MAX_HOST_MESSAGE as u64).read_to_vec().ok()?;
        Some(Cow::Owned(bytes))
    }
}

/// A name as part of an address. Slashes are kept.
fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => escaped.push(byte.into()),
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_cannot_leave_its_place_in_the_address() {
        assert_eq!(super::escaped("cards/queen of hearts?.svg#x"), "cards/queen%20of%20hearts%3F.svg%23x");
        assert_eq!(super::escaped("ä\r\n"), "%C3%A4%0D%0A");
    }
}
