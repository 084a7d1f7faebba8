//! Where the configuration comes from: the command line, the environment, and a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Command, FromArgMatches};
use thiserror::Error;
use toml::{Table, Value};

use super::Config;

/// Why the configuration is not usable.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file can't be read.
    #[error("{file}: {error}")]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// The file is not TOML. The message doesn't quote the line, which may contain a password.
    #[error("{file}, line {line}: {message}")]
    Malformed {
        /// The file.
        file: PathBuf,
        /// The number of the line.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The file has an option that doesn't exist.
    #[error("{file}: there is no option `{option}`; `pidro serve --help` lists them")]
    UnknownOption {
        /// The file.
        file: PathBuf,
        /// The option.
        option: String,
    },
    /// An option's value has the wrong type.
    #[error("{file}: `{option}` must be {expected}")]
    WrongType {
        /// The file.
        file: PathBuf,
        /// The option.
        option: String,
        /// What is expected.
        expected: &'static str,
    },
    /// A value is refused.
    #[error("{file}: {message}")]
    Invalid {
        /// The file.
        file: PathBuf,
        /// What is wrong, as for the same option on the command line.
        message: String,
    },
    /// The command line or the environment is wrong.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
}

/// The sources of a configuration. It can be loaded again when the file has changed.
#[derive(Clone, Debug)]
pub struct ConfigSource {
    /// The arguments of `pidro serve`.
    arguments: Vec<OsString>,
}

impl ConfigSource {
    /// The arguments of the command line, the environment, and the file that one of them names.
    #[must_use]
    pub const fn new(arguments: Vec<OsString>) -> ConfigSource {
        ConfigSource { arguments }
    }

    /// Loads the configuration.
    ///
    /// The file becomes arguments in front of the others, so that its values are checked, and
    /// refused, exactly as those on the command line.
    ///
    /// # Errors
    ///
    /// If the file can't be read, or a value is wrong.
    pub fn load(&self) -> Result<Config, ConfigError> {
        let config = parse(self.arguments.clone())?;
        let Some(file) = &config.config else {
            return Ok(config);
        };
        let from_file = file_arguments(file, &self.arguments)?;
        // Check the file alone first, so that an error names it.
        parse(from_file.clone()).map_err(|error| ConfigError::Invalid {
            file: file.clone(),
            message: first_line(&error),
        })?;
        let all = from_file.into_iter().chain(self.arguments.iter().cloned());
        let mut config = parse(all.collect())?;
        if !is_given(&self.arguments, "--store") {
            config.store_in_file = config.store.take();
        }
        Ok(config)
    }
}

fn command() -> Command {
    let command = Command::new("pidro serve").no_binary_name(true);
    // The last of several values counts.
    Config::augment_args(command).args_override_self(true)
}

fn parse(arguments: Vec<OsString>) -> Result<Config, clap::Error> {
    let matches = command().try_get_matches_from(arguments)?;
    Config::from_arg_matches(&matches)
}

/// The problem itself, without clap's hints about the command line.
fn first_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.trim_start_matches("error: ").to_owned()
}

/// The options of a file as arguments, without those that the environment or the command line sets.
fn file_arguments(file: &Path, given: &[OsString]) -> Result<Vec<OsString>, ConfigError> {
    let text = std::fs::read_to_string(file).map_err(|error| ConfigError::Unreadable {
        file: file.to_owned(),
        error,
    })?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let start = error.span().map_or(0, |span| span.start);
        let before = text.get(..start).unwrap_or_default();
        ConfigError::Malformed {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            message: error.message().to_owned(),
        }
    })?;
    let command = command();
    let mut arguments = Vec::new();
    for (option, value) in flatten(table) {
        let known = command.get_arguments().find(|known| {
            let long = known.get_long();
            long == Some(&option) && !["config", "help"].contains(&option.as_str())
        });
        let known = known.ok_or_else(|| ConfigError::UnknownOption {
            file: file.to_owned(),
            option: option.clone(),
        })?;
        let in_environment = known
            .get_env()
            .is_some_and(|name| std::env::var_os(name).is_some());
        // The store may be named in several ways, of which the first one counts.
        let store_given = ["store", "store-file"].contains(&option.as_str())
            && (std::env::var_os("PIDRO_STORE").is_some()
                || is_given(given, "--store")
                || is_given(given, "--store-file"));
        if in_environment || store_given {
            continue;
        }
        let is_flag = !known.get_action().takes_values();
        let wrong_type = |expected| ConfigError::WrongType {
            file: file.to_owned(),
            option: option.clone(),
            expected,
        };
        match (is_flag, value) {
            (true, Value::Boolean(true)) => arguments.push(format!("--{option}").into()),
            (true, Value::Boolean(false)) => {}
            (true, _) => return Err(wrong_type("true or false")),
            (false, Value::String(text)) => arguments.push(format!("--{option}={text}").into()),
            (false, Value::Integer(number)) => arguments.push(format!("--{option}={number}").into()),
            (false, _) => return Err(wrong_type("a text or a number")),
        }
    }
    Ok(arguments)
}

