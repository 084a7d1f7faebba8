//! The commands of the prompt, with their help.

/// A command of the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    New,
    Deal,
    Show,
    As,
    Legal,
    Undo,
    Redo,
    Goto,
    Log,
    Events,
    Position,
    Load,
    Save,
    Rules,
    Bot,
    Solve,
    Step,
    Run,
    Demo,
    Help,
    Quit,
}

/// A command with its help.
pub(super) struct CommandHelp {
    pub(super) name: &'static str,
    pub(super) command: Command,
    /// The arguments after the name.
    pub(super) arguments: &'static str,
    pub(super) help: &'static str,
}

const fn entry(
    name: &'static str,
    command: Command,
    arguments: &'static str,
    help: &'static str,
) -> CommandHelp {
    CommandHelp {
        name,
        command,
        arguments,
        help,
    }
}

pub(super) const COMMANDS: [CommandHelp; 21] = [
    entry(
        "new",
        Command::New,
        "[RULES] [seed=TEXT] [dealer=N]",
        "start a game; without a seed it waits for `deal`",
    ),
    entry(
        "deal",
        Command::Deal,
        "[52 CARDS]",
        "shuffle and deal, or deal this deck, the top card first",
    ),
    entry("show", Command::Show, "", "print the table"),
    entry(
        "as",
        Command::As,
        "N | spectator | all",
        "view the game as a seat or a spectator, or with all cards open",
    ),
    entry("legal", Command::Legal, "", "list what the seat to move may do"),
    entry(
        "undo",
        Command::Undo,
        "",
        "undo the last decision and everything it caused",
    ),
    entry("redo", Command::Redo, "", "redo the last undone decision"),
    entry(
        "goto",
        Command::Goto,
        "N",
        "go to the decision at or before event N, backward or forward",
    ),
    entry(
        "log",
        Command::Log,
        "[FROM]",
        "describe what happened, in sentences",
    ),
    entry(
        "events",
        Command::Events,
        "[FROM]",
        "print the events in the format of the protocol",
    ),
    entry(
        "position",
        Command::Position,
        "[LINE]",
        "print the game as one line, or continue from such a line",
    ),
    entry(
        "load",
        Command::Load,
        "FILE",
        "read a game from a file in any format",
    ),
    entry("save", Command::Save, "FILE", "write the game to a file"),
    entry("rules", Command::Rules, "", "print every option with its value"),
    entry(
        "bot",
        Command::Bot,
        "LEVEL",
        "show what this bot would do; `step` and `run` use it from now on",
    ),
    entry(
        "solve",
        Command::Solve,
        "",
        "show the points for each card if everybody sees all cards and plays perfectly",
    ),
    entry(
        "step",
        Command::Step,
        "",
        "let the bot make one decision, or deal",
    ),
    entry("run", Command::Run, "", "let the bot play to the end of the hand"),
    entry(
        "demo",
        Command::Demo,
        "[HANDS] [SEED]",
        "watch experts play a game and explain their decisions",
    ),
    entry(
        "help",
        Command::Help,
        "[COMMAND]",
        "list the commands, or explain one",
    ),
    entry("quit", Command::Quit, "", "leave"),
];

/// The actions of the game, each with an example of its arguments.
pub(super) const ACTIONS: [(&str, &str); 8] = [
    ("bid", "8"),
    ("pass", ""),
    ("trump", "h"),
    ("keep", "Ah Kh Qh Jh Th 5d"),
    ("kill", "Kh 4h: the first is the top card"),
    ("play", "Ah"),
    ("claim", ""),
    ("resign", ""),
];

pub(super) fn find(name: &str) -> Option<&'static CommandHelp> {
    COMMANDS.iter().find(|entry| entry.name == name)
}

/// The usage of the command being typed, shown as a hint behind it.
pub(super) fn usage(line: &str) -> Option<String> {
    let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
    if !rest.is_empty() {
        return None;
    }
    let usage = match find(name) {
        Some(entry) => format!("{} — {}", entry.arguments, entry.help),
        None => ACTIONS.iter().find(|(action, _)| *action == name)?.1.to_owned(),
    };
    let space = if line.ends_with(' ') { "" } else { " " };
    Some(format!("{space}{}", usage.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_lists_every_command() {
        let guide = include_str!("../../../../docs/terminal.md");
        for entry in &COMMANDS {
            assert!(guide.contains(&format!("`{}", entry.name)), "{}", entry.name);
        }
    }

    #[test]
    fn usage_is_shown_only_after_the_name() {
        assert_eq!(
            usage("goto").as_deref(),
            Some(" N — go to the decision at or before event N, backward or forward")
        );
        assert_eq!(
            usage("goto ").as_deref(),
            Some("N — go to the decision at or before event N, backward or forward")
        );
        assert_eq!(usage("bid"), Some(" 8".to_owned()));
        assert_eq!(usage("goto 5"), None);
        assert_eq!(usage("got"), None);
    }
}
