//! `workspace/executeCommand`: the questions of the command line, asked of what is known now, open documents included.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Map, Value, json};
use tower_lsp_server::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp_server::ls_types::{ExecuteCommandParams, Uri};

use crate::catalog::{PackageChoice, normal};
use crate::config::{Config, Overlay, resolve};
use crate::features::became::became;
use crate::features::creation::{NotMade, Order, Reach, Remedy, Root, places};
use crate::features::difference::difference;
use crate::features::list::{Extent, list};
use crate::features::named_hosts::{hosts_of_new_skills, known_host, usual_host, with_real_hosts};
use crate::features::packages::packages;
use crate::features::prompt_change::ToldListing;
use crate::features::why::{Outcome, put_near, tell_copies, tell_shown, told, why};
use crate::features::{explain, profile, prompt, verdict};
use crate::listing::{Request, listing_after};
use crate::lsp::convert::path_of;
use crate::lsp::deleting::delete;
use crate::lsp::doctor::doctor;
use crate::lsp::document::OpenDocument;
use crate::lsp::read_file::read_file;
use crate::lsp::show::show;
use crate::lsp::showing;
use crate::lsp::state::{Shared, State};
use crate::lsp::toggling::toggle;
use crate::project::pins::PinBoard;
use crate::project::{self, Asked, Setting, Uncreated};
use crate::workspace::{Snapshot, Wanted};

/// Explains a check.
pub(crate) const EXPLAIN: &str = "skill-lsp.explain";
/// Reads all skills again.
pub(crate) const REFRESH: &str = "skill-lsp.refresh";
const PROMPT: &str = "skill-lsp.prompt";
const WHY: &str = "skill-lsp.why";
const LIST: &str = "skill-lsp.list";
const CREATE: &str = "skill-lsp.create";
const DELETE: &str = "skill-lsp.delete";

const HOSTS: &str = "skill-lsp.hosts";
const VERDICTS: &str = "skill-lsp.verdicts";
const READ_FILE: &str = "skill-lsp.readFile";
const SHOW: &str = "skill-lsp.show";
const DOCTOR: &str = "skill-lsp.doctor";
/// Turns a skill on or off.
pub(crate) const TOGGLE: &str = "skill-lsp.toggle";

/// Shows how two skills differ.
pub(crate) const DIFF: &str = "skill-lsp.diff";

/// Says where a new skill could go.
const PLACES: &str = "skill-lsp.places";

/// Says what a skill or a package may do.
const REVIEW: &str = "skill-lsp.review";

/// Says what the packages of the repository bring to which agent.
const PACKAGES: &str = "skill-lsp.packages";

/// Every command.
pub(crate) const COMMANDS: [&str; 17] = [
    PROMPT, WHY, LIST, HOSTS, VERDICTS, EXPLAIN, REFRESH, CREATE, PLACES, DELETE, READ_FILE, SHOW, TOGGLE, DIFF,
    REVIEW, DOCTOR, PACKAGES,
];

/// Something, or why not, in one sentence.
pub(crate) type Said<T> = std::result::Result<T, String>;

/// What came of a command.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The answer.
    pub(crate) answer: Value,
    /// A file that was made or went away.
    pub(crate) changed: Option<PathBuf>,
    /// The answer as people read it, when it is to be shown.
    pub(crate) shown: Option<String>,
}

