//! Encryption: certificates of files, and connections under them.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// Lets connections in that speak TLS 1.2 or 1.3.
#[derive(Clone)]
pub(crate) struct Tls(TlsAcceptor);

impl core::fmt::Debug for Tls {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Tls")
    }
}

impl Tls {
    /// From the files of a certificate (with those that vouch for it) and of its private key, both as PEM.
    pub(crate) fn read(certificate: &Path, key: &Path) -> Result<Self, String> {
        let bad =
            |path: &Path, error: &dyn core::fmt::Display| format!("{}: {error}", path.display());
        let chain: Result<Vec<_>, _> = CertificateDer::pem_file_iter(certificate)
            .map_err(|error| bad(certificate, &error))?
            .collect();
        let chain = chain.map_err(|error| bad(certificate, &error))?;
        if chain.is_empty() {
            return Err(bad(certificate, &"there is no certificate in it"));
        }
        let private = PrivateKeyDer::from_pem_file(key).map_err(|error| bad(key, &error))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_no_client_auth()
            .with_single_cert(chain, private)
            .map_err(|error| bad(certificate, &error))?;
        Ok(Self(TlsAcceptor::from(Arc::new(config))))
    }

    pub(crate) async fn accept(
        &self,
        stream: TcpStream,
        patience: Duration,
    ) -> io::Result<TlsStream<TcpStream>> {
        timeout(patience, self.0.accept(stream)).await?
    }
}
