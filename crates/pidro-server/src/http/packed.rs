//! Responses that are compressed for clients that accept it.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::error::ApiError;
use crate::limits::{Caller, Limiters, Permit};

/// The size from which a response is large. The system buffers smaller ones completely, so that
/// they don't stay in our memory.
const LARGE: usize = 256 * 1024;

/// Bytes that a client has not read yet, with a permit of its address. Sending the last part drops
/// both.
struct Held {
    bytes: Bytes,
    _ticket: Permit<Caller>,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Content of one type, plain and compressed.
#[derive(Clone)]
pub(super) struct Packed {
    kind: &'static str,
    plain: Bytes,
    gzip: Bytes,
}

impl Packed {
    pub(super) fn new(kind: &'static str, plain: Bytes) -> Packed {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory can't fail. If it did, the plain bytes would be sent.
        let written = encoder.write_all(&plain);
        let gzip = written.and_then(|()| encoder.finish()).unwrap_or_default();
        Packed {
            kind,
            plain,
            gzip: gzip.into(),
        }
    }

    /// Whether both share the same bytes in memory.
    #[cfg(test)]
    pub(super) fn is(&self, other: &Packed) -> bool {
        self.plain.as_ptr() == other.plain.as_ptr()
    }

    /// The size in memory, in bytes.
    pub(super) fn size(&self) -> usize {
        self.plain.len() + self.gzip.len()
    }

    /// The response to a request with these headers.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let (bytes, packed) = self.bytes(headers);
        self.response(bytes.clone(), packed)
    }

    /// Like [`Packed::answer`], unless the caller has too many large responses in flight.
    pub(super) fn answer_to(
        &self,
        caller: Caller,
        limiters: &Limiters,
        headers: &HeaderMap,
    ) -> Result<Response, ApiError> {
        let (bytes, packed) = self.bytes(headers);
        if bytes.len() < LARGE {
            return Ok(self.response(bytes.clone(), packed));
        }
        let ticket = limiters.answers.enter(&caller).ok_or(ApiError::TooMany)?;
        let held = Bytes::from_owner(Held {
            bytes: bytes.clone(),
            _ticket: ticket,
        });
        Ok(self.response(held, packed))
    }

    /// The bytes to send for these request headers, and whether they are compressed.
    fn bytes(&self, headers: &HeaderMap) -> (&Bytes, bool) {
        let accepted = headers.get(header::ACCEPT_ENCODING);
        let accepts = accepted.is_some_and(|value| value.to_str().is_ok_and(|value| value.contains("gzip")));
        if accepts && !self.gzip.is_empty() {
            (&self.gzip, true)
        } else {
            (&self.plain, false)
        }
    }

    fn response(&self, bytes: Bytes, packed: bool) -> Response {
        let mut response = ([(header::CONTENT_TYPE, self.kind)], bytes).into_response();
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}
