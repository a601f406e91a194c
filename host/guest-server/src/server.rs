//! The server: a page for browsers, and a WebSocket for each guest.
//!
//! `axum::serve` waits without end for a request that is only begun, so connections are accepted here, with a limit of
//! time for a request's head, and limits for the number of connections.

use crate::certificate::Certificate;
use crate::connection;
use crate::limits::{Connections, OpenConnection, WrongCodes};
use crate::open_tables::OpenTables;
use crate::page::{ICON, MANIFEST, Page};
use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_guest_protocol::MAX_HOST_MESSAGE;
use stonehouse_plugin::text;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tower_service::Service;

/// The time in which the head of a request has to arrive.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// The time between two checks of clocks.
const TICK: Duration = Duration::from_millis(500);

/// The longest time for which the end of a server waits until guests have been sent why.
const MAX_FAREWELL: Duration = Duration::from_millis(100);

/// The number of connections of one address, unless the host chooses another.
pub const DEFAULT_CONNECTIONS_OF_ADDRESS: usize = 64;

/// The most connections in all.
const MAX_CONNECTIONS: usize = 10_000;

/// The content security policy of the page: it may connect to this server only.
const POLICY: &str = "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; connect-src 'self'; manifest-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A running server. It ends when this is dropped.
pub struct Server {
    address: SocketAddr,
    tables: Arc<OpenTables>,
    connections: Arc<Connections>,
    runtime: Option<Runtime>,
}

/// The server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// No threads.
    #[error("the threads of the server cannot be started: {0}")]
    Threads(std::io::Error),
    /// The address cannot be used.
    #[error("{address} cannot be listened on: {error}. {}", remedy(.error))]
    Address {
        /// The address.
        address: SocketAddr,
        /// The system's reason.
        error: std::io::Error,
    },
}

/// The setup of a server.
pub struct ServerSetup {
    /// The address and port to listen on.
    pub address: SocketAddr,
    /// The most connections of one address.
    pub connections_of_address: usize,
    /// The folder of the drawn table (`packaging/page`); without one the page shows the table in words.
    pub page: Option<PathBuf>,
    /// The certificate with which connections are encrypted; without one they are not.
    pub certificate: Option<Certificate>,
}

/// The remedy for an address that cannot be listened on.
fn remedy(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => "Another program uses the port: choose another one with --address",
        std::io::ErrorKind::AddrNotAvailable => {
            "This computer does not have the address: choose one of its own with --address"
        }
        _ => "Choose another one with --address",
    }
}

#[derive(Clone)]
struct Shared {
    tables: Arc<OpenTables>,
    page: Arc<Page>,
    wrong_codes: Arc<WrongCodes>,
    connections: Arc<Connections>,
}

/// The other side of a connection.
#[derive(Clone)]
struct Peer {
    address: IpAddr,
    counted: Arc<OpenConnection>,
}

impl Server {
    /// Starts a server. `prepare` is called before the first guest can come, to open tables again.
    ///
    /// # Errors
    /// When the address cannot be used.
    pub fn start(
        setup: &ServerSetup,
        tables: OpenTables,
        prepare: impl FnOnce(&OpenTables),
    ) -> Result<Self, ServerError> {
        let (address, connections_of_address) = (setup.address, setup.connections_of_address);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_name("guests")
            .enable_io()
            .enable_time()
            .build()
            .map_err(ServerError::Threads)?;
        let unusable = |error| ServerError::Address { address, error };
        let listener = runtime.block_on(TcpListener::bind(address)).map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let tables = Arc::new(tables);
        {
            let _inside = runtime.enter();
            prepare(&tables);
        }
        let shared = Shared {
            tables: Arc::clone(&tables),
            page: Arc::new(Page::read(setup.page.as_deref(), tables.games().languages())),
            wrong_codes: Arc::default(),
            connections: Arc::default(),
        };
        let connections = Arc::clone(&shared.connections);
        let acceptor = setup.certificate.as_ref().map(Certificate::acceptor);
        runtime.spawn(accept(listener, shared, connections_of_address, acceptor));
        runtime.spawn(tick(Arc::clone(&tables)));
        Ok(Self { address, tables, connections, runtime: Some(runtime) })
    }

    /// The address on which it listens.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Calls `work` with the tables.
    pub fn with_tables<T>(&self, work: impl FnOnce(&OpenTables) -> T) -> T {
        let _inside = self.runtime.as_ref().map(Runtime::enter);
        work(&self.tables)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.tables.close(&text!("the server is closing: come back when it has started again"));
        if let Some(runtime) = self.runtime.take() {
            let since = Instant::now();
            while self.connections.count() > 0 && since.elapsed() < MAX_FAREWELL {
                std::thread::sleep(Duration::from_millis(2));
            }
            // An agent that thinks is not waited for.
            runtime.shutdown_background();
        }
    }
}

async fn tick(tables: Arc<OpenTables>) {
    let mut ticks = tokio::time::interval(TICK);
    loop {
        ticks.tick().await;
        tables.pass_time(Instant::now());
    }
}

