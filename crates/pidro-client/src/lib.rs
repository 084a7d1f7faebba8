//! A client of `pidro serve`, for tests and load generation: one HTTP request per connection, and a
//! WebSocket.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
pub use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// An HTTP response: status, headers and body.
pub struct HttpResponse {
    /// The status code; 0 if the response is not HTTP.
    pub status: u16,
    /// The headers in lower case.
    pub headers: String,
    /// The body.
    pub text: String,
}

impl HttpResponse {
    /// The body as JSON; null if it isn't JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }

    /// The code of the error; empty if there is none.
    #[must_use]
    pub fn code(&self) -> String {
        self.json()["error"]["code"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }
}

/// Sends an HTTP request on a new connection.
///
/// # Errors
///
/// If the connection fails.
pub async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> std::io::Result<HttpResponse> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let token = token
        .map(|token| format!("authorization: Bearer {token}\r\n"))
        .unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{token}content-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(head.as_bytes()).await?;
    let mut text = String::new();
    stream.read_to_string(&mut text).await?;
    let (headers, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = headers
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok())
        .unwrap_or(0);
    Ok(HttpResponse {
        status,
        headers: headers.to_lowercase(),
        text: body.to_owned(),
    })
}

/// A guest and their token.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The guest's id.
    pub id: String,
    /// The token that authenticates the guest.
    pub token: String,
}

impl Guest {
    /// Creates a guest.
    ///
    /// # Errors
    ///
    /// If the connection fails, or the server answers with an error.
    pub async fn new(address: SocketAddr, name: &str) -> std::io::Result<Guest> {
        let answer = http(
            address,
            "POST",
            "/api/guests",
            None,
            Some(&json!({ "name": name })),
        )
        .await?;
        Guest::from_response(&answer).ok_or_else(|| std::io::Error::other(answer.text))
    }

    /// Parses the guest from a response, if it contains one.
    #[must_use]
    pub fn from_response(answer: &HttpResponse) -> Option<Guest> {
        let answer = answer.json();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        Some(Guest {
            id: text(&answer["person"]["id"])?,
            token: text(&answer["token"])?,
        })
    }

    /// Creates a table and returns its id.
    ///
    /// # Errors
    ///
    /// If the connection fails, or the server answers with an error.
    pub async fn create_table(&self, address: SocketAddr, options: &Value) -> std::io::Result<String> {
        let answer = http(address, "POST", "/api/tables", Some(&self.token), Some(options)).await?;
        let table = answer.json()["table"].as_str().map(str::to_owned);
        table.ok_or_else(|| std::io::Error::other(answer.text))
    }
}

/// A WebSocket connection.
pub struct Client {
    socket: WebSocketStream<TcpStream>,
    /// Messages that arrived while we were waiting for an answer.
    queued: VecDeque<Value>,
    /// Every text that has arrived, if recording is enabled.
    pub transcript: Option<Vec<String>>,
    /// The number of the last table event.
    pub n: u64,
}

impl Client {
    /// Connects without joining a table.
    ///
    /// # Errors
    ///
    /// If the connection fails.
    pub async fn connect(address: SocketAddr, origin: Option<&str>) -> Result<Client, Error> {
        let mut request = format!("ws://{address}/ws").into_client_request()?;
        if let Some(origin) = origin {
            let origin = origin.parse().map_err(|_| Error::Utf8(origin.to_owned()))?;
            request.headers_mut().insert("origin", origin);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let small = WebSocketConfig::default()
            .read_buffer_size(4096)
            .write_buffer_size(0);
        let (socket, _) = client_async_with_config(request, stream, Some(small)).await?;
        Ok(Client {
            socket,
            queued: VecDeque::new(),
            transcript: None,
            n: 0,
        })
    }

    /// Joins a table and waits for the answer.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn join(&mut self, table: &str, token: Option<&str>, more: Value) -> Result<Value, Error> {
        let mut join = json!({"cmd": "join", "table": table});
        if let Some(token) = token {
            join["token"] = json!(token);
        }
        for (key, value) in more.as_object().into_iter().flatten() {
            join[key] = value.clone();
        }
        self.ask(join).await
    }

    /// Sends a raw text message.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn send_text(&mut self, text: impl Into<String>) -> Result<(), Error> {
        self.socket.send(Message::text(text.into())).await
    }

    /// Sends a binary message.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), Error> {
        self.socket.send(Message::binary(bytes)).await
    }

    /// Sends a request with a unique id and waits for its answer.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn ask(&mut self, request: Value) -> Result<Value, Error> {
        // Ids are unique per person, across connections.
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let id = format!("c{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.ask_with_id(request, &id).await
    }

    /// Sends a request with this id and waits for its answer.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn ask_with_id(&mut self, mut request: Value, id: &str) -> Result<Value, Error> {
        request["id"] = json!(id);
        self.send_text(request.to_string()).await?;
        loop {
            let message = self.receive().await?;
            if message.get("ok").is_some() && message["id"] == request["id"] {
                return Ok(message);
            }
            self.queued.push_back(message);
        }
    }

    /// The next message.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn next(&mut self) -> Result<Value, Error> {
        match self.queued.pop_front() {
            Some(message) => Ok(message),
            None => self.receive().await,
        }
    }

    /// The next message of this kind.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn next_of(&mut self, kind: &str) -> Result<Value, Error> {
        loop {
            let message = self.next().await?;
            if message["msg"] == kind {
                return Ok(message);
            }
        }
    }

    /// The next text message, unparsed, for callers that need only a small part of it.
    ///
    /// # Errors
    ///
    /// If the connection ends.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, Error> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => return Err(Error::ConnectionClosed),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
            }
        }
    }

    async fn receive(&mut self) -> Result<Value, Error> {
        let text = self.next_text().await?;
        let message: Value = serde_json::from_str(&text).unwrap_or_default();
        if let Some(n) = message["n"].as_u64().filter(|_| message.get("msg").is_some()) {
            self.n = n;
        }
        if let Some(transcript) = &mut self.transcript {
            transcript.push(text.to_string());
        }
        Ok(message)
    }

    /// Waits until the connection closes. Returns the close code.
    pub async fn close_code(&mut self) -> Option<u16> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}

/// Picks one of the choices that a message offers. The same number always picks the same choice.
#[must_use]
pub fn choose(legal: &Value, number: usize) -> Option<String> {
    let list = |name: &str| -> Vec<&str> {
        let cards = legal[name].as_array().into_iter().flatten();
        cards.filter_map(Value::as_str).collect()
    };
    match legal["kind"].as_str()? {
        "bid" => {
            let bids: Vec<u64> = legal["bids"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_u64)
                .collect();
            // Bid only now and then, so that games differ.
            if legal["pass"] == true && (bids.is_empty() || !number.is_multiple_of(4)) {
                return Some("pass".to_owned());
            }
            bids.first().map(|bid| format!("bid {bid}"))
        }
        "trump" => {
            let suits = list("suits");
            suits
                .get(number % suits.len().max(1))
                .map(|suit| format!("trump {suit}"))
        }
        kind @ ("keep" | "kill") => {
            let (must, count) = (list("must"), usize::try_from(legal["count"].as_u64()?).ok()?);
            let others = list("from").into_iter().filter(|card| !must.contains(card));
            let cards: Vec<&str> = must.iter().copied().chain(others).take(count).collect();
            Some(format!("{kind} {}", cards.join(" ")))
        }
        "play" => {
            let cards = list("cards");
            cards
                .get(number % cards.len().max(1))
                .map(|card| format!("play {card}"))
        }
        _ => None,
    }
}

/// Compiles and runs the README's example.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CrateReadme;
