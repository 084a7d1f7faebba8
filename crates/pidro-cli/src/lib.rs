//! The commands of the `pidro` program. They live outside `main` so that fuzz targets can call
//! them.

#[cfg(feature = "serve")]
mod admin;
mod analyse;
mod background_analysis;
mod convert;
mod display;
pub mod engine;
mod files;
mod folders;
mod games;
mod lang;
mod narrator;
mod odds;
mod perspective;
mod play;
mod progress;
mod random;
mod repl;
mod scene;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sim;
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
    /// Administer a server: look up people and tables, ban, recover accounts, back up, restore, check
    #[cfg(feature = "serve")]
    #[command(
        long_about = "Look up and change what a server stores, while it runs: people, tables, bans, reports, recovery codes, \
                            announcements, backups. Everything that you change is logged with your name. docs/server.md is \
                            the guide for operators."
    )]
    Admin(Box<admin::Arguments>),
    /// Review a game: what each decision cost, given what the player could know
    #[command(
        long_about = "Review a game: for each decision, show the best action and what the chosen one cost, in win probability \
                            and in points. It does this twice: given what the player could know, and in hindsight. The \
                            difference is luck. The best action wins the game most often or, at the same chance, brings \
                            the most points in the hand. docs/bots.md explains the method."
    )]
    Analyse(analyse::Arguments),
    /// Drive games from another program: one JSON object per line in, one per line out
    #[command(
        long_about = "Drive games from another program: one JSON object per line on standard input, \
                            one answer per line on standard output. docs/protocol.md describes every request."
    )]
    Engine,
    /// Show the odds of making each bid with a hand of nine cards
    Odds(odds::Arguments),
    /// Play against bots or with others at the same keyboard
    #[command(
        long_about = "Play in the terminal, against bots or with others at the same keyboard. The program saves the game after \
                            every decision; `pidro play --resume` continues it. Without a terminal, the program prints \
                            and reads plain lines."
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
        long_about = "Serve tables to people and programs, over HTTP and WebSocket. By default the server accepts connections only \
                            from this machine and stores everything in one SQLite file. Whatever it acknowledges survives \
                            a crash. docs/server.md explains how to run it."
    )]
    Serve(Box<pidro_server::Config>),
    /// Show a game, a hand or a position as a table
    #[command(
        long_about = "Show games, hands or positions as tables, from files in any format: the notation, bytes or \
                            positions. The exit code is 0 only if all of them could be read. docs/notation.md explains the formats."
    )]
    Show(show::Arguments),
    /// Convert games between notation, bytes and positions
    #[command(
        long_about = "Convert games between the notation, bytes and positions. A position is the final \
                            state only, without its history. docs/notation.md explains the formats."
    )]
    Convert(convert::Arguments),
    /// Let bots play each other to find the stronger one, or measure speed
    #[command(
        long_about = "Let bots play each other to find the stronger one. They play each deck twice, with the teams swapped, so that \
                            luck cancels out. Ctrl-C prints the results so far. docs/bots.md explains the bots."
    )]
    Sim(sim::Arguments),
    /// Check that every deck of a finished game matches the commitment published before it
    #[command(
        long_about = "Check that every deck of a finished game, from the cut to the last hand, matches the commitment that was \
                            published before the game. docs/fair-deal.md explains the proof.",
        after_long_help = "Exit codes:\n  \
                            0  every game is proven fair\n  \
                            1  a file or a game can't be read\n  \
                            2  the command line is invalid\n  \
                            3  a game is not proven: it is unfinished, or a deck, the commitment or the secret is missing\n  \
                            4  a game is disproven: its secret or a deck doesn't match the commitment\n\n\
                            With several games, the worst result counts: 4, then 1, then 3."
    )]
    Verify {
        /// Files of games; `-` is standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Replay a game event by event or automatically, from any seat's view
    #[command(
        long_about = "Replay a game event by event or automatically, with all cards open or as any seat saw it. Without a \
                            terminal, the program prints the game line by line."
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
            result => result,
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        #[cfg(feature = "serve")]
        Command::Admin(arguments) => admin::run(&arguments),
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
        Command::Serve(_) => serve::run().map(|()| ExitCode::SUCCESS),
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

fn exit_code(success: bool) -> ExitCode {
    ExitCode::from(u8::from(!success))
}