/// Carries out a command other than [`REFRESH`]. What it says is said in sentences.
pub(crate) fn execute(shared: &Shared, parameters: &ExecuteCommandParams) -> Result<Done> {
    let arguments = Arguments::new(parameters).map_err(wrong)?;
    let is_shown = arguments.flag("show").map_err(wrong)?;
    let answered = |answer: Value| Done { answer, ..Done::default() };
    let told = |(answer, text): (Value, String)| Done { answer, shown: is_shown.then_some(text), changed: None };
    match parameters.command.as_str() {
        EXPLAIN => explanation(&arguments).map(told).map_err(wrong),
        PROMPT => listing_of(shared, &arguments).map(told).map_err(wrong),
        WHY => reasons(shared, &arguments).map(told).map_err(wrong),
        DIFF => difference_of(shared, &arguments).map(told).map_err(wrong),
        REVIEW => reviewed(shared, &arguments).map(told).map_err(wrong),
        LIST => skills(shared, &arguments).map(answered).map_err(wrong),
        HOSTS => hosts(shared, &arguments).map(answered).map_err(wrong),
        VERDICTS => verdicts(shared, &arguments).map(answered).map_err(wrong),
        CREATE => create(shared, &arguments),
        PLACES => new_places(shared, &arguments).map(answered).map_err(wrong),
        DELETE => delete(shared, &arguments),
        READ_FILE => read_file(shared, &arguments),
        TOGGLE => toggle(shared, &arguments),
        SHOW => show(shared, &arguments).map(told).map_err(wrong),
        DOCTOR => doctor(shared, &arguments).map(told).map_err(wrong),
        PACKAGES => shipped(shared, &arguments).map(answered).map_err(wrong),
        other => Err(wrong(format!("there is no command `{other}`; there are {}", COMMANDS.join(", ")))),
    }
}

/// What was asked makes no sense.
pub(crate) fn wrong(sentence: String) -> Error {
    Error { code: ErrorCode::InvalidParams, message: sentence.into(), data: None }
}

/// `RequestFailed` of the protocol: nothing was wrong with the question.
pub(crate) fn failed(sentence: String) -> Error {
    Error { code: ErrorCode::ServerError(-32803), message: sentence.into(), data: None }
}

fn explanation(arguments: &Arguments) -> Said<(Value, String)> {
    let check = explain::explained(&arguments.needed("check")?)?;
    Ok((explain::as_json(check), showing::explanation(check)))
}

fn listing_of(shared: &Shared, arguments: &Arguments) -> Said<(Value, String)> {
    let mode = arguments.text("mode")?;
    let request = Request {
        mode: mode.clone(),
        model: arguments.text("model")?,
        context_window: arguments.number("contextWindow")?,
        ..Request::default()
    };
    let (sight, host) = Sight::of_one_host(shared, arguments)?;
    let snapshot = &sight.snapshot;
    let view = snapshot.view(&host)?;
    let board = PinBoard::of(snapshot, &host, arguments.text("context")?.as_deref())?;
    let pinned = board.map(|board| board.standing_ids()).transpose()?.unwrap_or_default();
    // Of several packages the one that the open file belongs to counts as installed.
    let uri = arguments.text("uri")?.map(|uri| place(&uri, "uri")).transpose()?;
    let apart = uri.as_ref().and_then(|path| view.package_apart(Some(snapshot.catalog.by_path(path)?)));
    let request = Request { pinned, apart, ..request };
    let since = arguments.number("since")?.map(|since| since as u64);
    let folder = &snapshot.environment.working_directory;
    let earlier = since.and_then(|since| shared.told_listings.take(since, folder));
    let parts = earlier.as_deref().map(ToldListing::parts);
    let (listing, parts) = listing_after(parts, &snapshot.catalog, view, &*snapshot.files, &request)
        .map_err(|error| prompt::refusal(&error, &view.host, mode.as_deref()))?;
    // What became of the file beside which the listing is shown.
    let became = uri.and_then(|path| became(&snapshot.catalog, view, &listing, &path));
    let shown = if arguments.flag("show")? { showing::listing(&listing) } else { String::new() };
    let mut answer = match since {
        None => prompt::as_json(view, &listing),
        Some(since) => {
            let now = Arc::new(ToldListing::new(view, listing, parts));
            let number = shared.told_listings.keep(folder.clone(), now.clone());
            let mut answer = match earlier.and_then(|earlier| earlier.changed(&now)) {
                Some(changed) => json!({"since": since, "changed": changed}),
                None => prompt::as_json(view, now.listing()),
            };
            answer["number"] = json!(number);
            answer
        }
    };
    if let Some(became) = became {
        answer["current"] = json!(became);
    }
    Ok((answer, shown))
}

