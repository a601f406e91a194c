//! The certificate with which a server encrypts its connections by itself.

use std::io::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{Error as PemError, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{Error as TlsError, ServerConfig};

/// A certificate with its key.
#[derive(Clone)]
pub struct Certificate(Arc<ServerConfig>);

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// A file cannot be read.
    #[error("{}: the file cannot be read: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The system's reason.
        error: Error,
    },
    /// A file has no certificate, or no key.
    #[error("{}: there is no {what} in this file. It has to be in PEM, the form that begins with -----BEGIN", file.display())]
    Missing {
        /// The file.
        file: PathBuf,
        /// The missing part: `certificate` or `private key`.
        what: &'static str,
    },
    /// The two do not belong together, or are of a kind that is not supported.
    #[error("the certificate in {} cannot be used with the key in {}: {error}", certificate.display(), key.display())]
    Unusable {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// The reason.
        error: TlsError,
    },
}

impl Certificate {
    /// Reads a certificate, with those that lead to its issuer, and its key, both in PEM.
    ///
    /// # Errors
    /// When a file cannot be read, or the two do not belong together.
    pub fn read(certificate: &Path, key: &Path) -> Result<Self, CertificateError> {
        let wrong = |file: &Path, what: &'static str, error: PemError| match error {
            PemError::Io(error) => CertificateError::Unreadable { file: file.to_owned(), error },
            _ => CertificateError::Missing { file: file.to_owned(), what },
        };
        let wrong_certificate = |error| wrong(certificate, "certificate", error);
        let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(certificate).map_err(wrong_certificate)?.collect();
        let chain = chain.map_err(wrong_certificate)?;
        if chain.is_empty() {
            return Err(wrong_certificate(PemError::NoItemsFound));
        }
        let private = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, "private key", error))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(chain, private));
        let config = config.map_err(|error| CertificateError::Unusable {
            certificate: certificate.to_owned(),
            key: key.to_owned(),
            error,
        })?;
        Ok(Self(Arc::new(config)))
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unusable_certificate_is_refused_with_its_file() {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/tls");
        let (certificate, key) = (fixtures.join("certificate.pem"), fixtures.join("key.pem"));
        assert!(Certificate::read(&certificate, &key).is_ok());
        let refused = |certificate: &Path, key: &Path| Certificate::read(certificate, key).err().unwrap().to_string();
        let missing = refused(&fixtures.join("none.pem"), &key);
        assert!(missing.contains("none.pem: the file cannot be read"), "{missing}");
        let swapped = refused(&key, &certificate);
        assert!(swapped.contains("key.pem: there is no certificate in this file"), "{swapped}");
        let keyless = refused(&certificate, &certificate);
        assert!(keyless.contains("certificate.pem: there is no private key in this file"), "{keyless}");
        let unrelated = refused(&certificate, &fixtures.join("other-key.pem"));
        assert!(
            unrelated.contains("cannot be used with the key in") && unrelated.contains("other-key.pem"),
            "{unrelated}"
        );
    }
}
