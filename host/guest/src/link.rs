//! The link of an invitation.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use stonehouse_guest_protocol::InviteCode;
use stonehouse_language::tr;

/// A link such as `http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB`: a host, and the code of a table or of its club.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLink {
    is_encrypted: bool,
    /// The name or address of the host, with its port if that is not the usual one.
    host: String,
    /// The code.
    pub code: InviteCode,
}

/// Why a text is no link to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkError {
    /// Without an address.
    #[error("{}", tr!("A link begins with the address of the host, such as http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB."))]
    Host,
    /// Without a code, or with a wrong one.
    #[error("{}", tr!("A link ends with # and the code of the table: 16 letters and digits, such as K7QF-2M9D-4XYZ-01AB."))]
    Code,
}

impl TableLink {
    /// The link to a table of the host with this address.
    pub fn new(host: SocketAddr, code: InviteCode) -> Self {
        Self { is_encrypted: false, host: host.to_string(), code }
    }

    /// The same host with another code.
    #[must_use]
    pub fn with_code(&self, code: InviteCode) -> Self {
        Self { code, ..self.clone() }
    }

    /// Whether messages are encrypted on their way.
    pub const fn is_encrypted(&self) -> bool {
        self.is_encrypted
    }

    /// The host and its port, as in an address.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The address of the page and of its pictures, without a slash at the end.
    pub fn origin(&self) -> String {
        format!("{}://{}", if self.is_encrypted { "https" } else { "http" }, self.host)
    }

    /// The address of the WebSocket.
    pub fn socket(&self) -> String {
        format!("{}://{}/guest", if self.is_encrypted { "wss" } else { "ws" }, self.host)
    }
}

impl fmt::Display for TableLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/#{}", self.origin(), self.code)
    }
}

impl FromStr for TableLink {
    type Err = LinkError;

    /// Reads a link as it is printed, or without `http://`.
    fn from_str(text: &str) -> Result<Self, LinkError> {
        let text = text.trim();
        let (is_encrypted, rest) = match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => (true, rest),
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => (false, rest),
            Some(_) => return Err(LinkError::Host),
            None => (false, text),
        };
        let (host, code) = rest.split_once('#').ok_or(LinkError::Code)?;
        let host = host.trim_end_matches('/');
        // Whatever ends a host's name in an address, or would be part of another request, is in none.
        let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '-' | ':' | '[' | ']');
        if host.is_empty() || !host.chars().all(is_part) {
            return Err(LinkError::Host);
        }
        let code = code.parse().map_err(|_| LinkError::Code)?;
        Ok(Self { is_encrypted, host: host.to_lowercase(), code })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_read_as_it_is_written_and_as_people_type_it() {
        let link: TableLink = "http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB".parse().unwrap();
        assert_eq!(link.to_string(), "http://192.168.1.7:7717/#K7QF-2M9D-4XYZ-01AB");
        assert_eq!(link.socket(), "ws://192.168.1.7:7717/guest");
        assert_eq!(" 192.168.1.7:7717#k7qf2m9d 4xyzo1ab ".parse(), Ok(link.clone()));
        let far: TableLink = "https://Games.example.org#K7QF-2M9D-4XYZ-01AB".parse().unwrap();
        assert_eq!((far.socket().as_str(), far.host()), ("wss://games.example.org/guest", "games.example.org"));
        let local: TableLink = "[::1]:7717/#K7QF-2M9D-4XYZ-01AB".parse().unwrap();
        assert_eq!((local.origin().as_str(), local.code), ("http://[::1]:7717", link.code));
    }

    #[test]
    fn an_invalid_link_is_refused_with_its_reason() {
        for text in ["", "K7QF-2M9D-4XYZ-01AB", "http://192.168.1.7:7717/", "example.org/#K7QF", "example.org/#"] {
            assert_eq!(text.parse::<TableLink>(), Err(LinkError::Code), "{text}");
        }
        let code = "#K7QF-2M9D-4XYZ-01AB";
        for host in ["", "ftp://example.org/", "http://example.org/games/", "http://a b/", "x@example.org", "a\r\nb"] {
            assert_eq!(format!("{host}{code}").parse::<TableLink>(), Err(LinkError::Host), "{host}");
        }
    }
}