/// Options may stand in tables such as `[limits]`, to group them.
fn flatten(table: Table) -> Vec<(String, Value)> {
    let mut options = Vec::new();
    for (name, value) in table {
        match value {
            Value::Table(inner) => options.extend(flatten(inner)),
            value => options.push((name, value)),
        }
    }
    options
}

/// Whether the command line sets an option, as `--name value` or `--name=value`.
fn is_given(arguments: &[OsString], name: &str) -> bool {
    arguments
        .iter()
        .filter_map(|argument| argument.to_str())
        .any(|argument| {
            argument == name
                || argument
                    .strip_prefix(name)
                    .is_some_and(|rest| rest.starts_with('='))
        })
}

#[cfg(test)]
mod tests {
    use pidro_testing::new_file;

    use super::*;

    fn load(content: &str, arguments: &[&str]) -> Result<Config, ConfigError> {
        let file = new_file("config");
        std::fs::write(&file, content).unwrap();
        let mut all: Vec<OsString> = vec!["--config".into(), file.into()];
        all.extend(arguments.iter().map(OsString::from));
        ConfigSource::new(all).load()
    }

    #[test]
    fn the_command_line_takes_precedence_over_the_file() {
        let file = "address = '0.0.0.0:80'\nbehind-proxy = true\nkeep = 30\nstore = 'a.sqlite'\n\
                    [limits]\ntables-per-hour = 7\nguests-per-hour = 8\n";
        let config = load(file, &["--tables-per-hour", "9", "--store-file", "secret"]).unwrap();
        assert_eq!(config.address.to_string(), "0.0.0.0:80");
        assert!(config.behind_proxy);
        assert_eq!(config.keep, 30);
        assert_eq!(config.limits.tables_per_hour, 9);
        assert_eq!(config.limits.guests_per_hour, 8);
        assert_eq!(config.limits.logins_per_hour, 120, "the default");
        assert_eq!((config.store, config.store_file), (None, Some("secret".into())));
        assert!(!load("behind-proxy = false", &[]).unwrap().behind_proxy);
        // Only the command line must not contain a password.
        let with_password = "store = 'postgres://anna:secret@db/pidro'";
        let config = load(with_password, &[]).unwrap();
        assert_eq!(config.store, None);
        assert_eq!(
            config.store_in_file.as_deref(),
            Some("postgres://anna:secret@db/pidro")
        );
        let config = load(with_password, &["--store", "b.sqlite"]).unwrap();
        assert_eq!(
            (config.store.as_deref(), config.store_in_file),
            (Some("b.sqlite"), None)
        );
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        for (content, message) in [
            (
                "tables-per-hour = 'many'",
                "invalid value 'many' for '--tables-per-hour <N>'",
            ),
            ("tabels-per-hour = 7", "there is no option `tabels-per-hour`"),
            ("behind-proxy = 1", "`behind-proxy` must be true or false"),
            ("keep = [1]", "`keep` must be a text or a number"),
            ("config = 'x'", "there is no option `config`"),
            ("keep = 1\nstore = \"postgres://anna:secret@db", ", line 2: "),
        ] {
            let error = load(content, &[]).unwrap_err().to_string();
            assert!(error.contains(message), "{content}: {error}");
            assert!(!error.contains("secret"), "{error}");
        }
        let missing = ConfigSource::new(vec!["--config=/nonexistent/file".into()]);
        let error = missing.load().unwrap_err().to_string();
        assert!(error.starts_with("/nonexistent/file: No such file"), "{error}");
    }
}