fn reasons(shared: &Shared, arguments: &Arguments) -> Said<(Value, String)> {
    let name = arguments.needed("name")?;
    let asked = arguments.texts("host")?;
    let sight = Sight::of(shared, arguments, asked.as_deref())?;
    let Snapshot { catalog, config, .. } = &sight.snapshot;
    let mut answers = why(catalog, &*sight.snapshot.files, &config.known_hosts, &sight.hosts, &name);
    if answers.iter().all(|answer| answer.outcome == Outcome::Absent) {
        let near = project::near_misses(&sight.snapshot, &name);
        put_near(&mut answers, &config.known_hosts, &near, asked.as_deref().unwrap_or_default());
    }
    tell_shown(&mut answers, catalog, &sight.snapshot);
    tell_copies(&mut answers, catalog, &*sight.snapshot.files, &config.known_hosts);
    // Of a host that was named, that it does not have the skill is an answer too.
    let all = json!(told(answers.clone(), asked.is_some()));
    answers.retain(|answer| asked.is_some() || answer.outcome != Outcome::Absent || answer.has_near());
    Ok((all, showing::reasons(&sight.snapshot, &name, &answers)))
}

/// How two skills differ, as they stand in the editor.
fn difference_of(shared: &Shared, arguments: &Arguments) -> Said<(Value, String)> {
    let path = place(&arguments.needed("path")?, "path")?;
    let other = place(&arguments.needed("other")?, "other")?;
    let (snapshot, files) = {
        let mut state = shared.lock();
        state.settle();
        let folder = state.folder_of(&path).ok_or("no folder is open")?;
        (folder.snapshot.clone(), state.files())
    };
    let shown = |path: &Path| snapshot.environment.short(path);
    let difference = difference(&snapshot.catalog, &files, &path, &other, shown)?;
    let shown = if difference.diff.is_empty() { "they are equal".to_owned() } else { difference.diff.clone() };
    Ok((json!(difference), shown))
}

/// What the folder, or the file, at a path may do; it need not be in an open folder.
fn reviewed(shared: &Shared, arguments: &Arguments) -> Said<(Value, String)> {
    let path = match arguments.text("path")? {
        Some(path) => place(&path, "path")?,
        None => place(&arguments.needed("uri")?, "uri")?,
    };
    let config = {
        let mut state = shared.lock();
        state.settle();
        state.folder_of(&path).map(|folder| folder.snapshot.config.clone())
    };
    // Settings that lie beside a stranger's skill are the stranger's.
    let config = config.unwrap_or_else(|| Arc::new(resolve(None, &Overlay::default(), &[]).0));
    let review = project::review(&config, &path)?;
    Ok((review.as_json(), showing::review(&review)))
}

fn skills(shared: &Shared, arguments: &Arguments) -> Said<Value> {
    let extent = if arguments.flag("all")? { Extent::All } else { Extent::Used };
    let asked = arguments.texts("host")?;
    let sight = Sight::of(shared, arguments, asked.as_deref())?;
    let snapshot = &sight.snapshot;
    Ok(json!(list(&snapshot.catalog, Some(&*snapshot.files), snapshot, &sight.hosts, extent)))
}

/// Every host that can be named here, those of the settings file included.
fn hosts(shared: &Shared, arguments: &Arguments) -> Said<Value> {
    let sight = Sight::of(shared, arguments, None)?;
    let Snapshot { config, environment, .. } = &sight.snapshot;
    let known = config.known_hosts.iter();
    Ok(known.map(|host| profile::as_json(host, shared.versions.of(host, environment).as_ref())).collect())
}

/// What each host makes of one file, those first for which it is written.
fn verdicts(shared: &Shared, arguments: &Arguments) -> Said<Value> {
    let path = place(&arguments.needed("uri")?, "uri")?;
    let question = {
        let mut state = shared.lock();
        let open = state.documents.get(&path).filter(|open| !open.is_manifest).cloned();
        open.and_then(|open| state.question_about(path, open))
    };
    // What is not open is nothing that an editor shows a verdict for.
    Ok(question.map_or_else(|| json!([]), |question| json!(question.ask(verdict::verdicts))))
}