async fn accept(listener: TcpListener, shared: Shared, connections_of_address: usize, acceptor: Option<TlsAcceptor>) {
    let app = Router::new()
        .route("/", get(page))
        .route("/health", get(health))
        .route("/manifest.webmanifest", get(async || fixed_file("application/manifest+json", MANIFEST)))
        .route("/icon.svg", get(async || fixed_file("image/svg+xml", ICON)))
        .route("/guest", get(guest))
        .route("/{file}", get(file))
        .route("/picture/{game}/{*name}", get(picture))
        .with_state(shared.clone());
    loop {
        let Ok((stream, peer)) = listener.accept().await else {
            // Too many open files, for example: later there may be fewer.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let address = peer.ip();
        let Some(counted) = shared.connections.open(address, connections_of_address, MAX_CONNECTIONS) else { continue };
        let peer = Peer { address, counted: Arc::new(counted) };
        let _ = stream.set_nodelay(true);
        match acceptor.clone() {
            None => drop(tokio::spawn(serve_connection(stream, app.clone(), peer))),
            Some(acceptor) => {
                let app = app.clone();
                tokio::spawn(async move {
                    if let Ok(Ok(stream)) = timeout(HEAD_TIMEOUT, acceptor.accept(stream)).await {
                        serve_connection(stream, app, peer).await;
                    }
                });
            }
        }
    }
}

async fn serve_connection<S>(stream: S, app: Router, peer: Peer)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        app.clone().call(request.map(Body::new))
    });
    let _ = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(64)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades()
        .await;
}

/// Adds the headers of every response.
fn with_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    headers.extend(fixed.map(|(name, value)| (name, HeaderValue::from_static(value))));
    response
}

async fn page(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    let languages = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut response = axum::response::Html(shared.page.html(languages)).into_response();
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-language"));
    with_headers(response)
}

/// A file that every page has.
fn fixed_file(kind: &'static str, text: &'static str) -> Response {
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    with_headers(response)
}

/// A file of the drawn table. Its name changes with its content, so a browser keeps it.
async fn file(State(shared): State<Shared>, Path(name): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = shared.page.files.iter().find(|file| file.name == name) else {
        return with_headers((StatusCode::NOT_FOUND, "there is nothing here\n").into_response());
    };
    let accepts = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_accepted = |encoding: &str| {
        let mut names = accepts.split(',').map(|part| part.split(';').next().unwrap_or_default().trim());
        names.any(|name| name.eq_ignore_ascii_case(encoding))
    };
    let mut response = match file.compressed.iter().find(|(encoding, _)| is_accepted(encoding)) {
        Some((encoding, bytes)) => ([(header::CONTENT_ENCODING, *encoding)], bytes.clone()).into_response(),
        None => file.bytes.clone().into_response(),
    };
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(file.kind));
    let mut response = with_headers(response);
    let kept = HeaderValue::from_static("public, max-age=31536000, immutable");
    response.headers_mut().insert(header::CACHE_CONTROL, kept);
    response
}

async fn health(State(shared): State<Shared>) -> Response {
    let (tables, connections) = (shared.tables.count(), shared.connections.count());
    with_headers(format!("ok\ntables {tables}\nconnections {connections}\n").into_response())
}

/// A picture of a game, which is no secret: only a scene states which one is where. Its bytes are sent as no kind of
/// picture, so that a browser opens none as a page.
async fn picture(State(shared): State<Shared>, Path((game, name)): Path<(String, String)>) -> Response {
    let found = tokio::task::spawn_blocking(move || shared.tables.picture(&game, &name)).await;
    let Some(bytes) = found.ok().flatten().filter(|bytes| bytes.len() <= MAX_HOST_MESSAGE) else {
        return with_headers((StatusCode::NOT_FOUND, "there is no such picture\n").into_response());
    };
    let mut response = bytes.into_response();
    let kind = HeaderValue::from_static("application/octet-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    with_headers(response)
}

/// Turns a request into a WebSocket.
async fn guest(State(shared): State<Shared>, mut request: Request) -> Response {
    let Some(key) = websocket_key(request.headers()) else {
        return with_headers((StatusCode::UPGRADE_REQUIRED, "this is the address of a WebSocket\n").into_response());
    };
    let Some(peer) = request.extensions().get::<Peer>().cloned() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let upgrade = hyper::upgrade::on(&mut request);
    tokio::spawn(async move {
        if let Ok(upgraded) = upgrade.await {
            connection::serve(upgraded, shared.tables, shared.wrong_codes, peer.address, peer.counted).await;
        }
    });
    let headers = [
        (header::CONNECTION, "Upgrade".to_owned()),
        (header::UPGRADE, "websocket".to_owned()),
        (header::SEC_WEBSOCKET_ACCEPT, derive_accept_key(key.as_bytes())),
    ];
    (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
}

/// The key of a request for a WebSocket; `None` if it is none.
fn websocket_key(headers: &HeaderMap) -> Option<String> {
    let has = |name, word: &str| {
        let value = headers.get(name).and_then(|value| value.to_str().ok())?;
        value.split(',').any(|part| part.trim().eq_ignore_ascii_case(word)).then_some(())
    };
    has(header::CONNECTION, "upgrade")?;
    has(header::UPGRADE, "websocket")?;
    has(header::SEC_WEBSOCKET_VERSION, "13")?;
    headers.get(header::SEC_WEBSOCKET_KEY)?.to_str().ok().map(str::to_owned)
}
