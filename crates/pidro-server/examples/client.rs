//! A client that takes a seat at a table of bots and plays a game.
//!
//! `cargo run -p pidro-server --example client [ADDRESS]`. Without an address, it starts its own
//! server.

use std::error::Error;
use std::net::SocketAddr;

use pidro_client::{Client, Guest, choose};
use pidro_server::{Config, Server};
use serde_json::json;

fn main() -> Result<(), Box<dyn Error>> {
    run(std::env::args().nth(1))
}

#[tokio::main]
async fn run(address: Option<String>) -> Result<(), Box<dyn Error>> {
    if let Some(address) = address {
        return play(address.parse()?).await;
    }
    let file = std::env::temp_dir().join(format!("pidro-client-{}.sqlite", std::process::id()));
    let server = Server::start(Config::with_store(&file.to_string_lossy()), "").await?;
    let played = play(server.address()).await;
    server.stop().await;
    std::fs::remove_file(file)?;
    played
}

async fn play(address: SocketAddr) -> Result<(), Box<dyn Error>> {
    // Over HTTP: become a guest, and create a table with three bots.
    let guest = Guest::new(address, "Example").await?;
    let bots = json!({"N": "basic", "E": "basic", "W": "basic"});
    let options = json!({"rules": {"preset": "finnish", "target": 10}, "seat": "S", "bots": bots});
    let table = guest.create_table(address, &options).await?;
    // Over the WebSocket: everything else.
    let mut client = Client::connect(address, None).await?;
    client.join(&table, Some(&guest.token), json!({})).await?;
    client.ask(json!({"cmd": "start"})).await?;
    for number in 0.. {
        let message = client.next().await?;
        for event in message["events"].as_array().into_iter().flatten() {
            println!("{event}");
        }
        // The server reveals the secret behind the decks when the game is over.
        if message["secret"].is_string() {
            break;
        }
        // The message lists all legal actions, so a client needs no knowledge of the rules.
        if let Some(action) = choose(&message["legal"], number) {
            client.ask(json!({"cmd": "act", "action": action})).await?;
        }
    }
    println!("The game is over: http://{address}/t/{table}");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_runs() {
        super::run(None).unwrap();
    }
}