/// What the packages of the repository bring, and what not.
fn shipped(shared: &Shared, arguments: &Arguments) -> Said<Value> {
    let asked = arguments.texts("host")?;
    let sight = Sight::of(shared, arguments, asked.as_deref())?;
    let snapshot = &sight.snapshot;
    let mut answer = packages(&snapshot.catalog, &snapshot.config, &*snapshot.files, snapshot);
    for package in &mut answer.packages {
        package.agents.retain(|agent| sight.hosts.contains(&agent.host));
    }
    Ok(json!(answer))
}

/// Where a new skill could go, the likeliest place first.
fn new_places(shared: &Shared, arguments: &Arguments) -> Said<Value> {
    let sight = Sight::of(shared, arguments, None)?;
    let Snapshot { config, catalog, .. } = &sight.snapshot;
    Ok(json!(places(catalog, &hosts_of_new_skills(config))))
}

fn create(shared: &Shared, arguments: &Arguments) -> Result<Done> {
    let path = created(shared, arguments).map_err(|error| match error {
        Uncreated::Refused(NotMade { sentence, remedy: Some(Remedy::Folder) }) => {
            wrong(format!("{sentence}: name a folder as `root`"))
        }
        Uncreated::Refused(NotMade { sentence, .. }) => wrong(sentence),
        Uncreated::Unwritten(sentence) => failed(sentence),
    })?;
    Ok(Done { answer: json!({"path": path}), changed: Some(path), shown: None })
}

fn created(shared: &Shared, arguments: &Arguments) -> std::result::Result<PathBuf, Uncreated> {
    let (name, description) = (arguments.needed("name")?, arguments.needed("description")?);
    let (instructions, root) = (arguments.text("instructions")?, arguments.needed("root")?);
    let even_if_taken = arguments.flag("evenIfTaken")?;
    let (sight, host) = Sight::of_one_host(shared, arguments)?;
    let Snapshot { config, environment, .. } = &sight.snapshot;
    let order = Order {
        name: &name,
        description: Some(&description),
        instructions: instructions.as_deref(),
        root: Root::of(&root, |folder| normal(&environment.working_directory.join(folder))),
        reach: Reach::Roots(&config.roots),
        even_if_taken,
    };
    project::create(&sight.snapshot, &host, &order, |path| path.display().to_string())
}

/// The skills that a question is about, and the hosts that it is about.
pub(crate) struct Sight {
    pub(crate) snapshot: Snapshot,
    pub(crate) hosts: Vec<String>,
}

/// Where a question is asked from.
enum AskedFrom {
    /// One of the open folders: what every real host sees there.
    Open(Box<Snapshot>),
    /// Another folder.
    Other(PathBuf),
}

impl Sight {
    /// The skills from where the question is asked: those of an open folder as they are known, those of any other as
    /// the command line reads them.
    pub(crate) fn of(shared: &Shared, arguments: &Arguments, asked: Option<&[String]>) -> Said<Sight> {
        Sight::asked(shared, arguments, |_| Ok(asked.map(<[String]>::to_vec)))
    }

    /// The same for a question about one host: the one that is named, or else the usual one of the settings.
    pub(crate) fn of_one_host(shared: &Shared, arguments: &Arguments) -> Said<(Sight, String)> {
        let named = arguments.text("host")?;
        let asked = |config: &Config| Ok(Some(vec![named.unwrap_or_else(|| usual_host(config))]));
        let sight = Sight::asked(shared, arguments, asked)?;
        let host = sight.hosts.first().cloned().unwrap_or_default();
        Ok((sight, host))
    }

