//! The web page, embedded in the program.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use qrcodegen::{QrCode, QrCodeEcc};
use rust_embed::Embed;

use super::App;
use super::compressed::CompressedBody;
use super::error::ApiError;
use super::extract::Id;
use super::game_data::game_data;
use pidro_protocol::TableId;
use pidro_text::Lang;

#[derive(Embed)]
#[folder = "web/"]
struct Files;

/// The URLs of the page's screens, and the module that shows each of them.
const SCREENS: [(&str, &str); 13] = [
    ("/", "pages/home.js"),
    ("/new", "pages/new.js"),
    ("/tables", "pages/tables.js"),
    ("/me", "pages/me.js"),
    ("/account", "pages/account.js"),
    ("/privacy", "pages/privacy.js"),
    ("/admin", "pages/admin.js"),
    ("/learn", "pages/learn.js"),
    ("/learn/lesson", "pages/lesson.js"),
    ("/learn/rules", "pages/rules.js"),
    ("/learn/puzzles", "pages/puzzles.js"),
    ("/t/{table}", "pages/table.js"),
    ("/t/{table}/replay", "pages/replay.js"),
];
/// The path prefix of the assets.
pub(super) const ASSETS_PATH: &str = "/web/";
/// The page that loads all assets.
const PAGE: &str = "index.html";
/// The placeholder in the page for the [`game_data`].
const GAME_DATA: &str = "\"game data\"";
/// The style sheet, which consists of [`STYLES`].
const STYLE: &str = "style.css";
/// The parts of the style sheet. Later ones override earlier ones. The server joins them because
/// each request costs a slow connection more than the few kilobytes that a screen doesn't need.
const STYLES: [&str; 13] = [
    "styles/base.css",
    "styles/controls.css",
    "styles/pages.css",
    "styles/home.css",
    "styles/dialogs.css",
    "styles/cards.css",
    "styles/table.css",
    "styles/seats.css",
    "styles/choices.css",
    "styles/results.css",
    "styles/waiting-room.css",
    "styles/learn.css",
    "styles/replay.css",
];
/// The folder of the page's texts: `texts/sv.ftl` has those in Swedish.
const TEXTS: &str = "texts/";

pub(super) fn routes() -> Router<Arc<App>> {
    let screens = SCREENS.into_iter().fold(Router::new(), |router, (path, module)| {
        router.route(
            path,
            get(async move |headers: HeaderMap| screen(module, &headers)),
        )
    });
    screens
        .route("/t/{table}/qr.svg", get(qr))
        .route("/web/{*path}", get(asset))
}

/// The page, with preload links for its texts and all modules of this screen, so that the browser
/// requests them in parallel instead of one after another.
fn screen(module: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let mut response = file(PAGE, headers)?;
    let mut modules = Vec::new();
    for first in ["main.js", module] {
        collect_imports(first, &mut modules);
    }
    let texts = format!("{TEXTS}{}.ftl", language(headers).code());
    // Without `crossorigin` the browser would not use the preloaded texts for a `fetch`.
    let mut links = vec![format!(
        "<{ASSETS_PATH}{texts}>; rel=preload; as=fetch; crossorigin"
    )];
    links.extend(
        modules
            .iter()
            .map(|module| format!("<{ASSETS_PATH}{module}>; rel=modulepreload")),
    );
    if let Ok(links) = HeaderValue::from_str(&links.join(", ")) {
        response.headers_mut().insert(header::LINK, links);
    }
    Ok(response)
}

/// The response for unknown paths: an error page for people, an error object for programs.
pub(super) async fn not_found(headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT);
    let wants_page =
        accepts.is_some_and(|value| value.to_str().is_ok_and(|value| value.contains("text/html")));
    if !wants_page {
        return ApiError::NotFound.into_response();
    }
    (StatusCode::NOT_FOUND, screen("main.js", &headers)).into_response()
}

