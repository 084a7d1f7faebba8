//! The TCP stream of one connection. It tracks what the accept loop needs to know: when the current
//! request began, and whether the client still reads what we send.
//!
//! hyper only limits the time for the head of a request. Without this limit, a client that reads
//! nothing would hold its response forever.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::limits::ConnectionPermits;

/// What a connection is doing.
#[derive(Clone, Copy, Debug)]
enum ConnectionPhase {
    /// Waiting for a request.
    Idle,
    /// Receiving a request since this time.
    Reading(Instant),
    /// A handler is working on the request.
    Handling,
    /// Sending the response. The client last read some of it at this time.
    Responding(Instant),
}

/// The phase of a connection, shared by its stream, its requests and its task.
#[derive(Debug)]
pub(super) struct Activity {
    phase: Mutex<ConnectionPhase>,
    responded: Notify,
}

impl Activity {
    pub(super) fn new() -> Arc<Activity> {
        Arc::new(Activity {
            phase: Mutex::new(ConnectionPhase::Idle),
            responded: Notify::new(),
        })
    }

    fn phase(&self) -> MutexGuard<'_, ConnectionPhase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a handler has taken a request. Returns when the request's first byte arrived.
    pub(super) fn handling(&self) -> Instant {
        let mut phase = self.phase();
        let begun = match *phase {
            ConnectionPhase::Reading(since) => since,
            // The request was pipelined: it arrived with the previous one.
            ConnectionPhase::Idle | ConnectionPhase::Handling | ConnectionPhase::Responding(_) => {
                Instant::now()
            }
        };
        *phase = ConnectionPhase::Handling;
        begun
    }

    /// Records that the handler has returned a response.
    pub(super) fn responding(&self) {
        *self.phase() = ConnectionPhase::Responding(Instant::now());
        self.responded.notify_one();
    }

    fn note_read(&self) {
        let mut phase = self.phase();
        if matches!(*phase, ConnectionPhase::Idle | ConnectionPhase::Responding(_)) {
            *phase = ConnectionPhase::Reading(Instant::now());
        }
    }

    fn note_write(&self) {
        let mut phase = self.phase();
        // Output before the response is "100 Continue".
        if !matches!(*phase, ConnectionPhase::Handling) {
            *phase = ConnectionPhase::Responding(Instant::now());
        }
    }

    /// Waits until a shutdown no longer has to wait for this connection: immediately if no complete
    /// request has arrived, otherwise once the client has read nothing of its response for
    /// `timeout`.
    pub(super) async fn wait_until_closable(&self, timeout: Duration) {
        loop {
            let phase = *self.phase();
            match phase {
                ConnectionPhase::Idle | ConnectionPhase::Reading(_) => return,
                ConnectionPhase::Handling => self.responded.notified().await,
                ConnectionPhase::Responding(since) if since.elapsed() >= timeout => return,
                ConnectionPhase::Responding(since) => sleep_until(since + timeout).await,
            }
        }
    }
}

/// The TCP stream of one connection.
pub(super) struct Stream {
    tcp: TcpStream,
    activity: Arc<Activity>,
    /// How long a client may go without reading anything.
    timeout: Duration,
    /// The timer that runs while the client reads nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// Held as long as the file descriptor, even after the connection has become a WebSocket.
    _permits: ConnectionPermits,
}

impl Stream {
    pub(super) fn new(
        tcp: TcpStream,
        activity: Arc<Activity>,
        timeout: Duration,
        permits: ConnectionPermits,
    ) -> Stream {
        Stream {
            tcp,
            activity,
            timeout,
            stalled: None,
            _permits: permits,
        }
    }

    /// Forwards the result of a write. A write that stalls for too long fails.
    fn finish_write(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            self.activity.note_write();
            return written;
        }
        let timeout = self.timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(timeout)));
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
            self.activity.note_read();
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
        self.finish_write(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write_vectored(context, slices);
        self.finish_write(context, written)
    }

    /// Forwards TCP's answer. Otherwise hyper would copy every body into a buffer of the
    /// connection.
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
