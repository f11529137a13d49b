//! A connection to a relay, in the clear or encrypted.

use std::io::{self, Read, Write};
use std::net::TcpStream;

type Failure = Box<dyn core::error::Error + Send + Sync>;

/// Bytes to and from a relay.
pub(super) enum Line {
    Clear(TcpStream),
    #[cfg(feature = "tls")]
    Encrypted(Box<rustls::StreamOwned<rustls::ClientConnection, TcpStream>>),
}

impl Line {
    /// Encrypts what goes to a host; its certificate is vouched for by the system's or by one of `trusted` (PEM).
    #[cfg(feature = "tls")]
    pub(super) fn encrypted(
        stream: TcpStream,
        host: &str,
        trusted: &[u8],
    ) -> Result<Self, Failure> {
        use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};
        let mut roots = rustls::RootCertStore::empty();
        // Some of the system may be broken; the one that is needed is missed soon enough.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        for certificate in CertificateDer::pem_slice_iter(trusted) {
            roots.add(certificate?)?;
        }
        let provider = std::sync::Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(host.to_string())?;
        let session = rustls::ClientConnection::new(std::sync::Arc::new(config), name)?;
        Ok(Self::Encrypted(Box::new(rustls::StreamOwned::new(session, stream))))
    }

    #[cfg(not(feature = "tls"))]
    pub(super) fn encrypted(_: TcpStream, _: &str, _: &[u8]) -> Result<Self, Failure> {
        Err("encrypted relays (wss://) take the feature `tls`".into())
    }

    pub(super) fn set_nonblocking(&self) -> io::Result<()> {
        match self {
            Self::Clear(stream) => stream.set_nonblocking(true),
            #[cfg(feature = "tls")]
            Self::Encrypted(stream) => stream.sock.set_nonblocking(true),
        }
    }
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Clear(stream) => stream.read(bytes),
            #[cfg(feature = "tls")]
            Self::Encrypted(stream) => stream.read(bytes),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Clear(stream) => stream.write(bytes),
            #[cfg(feature = "tls")]
            Self::Encrypted(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Clear(stream) => stream.flush(),
            #[cfg(feature = "tls")]
            Self::Encrypted(stream) => stream.flush(),
        }
    }
}
