//! Responses that are compressed for clients that accept it.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::error::ApiError;
use crate::limits::{ClientNetwork, Limiters, Permit};

/// The size from which a response is large. The system buffers smaller ones completely, so that
/// they don't stay in our memory.
const MIN_LARGE_RESPONSE: usize = 256 * 1024;

/// Bytes that a client has not read yet, with a permit of its address. Sending the last part drops
/// both.
struct LimitedBytes {
    bytes: Bytes,
    _permit: Permit<ClientNetwork>,
}

impl AsRef<[u8]> for LimitedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Content of one type, plain and compressed.
#[derive(Clone)]
pub(super) struct CompressedBody {
    content_type: &'static str,
    plain: Bytes,
    gzip: Bytes,
}

impl CompressedBody {
    pub(super) fn new(content_type: &'static str, plain: Bytes) -> CompressedBody {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory can't fail. If it did, the plain bytes would be sent.
        let written = encoder.write_all(&plain);
        let gzip = written.and_then(|()| encoder.finish()).unwrap_or_default();
        CompressedBody {
            content_type,
            plain,
            gzip: gzip.into(),
        }
    }

    /// Whether both share the same bytes in memory.
    #[cfg(test)]
    pub(super) fn shares_memory_with(&self, other: &CompressedBody) -> bool {
        self.plain.as_ptr() == other.plain.as_ptr()
    }

    /// The size in memory, in bytes.
    pub(super) fn size(&self) -> usize {
        self.plain.len() + self.gzip.len()
    }

    /// The response to a request with these headers.
    pub(super) fn response(&self, headers: &HeaderMap) -> Response {
        let (bytes, compressed) = self.bytes(headers);
        self.response_with(bytes.clone(), compressed)
    }

    /// Like [`CompressedBody::response`], unless the client has too many large responses in flight.
    pub(super) fn limited_response(
        &self,
        client: ClientNetwork,
        limiters: &Limiters,
        headers: &HeaderMap,
    ) -> Result<Response, ApiError> {
        let (bytes, compressed) = self.bytes(headers);
        if bytes.len() < MIN_LARGE_RESPONSE {
            return Ok(self.response_with(bytes.clone(), compressed));
        }
        let permit = limiters.large_responses.acquire(&client);
        let limited = Bytes::from_owner(LimitedBytes {
            bytes: bytes.clone(),
            _permit: permit.ok_or(ApiError::TooMany)?,
        });
        Ok(self.response_with(limited, compressed))
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

    fn response_with(&self, bytes: Bytes, compressed: bool) -> Response {
        let mut response = ([(header::CONTENT_TYPE, self.content_type)], bytes).into_response();
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if compressed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}