    /// The same folder with what is installed alone: no package of the repository stands for anything.
    pub(crate) fn installed(&self, shared: &Shared, host: &str) -> Said<Sight> {
        let overlay = shared.lock().settings.overlay.clone();
        let mut setting = project::setting_touching(&self.snapshot.environment.working_directory, &overlay, Vec::new());
        setting.environment.package_choice = PackageChoice::Nothing;
        read(setting, Some(&[host.to_owned()]), &[])
    }

    fn asked(
        shared: &Shared,
        arguments: &Arguments,
        asked: impl FnOnce(&Config) -> Said<Option<Vec<String>>>,
    ) -> Said<Sight> {
        let cwd = arguments.text("cwd")?.map(|cwd| place(&cwd, "cwd")).transpose()?;
        let uri = arguments.text("uri")?.map(|uri| place(&uri, "uri")).transpose()?;
        let touched: Vec<PathBuf> =
            arguments.texts("touched")?.unwrap_or_default().into_iter().map(|file| touched_file(&file)).collect();
        let (found, overlay, open) = {
            let mut state = shared.lock();
            state.settle();
            let found = place_of(&state, cwd.as_deref(), uri.as_deref())?;
            let skills = state.documents.iter().filter(|(_, document)| !document.is_manifest);
            let open: Vec<(PathBuf, OpenDocument)> =
                skills.map(|(path, document)| (path.clone(), document.clone())).collect();
            (found, state.settings.overlay.clone(), open)
        };
        let (folder, asked) = match found {
            AskedFrom::Open(snapshot) => {
                let asked = asked(&snapshot.config)?;
                let hosts = asked.clone().or_else(|| snapshot.config.hosts.clone());
                let hosts = hosts.unwrap_or_else(|| hosts_of(&snapshot));
                for host in &hosts {
                    known_host(&snapshot.config, host)?;
                }
                if touched.is_empty() && hosts.iter().all(|host| snapshot.catalog.view(host).is_some()) {
                    return Ok(Sight { snapshot: *snapshot, hosts });
                }
                (snapshot.environment.working_directory.clone(), asked)
            }
            AskedFrom::Other(folder) => {
                let asked = asked(&project::config_of(&folder, &overlay))?;
                (folder, asked)
            }
        };
        read(project::setting_touching(&folder, &overlay, touched), asked.as_deref(), &open)
    }
}

/// The folder from which a question is asked, where it is looked at anew.
pub(crate) fn folder_asked(shared: &Shared, arguments: &Arguments) -> Said<PathBuf> {
    let cwd = arguments.text("cwd")?.map(|cwd| place(&cwd, "cwd")).transpose()?;
    let uri = arguments.text("uri")?.map(|uri| place(&uri, "uri")).transpose()?;
    let state = shared.lock();
    Ok(match place_of(&state, cwd.as_deref(), uri.as_deref())? {
        AskedFrom::Open(snapshot) => snapshot.environment.working_directory.clone(),
        AskedFrom::Other(folder) => folder,
    })
}

fn hosts_of(snapshot: &Snapshot) -> Vec<String> {
    snapshot.catalog.views().iter().map(|view| view.host.id.clone()).collect()
}

/// The folder that a question means.
fn place_of(state: &State, cwd: Option<&Path>, uri: Option<&Path>) -> Said<AskedFrom> {
    let folder = match (cwd, uri) {
        (Some(cwd), _) => state.folders.iter().find(|folder| folder.path == cwd),
        (None, Some(uri)) => state.folder_of(uri),
        (None, None) => state.folders.first(),
    };
    if let Some(folder) = folder.filter(|folder| folder.is_read) {
        return Ok(AskedFrom::Open(Box::new(folder.snapshot.clone())));
    }
    // Before a folder is read, it is read for the question alone: a part of the answer would be a wrong one.
    let root = folder.map(|folder| folder.path.as_path()).or(state.roots.first().map(PathBuf::as_path));
    let folder = cwd.or(root).or_else(|| uri.and_then(Path::parent)).ok_or("no folder is open: say `cwd`")?;
    project::can_start_in(folder)?;
    Ok(AskedFrom::Other(folder.to_owned()))
}

