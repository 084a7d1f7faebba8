//! `pidro admin`: what operators look up and do in the store of a server, while it runs.

mod print;

use std::io::{self, IsTerminal, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use pidro_protocol::TableId;
use pidro_server::{Admin, restore_backup, store_location};

use crate::{folders, print_json};
use print::Table;

/// The arguments of `pidro admin`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The store of the server: a file, or `postgres://user@host/database`. Don't put a password here:
    /// use `PIDRO_STORE` or --store-file
    #[arg(long, value_name = "FILE|URL", global = true)]
    store: Option<String>,
    /// A file that contains the value for --store
    #[arg(long, value_name = "FILE", conflicts_with = "store", global = true)]
    store_file: Option<PathBuf>,
    /// Your name, for the log. By default the name of your user account
    #[arg(long = "as", value_name = "NAME", global = true)]
    operator: Option<String>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// List people, or search them by part of their name or by their id
    People {
        /// Part of a name, or an id
        search: Option<String>,
        #[command(flatten)]
        limit: Limit,
    },
    /// List tables, or search them by id or by the name of somebody who plays there
    Tables {
        /// An id, or a name
        search: Option<String>,
        #[command(flatten)]
        limit: Limit,
    },
    /// Ban a person or an address: nobody can use the server as that person, or from there
    Ban {
        #[command(flatten)]
        subject: Subject,
        /// The reason. The banned person can read it
        #[arg(long, value_name = "TEXT", value_parser = short_text::<200>)]
        reason: String,
        /// For how many days. Without it, the ban has no end
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36500))]
        days: Option<u32>,
    },
    /// Lift a ban
    Unban {
        #[command(flatten)]
        subject: Subject,
    },
    /// List the bans in force
    Bans,
    /// List what players have reported about others
    Reports {
        /// Include closed reports
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        limit: Limit,
    },
    /// Close a report, and say what was done
    CloseReport {
        /// The id of the report
        id: String,
        /// What was done
        #[arg(long, value_name = "TEXT", default_value = "", value_parser = short_text::<500>)]
        note: String,
    },
    /// Remove a table with everything that happened there
    RemoveTable {
        /// The id of the table
        table: TableId,
        /// Don't ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Delete a person: the name, sessions, results and reports
    DeletePerson {
        /// The name of an account, or an id
        person: String,
        /// Don't ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Issue a recovery code, with which the owner of an account can choose a new password
    RecoveryCode {
        /// The name of the account, or an id
        person: String,
    },
    /// Let the owner of an account use the page for operators (`pidro serve --admin-page`)
    Grant {
        /// The name of the account, or an id
        person: String,
    },
    /// Take away an account's access to the page for operators
    Revoke {
        /// The name of the account, or an id
        person: String,
    },
    /// Send a message to everybody who is connected
    Announce {
        /// The text
        #[arg(value_parser = short_text::<500>)]
        text: String,
    },
    /// Show figures of the server
    Figures,
    /// List what operators have done
    Log {
        /// Include what people changed about themselves
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        limit: Limit,
    },
    /// Write a backup into a new file, which only you can read
    Backup {
        /// The file
        file: PathBuf,
    },
    /// Restore a backup into a new store
    Restore {
        /// The file
        file: PathBuf,
    },
    /// Replay every table, and report those that are damaged
    Check,
}

#[derive(Args)]
struct Limit {
    /// How many rows to show at most
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: u32,
}

/// A person or an address.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Subject {
    /// The name of an account, or the id of a person
    #[arg(long, value_name = "NAME|ID")]
    person: Option<String>,
    /// An IP address. An IPv6 address stands for its whole /64 network
    #[arg(long, value_name = "IP")]
    address: Option<IpAddr>,
}

/// A text of at most this many characters, as on the page for operators.
fn short_text<const MAX: usize>(text: &str) -> Result<String, String> {
    if text.chars().count() > MAX {
        return Err(format!("at most {MAX} characters"));
    }
    Ok(text.to_owned())
}

/// Runs a command.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let default = folders::data().join("server.sqlite");
    let store = arguments.store.as_deref();
    let location = store_location(store, arguments.store_file.as_deref(), &default.to_string_lossy())?;
    let operator = arguments.operator.clone().unwrap_or_else(user_name);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        if let Command::Restore { file } = &arguments.command {
            let rows = restore_backup(&location, file, &operator).await;
            let rows = rows.with_context(|| file.display().to_string())?;
            say(&format!(
                "Restored {rows} rows. `pidro admin check` replays all tables."
            ))?;
            return Ok(ExitCode::SUCCESS);
        }
        let admin = Admin::open(&location, &operator).await;
        let admin = admin.context("can't open the store")?;
        let done = execute(&admin, arguments).await;
        admin.close().await;
        done
    })
}