/// The user's preferred language, among those we have.
fn language(headers: &HeaderMap) -> Lang {
    let accepted = headers.get(header::ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let known = |tag: &str| {
        let language = tag.split(['-', ';']).next().unwrap_or_default().trim();
        Lang::from_code(language)
    };
    accepted.split(',').find_map(known).unwrap_or(Lang::En)
}

/// Collects a module and everything that it imports. It recognizes `import … from './name.js';` at
/// the beginning of a line.
fn collect_imports(module: &str, found: &mut Vec<String>) {
    let known = found.iter().any(|other| other == module);
    let Some(file) = Files::get(module).filter(|_| !known) else {
        return;
    };
    found.push(module.to_owned());
    let text = String::from_utf8_lossy(&file.data);
    let lines = text.lines().filter(|line| line.starts_with("import "));
    let folder = module.rsplit_once('/').map_or("", |(folder, _)| folder);
    for name in lines.filter_map(|line| line.split('\'').nth(1)) {
        let (folder, name) = match name.strip_prefix("../") {
            Some(name) => ("", name),
            None => (folder, name.trim_start_matches("./")),
        };
        let path = if folder.is_empty() {
            name.to_owned()
        } else {
            format!("{folder}/{name}")
        };
        collect_imports(&path, found);
    }
}

/// An asset of the page. The page itself is excluded, because it needs different headers.
async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Result<Response, ApiError> {
    if path == PAGE {
        return Err(ApiError::NotFound);
    }
    file(&path, &headers)
}

/// A file of the page.
fn file(path: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let Some(Asset { content, tag }) = Asset::get(path) else {
        return Err(ApiError::NotFound);
    };
    let known = headers.get(header::IF_NONE_MATCH);
    let mut response = if known == Some(&tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        content.response(headers)
    };
    let headers = response.headers_mut();
    // Browsers revalidate each time, so that they see a new release at once. Unchanged files are
    // not sent again.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(header::ETAG, tag);
    Ok(response)
}

/// A file of the page, ready to be sent.
#[derive(Clone)]
struct Asset {
    content: CompressedBody,
    /// The entity tag, which changes with the content.
    tag: HeaderValue,
}

impl Asset {
    /// Gets a file. Release builds compress each file only once, because files can't change there.
    fn get(path: &str) -> Option<Asset> {
        static ASSETS: OnceLock<HashMap<String, Asset>> = OnceLock::new();
        if cfg!(debug_assertions) {
            return Asset::load(path);
        }
        let assets = ASSETS.get_or_init(|| {
            paths()
                .filter_map(|path| Some((path.clone(), Asset::load(&path)?)))
                .collect()
        });
        assets.get(path).cloned()
    }

    fn load(path: &str) -> Option<Asset> {
        let bytes = content(path)?;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let tag = HeaderValue::from_str(&format!("\"{:016x}\"", hasher.finish()));
        Some(Asset {
            content: CompressedBody::new(content_type(path), bytes.into_owned().into()),
            tag: tag.ok()?,
        })
    }
}

/// The paths of all files, including those that the server generates.
fn paths() -> impl Iterator<Item = String> {
    let texts = Lang::ALL.map(|lang| format!("{TEXTS}{}.ftl", lang.code()));
    let files = Files::iter().map(Cow::into_owned);
    files.chain([STYLE.to_owned()]).chain(texts)
}

/// The language of a file of texts: Swedish for `texts/sv.ftl`.
fn language_of_texts(path: &str) -> Option<Lang> {
    let name = path.strip_prefix(TEXTS)?.strip_suffix(".ftl")?;
    Lang::from_code(name)
}

/// The content of a file as the server sends it. It completes the page, joins the style sheets,
/// generates the texts and shortens the modules.
fn content(path: &str) -> Option<Cow<'static, [u8]>> {
    match path {
        PAGE => {
            let page = Files::get(PAGE)?.data;
            let data = serde_json::to_string(&game_data()).ok()?;
            let page = String::from_utf8_lossy(&page).replace(GAME_DATA, &data);
            Some(page.into_bytes().into())
        }
        STYLE => {
            let parts = STYLES.into_iter().map(|part| Some(Files::get(part)?.data));
            Some(parts.collect::<Option<Vec<_>>>()?.concat().into())
        }
        _ => match language_of_texts(path) {
            Some(lang) => Some(lang.page_source().into_bytes().into()),
            None if content_type(path).starts_with("text/javascript") => {
                let module = Files::get(path)?.data;
                Some(
                    without_doc_comments(&String::from_utf8_lossy(&module))
                        .into_bytes()
                        .into(),
                )
            }
            None => Some(Files::get(path)?.data),
        },
    }
}

/// Strips whole-line comments from a module, which makes it a fifth smaller. Every line keeps its
/// number, for people who debug the page.
fn without_doc_comments(module: &str) -> String {
    let mut code = String::with_capacity(module.len());
    let mut in_comment = false;
    for line in module.lines() {
        in_comment |= line.trim_start().starts_with("/**");
        if !in_comment {
            code.push_str(line);
        } else if let Some((_, after)) = line.split_once("*/") {
            in_comment = false;
            code.push_str(after);
        }
        code.push('\n');
    }
    code
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "text/plain; charset=utf-8",
    }
}

/// A QR code with the link of a table. Without a public URL, the link uses the host name with which
/// the client reached this page.
async fn qr(
    State(app): State<Arc<App>>,
    Id(table): Id<TableId>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, ApiError> {
    let path = format!("/t/{table}");
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let link = match (app.config().public_url.as_ref(), host) {
        (None, Some(host)) => format!("http://{host}{path}"),
        _ => app.link(&path),
    };
    let code = QrCode::encode_text(&link, QrCodeEcc::Medium).map_err(|_| ApiError::NotFound)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], qr_svg(&code)))
}

