//! Answers that are packed, for who takes them so.

use std::io::Write;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes of one kind, plain and packed.
#[derive(Clone)]
pub(super) struct Packed {
    kind: &'static str,
    plain: Bytes,
    gzip: Bytes,
}

impl Packed {
    pub(super) fn new(kind: &'static str, plain: Bytes) -> Packed {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory can't fail; what would not be packed is sent plain.
        let written = encoder.write_all(&plain);
        let gzip = written.and_then(|()| encoder.finish()).unwrap_or_default();
        Packed {
            kind,
            plain,
            gzip: gzip.into(),
        }
    }

    /// The answer for who sent these headers.
    pub(super) fn answer(&self, headers: &HeaderMap) -> Response {
        let accepted = headers.get(header::ACCEPT_ENCODING);
        let accepts = accepted.is_some_and(|value| value.to_str().is_ok_and(|value| value.contains("gzip")));
        let packed = accepts && !self.gzip.is_empty();
        let bytes = if packed { &self.gzip } else { &self.plain };
        let mut response = ([(header::CONTENT_TYPE, self.kind)], bytes.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if packed {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}
