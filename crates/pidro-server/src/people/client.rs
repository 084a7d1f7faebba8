//! The kind of browser or program behind a session, so that its owner recognizes it. We keep two
//! words and not the whole `User-Agent`, which says more about a person than anybody needs.

/// Names in `User-Agent`, and what we call them. The first match wins: most browsers also name those
/// that they resemble.
const PROGRAMS: [(&str, &str); 9] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
];
const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// The kind of program and system in a `User-Agent`, as far as we know them.
pub(crate) fn describe_client(user_agent: &str) -> Option<String> {
    let find = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(part, _)| user_agent.contains(part));
        found.map(|(_, name)| *name)
    };
    let parts: Vec<&str> = find(&PROGRAMS).into_iter().chain(find(&SYSTEMS)).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_recognized() {
        for (agent, name) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 (KHTML, like Gecko) Version/19.0 Mobile Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0",
                "Edge, Windows",
            ),
            ("curl/8.9", "curl"),
        ] {
            assert_eq!(describe_client(agent).as_deref(), Some(name), "{agent}");
        }
        assert_eq!(describe_client("a bot of mine"), None);
    }
}