/// Draws a QR code as black squares on white, with the quiet zone that scanners need.
fn qr_svg(code: &QrCode) -> String {
    const BORDER: i32 = 4;
    let size = code.size() + 2 * BORDER;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + BORDER, y + BORDER);
        }
    }
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{path}"/></svg>"##
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    #[test]
    fn texts_are_in_the_readers_language() {
        let language = |accepted| language(&accepting(header::ACCEPT_LANGUAGE, accepted));
        assert_eq!(language("fi-FI,fi;q=0.9,en;q=0.8"), Lang::Fi);
        assert_eq!(language("de, sv-FI;q=0.7"), Lang::Sv);
        assert_eq!(language("de"), Lang::En);
        assert_eq!(language("fil, sv"), Lang::Sv);
        assert_eq!(super::language(&HeaderMap::new()), Lang::En);
        let page = screen("pages/home.js", &accepting(header::ACCEPT_LANGUAGE, "sv")).unwrap();
        let links = page.headers()[header::LINK].to_str().unwrap();
        assert!(
            links.contains("</web/texts/sv.ftl>; rel=preload; as=fetch; crossorigin"),
            "{links}"
        );
        assert!(
            links.contains("</web/vendor/fluent-bundle.js>; rel=modulepreload"),
            "{links}"
        );
    }

    /// The page can request all texts, and nothing else under that path.
    #[test]
    fn the_page_has_the_same_texts_as_the_programs() {
        for lang in Lang::ALL {
            let texts = content(&format!("texts/{}.ftl", lang.code())).unwrap();
            assert_eq!(texts, lang.page_source().as_bytes());
        }
        assert!(content("texts/de.ftl").is_none());
        assert_eq!(
            paths().filter(|path| language_of_texts(path).is_some()).count(),
            3
        );
    }

    /// Imports are found at any depth, and each module once.
    #[test]
    fn a_screen_preloads_all_its_modules() {
        let mut found = Vec::new();
        collect_imports("pages/table.js", &mut found);
        for module in [
            "pages/table.js",
            "connection.js",
            "vendor/lit-html.js",
            "table/turn.js",
            "cards.js",
        ] {
            assert_eq!(
                found.iter().filter(|other| *other == module).count(),
                1,
                "{module} of {found:?}"
            );
        }
        // Every imported module exists.
        for file in Files::iter().filter(|path| path.ends_with(".js") && !path.starts_with("vendor")) {
            let text = String::from_utf8(Files::get(&file).unwrap().data.into_owned()).unwrap();
            let named = text.lines().filter(|line| line.starts_with("import ")).count();
            let mut found = Vec::new();
            collect_imports(&file, &mut found);
            assert!(
                found.len() > named || named == 0,
                "{file} names {named}, found {found:?}"
            );
        }
    }

    #[test]
    fn modules_are_sent_without_their_comments() {
        let module =
            "/** One. */\nexport const a = 1; // kept\n  /**\n   * Two.\n   */\n  /** @type {X} */ (b);\n";
        assert_eq!(
            without_doc_comments(module),
            "\nexport const a = 1; // kept\n\n\n\n (b);\n"
        );
        for path in Files::iter().filter(|path| path.ends_with(".js")) {
            let written = Files::get(&path).unwrap().data;
            let sent = content(&path).unwrap();
            let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).lines().count();
            assert_eq!(lines(&sent), lines(&written), "{path}");
            let sent = String::from_utf8(sent.into_owned()).unwrap();
            let comment = sent.lines().find(|line| line.trim_start().starts_with("/**"));
            assert_eq!(comment, None, "{path}");
        }
    }

    #[test]
    fn unchanged_files_are_not_resent_and_others_are_compressed() {
        let first = file("main.js", &accepting(header::ACCEPT_ENCODING, "gzip, br")).unwrap();
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "gzip");
        let tag = first.headers()[header::ETAG].to_str().unwrap();
        let again = file("main.js", &accepting(header::IF_NONE_MATCH, tag)).unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let plain = file("main.js", &HeaderMap::new()).unwrap();
        assert!(plain.headers().get(header::CONTENT_ENCODING).is_none());
    }

    #[test]
    fn the_style_sheet_consists_of_all_its_parts() {
        let sheet = String::from_utf8(content(STYLE).unwrap().into_owned()).unwrap();
        let parts: Vec<_> = Files::iter().filter(|path| path.ends_with(".css")).collect();
        assert_eq!(parts.len(), STYLES.len(), "{parts:?}");
        for part in STYLES {
            let part = Files::get(part).unwrap().data;
            assert!(sheet.contains(std::str::from_utf8(&part).unwrap()));
        }
    }

    #[test]
    fn the_page_holds_the_game_data() {
        let page = String::from_utf8(content(PAGE).unwrap().into_owned()).unwrap();
        assert!(!page.contains(GAME_DATA));
        let data = serde_json::to_string(&game_data()).unwrap();
        let element = format!("<script id=\"game-data\" type=\"application/json\">{data}</script>");
        assert!(page.contains(&element), "{page}");
        assert!(!data.contains('<'), "nothing can end the element early");
    }

    /// Scanners need the three corners and the white border.
    #[test]
    fn the_qr_code_encodes_the_link() {
        let code = QrCode::encode_text("http://127.0.0.1:7437/t/01a1", QrCodeEcc::Medium).unwrap();
        let picture = qr_svg(&code);
        assert!(
            picture.contains("M4 4h1v1h-1z") && !picture.contains("M3 "),
            "{picture}"
        );
        let dark = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        let dark = dark.filter(|(x, y)| code.get_module(*x, *y)).count();
        assert_eq!(picture.matches("h1v1h-1z").count(), dark);
    }
}