async fn execute(admin: &Admin, arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::People { .. }
        | Command::Tables { .. }
        | Command::Bans
        | Command::Reports { .. }
        | Command::Log { .. }
        | Command::Figures => show(admin, arguments).await?,
        Command::Check => return check(admin, arguments.json).await,
        command => say(&change(admin, command).await?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints what a command looks up.
async fn show(admin: &Admin, arguments: &Arguments) -> anyhow::Result<()> {
    macro_rules! print {
        ($found:expr) => {{
            let found = $found;
            if arguments.json {
                print_json(io::stdout().lock(), &found)
            } else {
                say(Table::from(&found[..]).to_string().trim_end())
            }
        }};
    }
    match &arguments.command {
        Command::People { search, limit } => {
            print!(
                admin
                    .people(search.as_deref().unwrap_or_default(), limit.limit)
                    .await?
            )
        }
        Command::Tables { search, limit } => {
            print!(
                admin
                    .tables(search.as_deref().unwrap_or_default(), limit.limit)
                    .await?
            )
        }
        Command::Bans => print!(admin.bans().await?),
        Command::Reports { all, limit } => print!(admin.reports(*all, limit.limit).await?),
        Command::Log { all, limit } => print!(admin.log(*all, limit.limit).await?),
        _ => {
            let figures = admin.figures().await?;
            if arguments.json {
                print_json(io::stdout().lock(), &figures)
            } else {
                say(&print::figures(&figures))
            }
        }
    }
}

/// Executes a command that changes something. Returns what to say about it.
async fn change(admin: &Admin, command: &Command) -> anyhow::Result<String> {
    Ok(match command {
        Command::Ban {
            subject: Subject { person, address },
            reason,
            days,
        } => {
            if let Some(person) = person {
                admin.ban_person(person, reason, *days).await?;
            }
            if let Some(address) = address {
                admin.ban_address(*address, reason, *days).await?;
            }
            "Banned. Running servers act on it within a second or so.".to_owned()
        }
        Command::Unban {
            subject: Subject { person, address },
        } => {
            if let Some(person) = person {
                admin.unban_person(person).await?;
            }
            if let Some(address) = address {
                admin.unban_address(*address).await?;
            }
            "The ban is lifted.".to_owned()
        }
        Command::CloseReport { id, note } => {
            admin.close_report(id, note).await?;
            "The report is closed.".to_owned()
        }
        Command::RemoveTable { table, yes } => {
            confirm(*yes, &format!("Remove table {table} for good?"))?;
            admin.remove_table(*table).await?;
            "The table is removed.".to_owned()
        }
        Command::DeletePerson { person, yes } => {
            confirm(*yes, &format!("Delete {person} for good?"))?;
            admin.delete_person(person).await?;
            "The person is deleted.".to_owned()
        }
        Command::RecoveryCode { person } => {
            let code = admin.issue_recovery_code(person).await?;
            format!(
                "{code}\nGive this code to the owner of the account. It replaces the previous one, and is not shown again."
            )
        }
        Command::Grant { person } => {
            admin.set_admin(person, true).await?;
            "Granted. The page for operators is at /admin, if the server has --admin-page.".to_owned()
        }
        Command::Revoke { person } => {
            admin.set_admin(person, false).await?;
            "Revoked.".to_owned()
        }
        Command::Announce { text } => {
            if text.trim().is_empty() {
                bail!("an announcement needs a text");
            }
            admin.announce(text).await?;
            "Announced.".to_owned()
        }
        Command::Backup { file } => {
            let rows = admin.back_up(file).await?;
            format!(
                "Wrote {rows} rows to {}. It contains secrets: keep it private.",
                file.display()
            )
        }
        // `show`, `check` and `run` handle the others.
        _ => String::new(),
    })
}

/// Replays all tables. The exit code says whether all of them are intact.
async fn check(admin: &Admin, json: bool) -> anyhow::Result<ExitCode> {
    let on_terminal = io::stderr().is_terminal();
    let result = admin
        .check(|tables| {
            if on_terminal {
                let _ = write!(io::stderr(), "\r{tables} tables checked");
            }
        })
        .await?;
    if on_terminal {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    if json {
        let damaged: Vec<serde_json::Value> = result
            .damaged
            .iter()
            .map(|damaged| {
                let error = damaged.error.to_string();
                serde_json::json!({"table": damaged.table, "error": error})
            })
            .collect();
        let report =
            serde_json::json!({"tables": result.tables, "events": result.events, "damaged": damaged});
        print_json(io::stdout().lock(), &report)?;
    } else {
        for damaged in &result.damaged {
            say(&format!("damaged: {}", damaged.error))?;
        }
        say(&format!(
            "{} with {}: {} damaged",
            count(result.tables, "table"),
            count(result.events, "event"),
            result.damaged.len()
        ))?;
    }
    Ok(ExitCode::from(u8::from(!result.damaged.is_empty())))
}

fn count(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}

/// Asks before something that can't be undone.
fn confirm(yes: bool, question: &str) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        bail!("this can't be undone: confirm it with --yes");
    }
    write!(io::stderr(), "{question} [y/N] ")?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    if answer.trim().eq_ignore_ascii_case("y") || answer.trim().eq_ignore_ascii_case("yes") {
        Ok(())
    } else {
        bail!("nothing was changed")
    }
}

/// The name of the user account, for the log.
fn user_name() -> String {
    let variables = ["SUDO_USER", "USER", "LOGNAME"];
    let name = variables.iter().find_map(|name| std::env::var(name).ok());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_owned())
}

fn say(text: &str) -> anyhow::Result<()> {
    Ok(writeln!(io::stdout().lock(), "{text}")?)
}
