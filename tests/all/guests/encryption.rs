//! A server that encrypts its connections with a certificate of its own.

use super::{Games, catalog, open, setup};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_guest_protocol::{FromGuest, FromHost, PROTOCOL};
use stonehouse_guest_server::{Certificate, OpenTables, Server, ServerSetup};
use tungstenite::Message;

/// A connection to a server whose certificate is that of the tests.
fn encrypted(address: SocketAddr) -> StreamOwned<ClientConnection, TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(fixture("certificate.pem")).unwrap()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let connection = ClientConnection::new(Arc::new(config), ServerName::try_from("localhost").unwrap()).unwrap();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    StreamOwned::new(connection, stream)
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/tls").join(name)
}

/// The answer of a server, after which it closes the connection.
fn answer(mut stream: impl Read + Write) -> String {
    let mut answer = Vec::new();
    let asked = stream.write_all(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    // Without encryption the server breaks the connection off, at some point.
    let _ = asked.and_then(|()| stream.read_to_end(&mut answer));
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_server_with_a_certificate_is_reached_encrypted_only() {
    let (games, folder) = (Games::of(&catalog()), tempfile::tempdir().unwrap());
    let certificate = Certificate::read(&fixture("certificate.pem"), &fixture("key.pem")).unwrap();
    let encrypts = ServerSetup {
        address: ([127, 0, 0, 1], 0).into(),
        connections_of_address: 64,
        page: None,
        certificate: Some(certificate),
    };
    let server = Server::start(&encrypts, OpenTables::new(setup(&games, folder.path())), |_| {}).unwrap();
    assert!(answer(encrypted(server.address())).ends_with("ok\ntables 0\nconnections 1\n"));
    let plain = answer(TcpStream::connect(server.address()).unwrap());
    assert!(!plain.contains("HTTP") && !plain.contains("ok"), "{plain}");

    let code = open(&server, "three-stones/standard", &[]);
    let request = format!("wss://localhost:{}/guest", server.address().port());
    let (mut socket, _) = tungstenite::client(request, encrypted(server.address())).unwrap();
    let hello = FromGuest::Hello { protocol: PROTOCOL, code, name: "Anna".to_owned(), key: None, language: None };
    socket.send(Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
    let Message::Text(welcome) = socket.read().unwrap() else { panic!("a text") };
    let welcome: FromHost = serde_json::from_str(&welcome).unwrap();
    assert!(matches!(welcome, FromHost::Welcome(_)), "{welcome:?}");
}
