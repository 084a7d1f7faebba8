//! A proxy that drops traffic: connections through it fall silent without being closed.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    /// Cancelling this token silences the connections that are open now.
    silence: Arc<Mutex<CancellationToken>>,
    accepting: CancellationToken,
}

impl Proxy {
    pub(crate) async fn start(to: SocketAddr) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let silence = Arc::new(Mutex::new(CancellationToken::new()));
        let current = Arc::clone(&silence);
        let accepting = CancellationToken::new();
        let stopped = accepting.clone();
        tokio::spawn(async move {
            while let Some(Ok((mut client, _))) = stopped.run_until_cancelled(listener.accept()).await {
                let silent = current.lock().unwrap().clone();
                tokio::spawn(async move {
                    let Ok(mut server) = TcpStream::connect(to).await else {
                        return;
                    };
                    tokio::select! {
                        _ = copy_bidirectional(&mut client, &mut server) => {}
                        // Both ends stay open, but nothing passes any more.
                        () = silent.cancelled() => std::future::pending().await,
                    }
                });
            }
        });
        Proxy {
            address,
            silence,
            accepting,
        }
    }

    /// Silences all connections that are open now, and accepts no more.
    pub(crate) fn stop(&self) {
        self.accepting.cancel();
        self.silence_connections();
    }

    /// Silences all connections that are open now. Later ones work.
    pub(crate) fn silence_connections(&self) {
        let mut silence = self.silence.lock().unwrap();
        silence.cancel();
        *silence = CancellationToken::new();
    }
}
