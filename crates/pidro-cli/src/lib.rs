//! The commands of the `pidro` program. They live outside `main` so that fuzz targets can call
//! them.

mod analyse;
mod analysing;
mod chance;
mod convert;
pub mod engine;
mod files;
mod folders;
mod games;
mod lang;
mod look;
mod odds;
mod perspective;
mod play;
mod progress;
mod repl;
mod scene;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sim;
mod tell;
mod terminal;
mod verify;
mod watch;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use serde::Serialize;

/// The card game Finnish Pidro.
#[derive(Parser)]
#[command(version)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Review a game: which decisions were good or bad, given what the players could know
    #[command(
        long_about = "For each decision of a game, show the best action and what the chosen one cost, in win probability and in \
                            points: given what the player could know, and in hindsight. The difference is luck. The best \
                            action wins the game most often; among equals, it brings the most points in the hand. See \
                            docs/bots.md."
    )]
    Analyse(analyse::Arguments),
    /// Drive games from another program: one JSON object per line in, one per line out
    #[command(
        long_about = "Drive games from another program: one JSON object per line on standard input, \
                            one answer per line on standard output. docs/protocol.md describes every request."
    )]
    Engine,
    /// Show what a hand of nine cards can make: the chance of each bid in each suit
    Odds(odds::Arguments),
    /// Play Pidro against bots or with others at the same keyboard
    #[command(
        long_about = "Play Pidro in the terminal, against bots or with others at the same keyboard. The game is saved after every \
                            decision; `pidro play --resume` continues it. Without a terminal it is played line by line."
    )]
    Play(play::Arguments),
    /// Explore the engine by hand: type commands at a prompt or run a script
    #[command(
        long_about = "Explore the engine by hand: start games, act for every seat, undo, see the game as any seat does, let bots decide. \
                            `help` lists the commands; a script has one command per line."
    )]
    Repl(repl::Arguments),
    /// Serve tables to people and programs over HTTP and WebSocket
    #[cfg(feature = "serve")]
    #[command(
        long_about = "Serve tables to people and programs, over HTTP and WebSocket. By default it serves only this machine and stores \
                            everything in one SQLite file; whatever it acknowledges survives a crash. See docs/server.md."
    )]
    Serve(pidro_server::Config),
    /// Show a game, a hand or a position as a table
    #[command(
        long_about = "Show games, hands or positions as tables, from files in any form: the notation, bytes, or \
                            positions. The exit code is 0 only if all of them could be read. docs/notation.md explains the forms."
    )]
    Show(show::Arguments),
    /// Convert games between notation, bytes and positions
    #[command(
        long_about = "Convert games between the notation, bytes and positions. A position is the final \
                            state only, without its history. docs/notation.md explains the forms."
    )]
    Convert(convert::Arguments),
    /// Let bots play each other to find the stronger one, or measure speed
    #[command(
        long_about = "Let bots play against each other to find the stronger one: each deck is played twice, with the teams \
                            swapped, so that luck cancels out. If interrupted, it prints the results so far. docs/bots.md \
                            explains the bots."
    )]
    Sim(sim::Arguments),
    /// Check that every deck of a finished game matches the commitment published before it
    #[command(
        long_about = "Check that every deck of a finished game, from the cut to the last hand, is the one that was promised \
                            before it. docs/fair-deal.md explains the proof.",
        after_long_help = "Exit codes:\n  \
                            0  every game is proven fair\n  \
                            1  a file or a game can't be read\n  \
                            2  the command line can't be understood\n  \
                            3  a game is not proven: it is unfinished, or a deck, the promise or the secret is missing\n  \
                            4  a game is disproven: its secret or one of its decks is not the right one\n\n\
                            With several games, the worst result counts: 4, then 1, then 3."
    )]
    Verify {
        /// Files of games; `-` is standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Watch a game step by step or automatically, from any seat's view
    #[command(
        long_about = "Step through a recorded game or play it back automatically, with all cards open or as any seat saw it. \
                            Without a terminal it is printed line by line."
    )]
    Watch(watch::Arguments),
}

impl Arguments {
    /// Runs the command.
    ///
    /// # Errors
    ///
    /// Fails if a file can't be read or written, or has invalid content.
    pub fn run(self) -> anyhow::Result<ExitCode> {
        match run(self.command) {
            // A closed pipe is not an error: the program that reads our output may stop early.
            Err(error) if games::is_broken_pipe(&error) => Ok(ExitCode::SUCCESS),
            done => done,
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Analyse(arguments) => {
            analyse::run(&arguments, io::stdout().lock()).map(|()| ExitCode::SUCCESS)
        }
        Command::Engine => {
            engine::run(io::stdin().lock(), io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Odds(arguments) => odds::run(&arguments, io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        Command::Play(arguments) => play::run(&arguments),
        Command::Repl(arguments) => repl::run(&arguments),
        #[cfg(feature = "serve")]
        Command::Serve(config) => serve::run(config).map(|()| ExitCode::SUCCESS),
        Command::Show(arguments) => Ok(exit_code(show::run(&arguments, anstream::stdout().lock())?)),
        Command::Convert(arguments) => Ok(exit_code(convert::run(&arguments)?)),
        Command::Sim(arguments) => sim::run(&arguments, io::stdout().lock()).map(|()| ExitCode::SUCCESS),
        Command::Verify { files } => Ok(verify::run(&files, io::stdout().lock())),
        Command::Watch(arguments) => watch::run(&arguments),
    }
}

/// Prints a value as one line of JSON.
fn print_json(mut output: impl Write, value: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut output, value)?;
    Ok(writeln!(output)?)
}

fn exit_code(all_well: bool) -> ExitCode {
    ExitCode::from(u8::from(!all_well))
}
