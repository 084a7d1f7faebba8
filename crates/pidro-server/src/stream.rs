//! The stream of one connection, with what the accept loop has to know about it: when its request began, and whether its client
//! still takes what it is sent.
//!
//! hyper limits the time for the head of a request and nothing else. A client that reads nothing would hold its answer for ever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::limits::Place;

/// What a connection is doing.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// It waits for a request.
    Idle,
    /// A request has been coming in since then.
    Reading(Instant),
    /// A handler has the request.
    Handling,
    /// The answer goes out. The client last took some of it then.
    Answering(Instant),
}

/// What a connection is doing: shared by its stream, its requests and the task that runs it.
#[derive(Debug)]
pub(crate) struct Activity {
    phase: Mutex<Phase>,
    answered: Notify,
}

impl Activity {
    pub(crate) fn new() -> Arc<Activity> {
        Arc::new(Activity {
            phase: Mutex::new(Phase::Idle),
            answered: Notify::new(),
        })
    }

    fn phase(&self) -> MutexGuard<'_, Phase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A handler gets a request; the time at which its first byte came.
    pub(crate) fn handling(&self) -> Instant {
        let mut phase = self.phase();
        let begun = match *phase {
            Phase::Reading(since) => since,
            // The request came with the one before it.
            Phase::Idle | Phase::Handling | Phase::Answering(_) => Instant::now(),
        };
        *phase = Phase::Handling;
        begun
    }

    /// The handler has answered.
    pub(crate) fn answering(&self) {
        *self.phase() = Phase::Answering(Instant::now());
        self.answered.notify_one();
    }

    fn has_read(&self) {
        let mut phase = self.phase();
        if matches!(*phase, Phase::Idle | Phase::Answering(_)) {
            *phase = Phase::Reading(Instant::now());
        }
    }

    fn has_written(&self) {
        let mut phase = self.phase();
        // What goes out before the answer is "100 Continue".
        if !matches!(*phase, Phase::Handling) {
            *phase = Phase::Answering(Instant::now());
        }
    }

    /// Waits until a server that ends need not wait for this connection: at once if no request is whole, or when the client has
    /// taken nothing of its answer for so long.
    pub(crate) async fn dispensable(&self, patience: Duration) {
        loop {
            let phase = *self.phase();
            match phase {
                Phase::Idle | Phase::Reading(_) => return,
                Phase::Handling => self.answered.notified().await,
                Phase::Answering(since) if since.elapsed() >= patience => return,
                Phase::Answering(since) => sleep_until(since + patience).await,
            }
        }
    }
}

/// The stream of one connection.
pub(crate) struct Stream {
    tcp: TcpStream,
    activity: Arc<Activity>,
    /// How long a client may take nothing of what is sent.
    patience: Duration,
    /// Runs while the client takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Belongs to the descriptor, also when the connection has become a WebSocket.
    _place: Place,
}

impl Stream {
    pub(crate) fn new(tcp: TcpStream, activity: Arc<Activity>, patience: Duration, place: Place) -> Stream {
        Stream {
            tcp,
            activity,
            patience,
            stalled: None,
            _place: place,
        }
    }

    /// Passes on what a write has come to. One that waits too long has failed.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            self.activity.has_written();
            return written;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.tcp).poll_read(context, buffer));
        if buffer.filled().len() > before {
            self.activity.has_read();
        }
        Poll::Ready(read)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write_vectored(context, slices);
        self.written(context, written)
    }

    /// As TCP says. Without it, hyper would copy every body whole into a buffer of the connection.
    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }
}