/// Reads the skills of a folder as the command line does; what is open stands for what is saved.
fn read(mut setting: Setting, asked: Option<&[String]>, open: &[(PathBuf, OpenDocument)]) -> Said<Sight> {
    for host in asked.unwrap_or_default() {
        known_host(&setting.config, host)?;
    }
    if let Some(asked) = asked {
        setting.config.hosts = Some(with_real_hosts(&setting.config, asked));
    }
    let (mut workspace, _) =
        project::walk(setting.config, setting.environment, Wanted::All, Asked::Nothing).read(|| {});
    for (path, document) in open {
        let document = document.document();
        let found = workspace.found(path, document.text.len());
        if !workspace.places_of(&found).is_empty() {
            workspace.put(path, &document);
        }
    }
    let snapshot = workspace.snapshot();
    let hosts = asked.map_or_else(|| hosts_of(&snapshot), <[String]>::to_vec);
    Ok(Sight { snapshot, hosts })
}

/// A touched file as it is sent: a path, from the folder that is meant on, or a `file:` address.
fn touched_file(text: &str) -> PathBuf {
    let uri = text.parse::<Uri>().ok().filter(|_| text.starts_with("file:"));
    uri.and_then(|uri| path_of(&uri)).unwrap_or_else(|| PathBuf::from(text))
}

/// A path as it is sent: absolute, or as a `file:` address.
pub(crate) fn place(text: &str, key: &str) -> Said<PathBuf> {
    let path = match text.parse::<Uri>().ok().filter(|_| text.starts_with("file:")) {
        Some(uri) => path_of(&uri),
        None => Some(normal(Path::new(text))).filter(|path| path.is_absolute()),
    };
    path.ok_or_else(|| format!("`{key}` must be an absolute path, not `{text}`"))
}

/// The one object that a command takes.
pub(crate) struct Arguments {
    command: String,
    values: Map<String, Value>,
}

impl Arguments {
    fn new(parameters: &ExecuteCommandParams) -> Said<Arguments> {
        let command = parameters.command.clone();
        let values = match parameters.arguments.as_slice() {
            [] | [Value::Null] => Map::new(),
            [Value::Object(values)] => values.clone(),
            _ => return Err(format!("`{command}` takes one object as argument")),
        };
        Ok(Arguments { command, values })
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.values.get(key).filter(|value| !value.is_null())
    }

    pub(crate) fn wrong(&self, key: &str, kind: &str) -> String {
        format!("`{key}` of `{}` must be {kind}", self.command)
    }

    pub(crate) fn text(&self, key: &str) -> Said<Option<String>> {
        let text = |value: &Value| value.as_str().map(str::to_owned).ok_or_else(|| self.wrong(key, "text"));
        self.get(key).map(text).transpose()
    }

    pub(crate) fn needed(&self, key: &str) -> Said<String> {
        let text = self.text(key)?.filter(|text| !text.trim().is_empty());
        text.ok_or_else(|| format!("`{}` needs `{key}`", self.command))
    }

    /// One text, or a list of them.
    pub(crate) fn texts(&self, key: &str) -> Said<Option<Vec<String>>> {
        let Some(Value::Array(items)) = self.get(key) else {
            return Ok(self.text(key)?.map(|text| vec![text]));
        };
        let texts: Option<Vec<String>> = items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
        let texts = texts.ok_or_else(|| self.wrong(key, "text or a list of texts"))?;
        Ok((!texts.is_empty()).then_some(texts))
    }

    pub(crate) fn number(&self, key: &str) -> Said<Option<usize>> {
        let number = |value: &Value| {
            let number = value.as_u64().and_then(|number| usize::try_from(number).ok());
            number.ok_or_else(|| self.wrong(key, "a whole number"))
        };
        self.get(key).map(number).transpose()
    }

    pub(crate) fn flag(&self, key: &str) -> Said<bool> {
        self.get(key).map_or(Ok(false), |value| value.as_bool().ok_or_else(|| self.wrong(key, "true or false")))
    }
}
