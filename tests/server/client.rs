//! A client that drives the real server over its pipes.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{below, with_home};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// One name in the project and at home: in Claude Code the one at home wins.
pub(crate) const CLASH: &str = "
    //- home/shop/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys the shop. Use when the shop is to be deployed.
    ---
    Deploy it.
    //- home/.claude/skills/deploy/SKILL.md
    ---
    name: deploy
    description: Deploys anything. Use when something else is to be deployed.
    ---
    Deploy it.
    ";

/// Files below a temporary folder: a home and a project in it.
pub(crate) struct Tree {
    folder: tempfile::TempDir,
}

impl Tree {
    /// The files of a fixture: a line `//- home/shop/.claude/skills/pdf/SKILL.md` begins each. The indentation of the
    /// first line is taken from every line.
    pub(crate) fn new(fixture: &str) -> Tree {
        let tree = Tree { folder: tempfile::tempdir().unwrap() };
        std::fs::create_dir_all(tree.path("home/shop/.git")).unwrap();
        let fixture = fixture.strip_prefix('\n').unwrap_or(fixture);
        let indentation = fixture.chars().take_while(|it| *it == ' ').count();
        let mut open: Option<(PathBuf, String)> = None;
        for line in fixture.lines() {
            let spaces = line.chars().take_while(|it| *it == ' ').count();
            let line = &line[spaces.min(indentation)..];
            if let Some(path) = line.strip_prefix("//- ") {
                open.take().into_iter().for_each(|(path, text)| write(&path, &text));
                open = Some((tree.path(path.trim()), String::new()));
            } else if let Some((_, text)) = &mut open {
                text.push_str(line);
                text.push('\n');
            }
        }
        open.into_iter().for_each(|(path, text)| write(&path, &text));
        tree
    }

    /// The real path of something in the tree.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        below(self.folder.path(), relative)
    }

    /// The address of something in the tree.
    pub(crate) fn uri(&self, relative: &str) -> String {
        uri(&self.path(relative))
    }

    /// Writes a file of the tree.
    pub(crate) fn write(&self, relative: &str, text: &str) {
        write(&self.path(relative), text);
    }

    /// Reads a file of the tree.
    pub(crate) fn read(&self, relative: &str) -> String {
        std::fs::read_to_string(self.path(relative)).unwrap()
    }
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// The address of a path; one with a drive as VS Code writes it.
pub(crate) fn uri(path: &Path) -> String {
    let path = path.display().to_string();
    match path.split_once(":\\") {
        Some((drive, below)) => format!("file:///{}%3A/{}", drive.to_lowercase(), below.replace('\\', "/")),
        None => format!("file://{path}"),
    }
}

/// A running server and what it has said.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    incoming: Receiver<Value>,
    /// Answers that nobody has asked for yet.
    pub(crate) unread: VecDeque<Value>,
    next_id: i64,
    /// Whether nothing is answered to the server.
    pub(crate) is_silent: bool,
    /// What is answered to `workspace/configuration`.
    pub(crate) settings: Value,
    /// What was last published for each address: version, diagnostics.
    pub(crate) published: HashMap<String, (Option<i64>, Vec<Value>)>,
    /// Every notification and request of the server that is not a publication, in order.
    pub(crate) heard: Vec<Value>,
}

/// What an editor with every ability says of itself.
pub(crate) fn rich() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "window": {"workDoneProgress": true},
        "workspace": {
            "configuration": true,
            "workspaceFolders": true,
            "didChangeConfiguration": {"dynamicRegistration": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true, "relativePatternSupport": true},
            "workspaceEdit": {"documentChanges": true, "resourceOperations": ["create", "rename", "delete"]},
            "codeLens": {"refreshSupport": true},
            "inlayHint": {"refreshSupport": true},
            "fileOperations": {"willRename": true},
        },
        "textDocument": {
            "publishDiagnostics": {"relatedInformation": true, "versionSupport": true, "tagSupport": {"valueSet": [1, 2]}},
            "completion": {"completionItem": {
                "snippetSupport": true, "documentationFormat": ["markdown", "plaintext"],
                "resolveSupport": {"properties": ["documentation", "detail"]}, "insertReplaceSupport": true,
            }},
            "hover": {"contentFormat": ["markdown", "plaintext"]},
            "codeAction": {
                "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}},
                "resolveSupport": {"properties": ["edit"]}, "isPreferredSupport": true, "disabledSupport": true, "dataSupport": true,
            },
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "definition": {"linkSupport": true},
            "rename": {"prepareSupport": true},
        },
    })
}

impl Client {
    /// Starts a server in `home/shop` of a tree, with that tree's home and nothing else from outside.
    pub(crate) fn start(tree: &Tree) -> Client {
        Client::start_as(tree, Command::new(env!("CARGO_BIN_EXE_skill-lsp")).arg("serve"))
    }

    /// The same with a command that becomes the server.
    pub(crate) fn start_as(tree: &Tree, command: &mut Command) -> Client {
        with_home(command.current_dir(tree.path("home/shop")), &tree.path("home"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, incoming) = channel();
        std::thread::spawn(move || {
            let mut output = output;
            while let Some(message) = read_message(&mut output) {
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Client {
            child,
            input,
            incoming,
            unread: VecDeque::new(),
            next_id: 0,
            is_silent: false,
            settings: Value::Null,
            published: HashMap::new(),
            heard: Vec::new(),
        }
    }

    /// Starts a server, shakes hands as an editor with every ability, and waits until all skills are read.
    pub(crate) fn ready(tree: &Tree) -> Client {
        let mut client = Client::start(tree);
        client.shake_hands(tree, rich());
        client.wait_for_index();
        client
    }

    /// `initialize` and `initialized`, with these abilities. Returns the answer.
    pub(crate) fn shake_hands(&mut self, tree: &Tree, capabilities: Value) -> Value {
        self.shake_hands_as(tree, None, capabilities)
    }

    /// The same, as an editor of this name.
    pub(crate) fn shake_hands_as(&mut self, tree: &Tree, name: Option<&str>, capabilities: Value) -> Value {
        let folder = json!({"uri": tree.uri("home/shop"), "name": "shop"});
        let parameters = json!({
            "processId": std::process::id(), "rootUri": tree.uri("home/shop"), "capabilities": capabilities,
            "workspaceFolders": [folder], "clientInfo": name.map(|name| json!({"name": name})),
        });
        let answer = self.request("initialize", parameters).unwrap();
        self.notify("initialized", json!({}));
        answer
    }

    /// Waits until the server says that it has read all skills and looked at them together.
    pub(crate) fn wait_for_index(&mut self) {
        self.wait_for("the index", |client| {
            let is_read =
                |message: &Value| message["params"]["message"].as_str().is_some_and(|line| line.starts_with("read "));
            let Some(read) = client.heard.iter().position(is_read) else { return false };
            client.heard[read..].iter().any(|message| message["method"] == "skill-lsp/catalogChanged")
        });
    }

    /// How often the server has called a method.
    pub(crate) fn count(&self, method: &str) -> usize {
        self.heard.iter().filter(|message| message["method"] == method).count()
    }

    /// Listens until something is so.
    pub(crate) fn wait_for(&mut self, what: &str, mut is_so: impl FnMut(&Client) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited in vain for {what}; heard {:#?}", self.heard);
            if let Some(message) = self.listen(left) {
                self.unread.push_back(message);
            }
        }
    }

    /// Listens for so long, whatever comes.
    pub(crate) fn listen_for(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        while let Some(left) = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) {
            if let Some(message) = self.listen(left) {
                self.unread.push_back(message);
            }
        }
    }

    /// Asks again and again until something is so.
    pub(crate) fn listen_until(&mut self, mut is_so: impl FnMut(&mut Client) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            assert!(Instant::now() < deadline, "waited in vain; heard {:#?}", self.heard);
            self.listen_for(Duration::from_millis(50));
        }
    }

    /// The diagnostics of a file, once those of this version are there.
    pub(crate) fn diagnostics(&mut self, uri: &str, version: i64) -> Vec<Value> {
        self.wait_for("diagnostics", |client| {
            client.published.get(uri).is_some_and(|(at, _)| at.is_some_and(|at| at >= version))
        });
        self.published[uri].1.clone()
    }

    /// Asks and waits for the answer.
    pub(crate) fn request(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        let id = self.ask(method, parameters);
        self.answer(id)
    }

    /// Asks without waiting. Returns the number of the request.
    pub(crate) fn ask(&mut self, method: &str, parameters: Value) -> i64 {
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": self.next_id, "method": method, "params": parameters}));
        self.next_id
    }

    /// Waits for the answer to a request; `null` is the id of what is none.
    pub(crate) fn answer(&mut self, id: impl Into<Value>) -> Result<Value, Value> {
        let id = id.into();
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.unread.iter().position(|message| message["id"] == id) {
                let mut message = self.unread.remove(at).unwrap();
                return match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].take()),
                };
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no answer to request {id}");
            if let Some(message) = self.listen(left) {
                self.unread.push_back(message);
            }
        }
    }

    /// Tells something.
    pub(crate) fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": parameters}));
    }

    /// Opens a document, at version 1.
    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "markdown", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the whole text of a document.
    pub(crate) fn change(&mut self, uri: &str, version: i64, text: &str) {
        self.change_with(uri, version, json!([{"text": text}]));
    }

    /// Changes a document.
    pub(crate) fn change_with(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({"uri": uri, "version": version});
        self.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// Closes a document.
    pub(crate) fn close(&mut self, uri: &str) {
        self.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    }

    /// Asks a question about a place: line and character count from 0.
    pub(crate) fn at(&mut self, method: &str, uri: &str, line: usize, character: usize) -> Result<Value, Value> {
        let mut parameters = json!({
            "textDocument": {"uri": uri}, "position": {"line": line, "character": character},
        });
        if method == "textDocument/references" {
            parameters["context"] = json!({"includeDeclaration": true});
        }
        self.request(method, parameters)
    }

    fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    /// Sends a message as it is written.
    pub(crate) fn send_text(&mut self, body: &str) {
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            // A server that has gone away is found out by who waits for it.
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    /// Takes in one message: publications and notifications are noted, requests answered; an answer is returned.
    fn listen(&mut self, time: Duration) -> Option<Value> {
        let message = match self.incoming.recv_timeout(time) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => return None,
            Err(RecvTimeoutError::Disconnected) => panic!("the server went away; heard {:#?}", self.heard),
        };
        let Some(method) = message["method"].as_str() else { return Some(message) };
        if method == "textDocument/publishDiagnostics" {
            let parameters = &message["params"];
            let uri = parameters["uri"].as_str().unwrap().to_owned();
            let found = parameters["diagnostics"].as_array().unwrap().clone();
            self.published.insert(uri, (parameters["version"].as_i64(), found));
            return None;
        }
        if let Some(id) = message.get("id").filter(|_| !self.is_silent).cloned() {
            let result = match method {
                "workspace/configuration" => {
                    let items = message["params"]["items"].as_array().map_or(0, Vec::len);
                    Value::Array(vec![self.settings.clone(); items])
                }
                _ => Value::Null,
            };
            self.send(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
        }
        self.heard.push(message);
        None
    }

    /// Closes the server's input, as a dying client does.
    pub(crate) fn hang_up(&mut self) {
        self.input = None;
    }

    /// The server's number among the processes.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// How many threads the server has, and how many files it holds open; 0 where the system does not tell.
    pub(crate) fn burden(&self) -> (usize, usize) {
        let count =
            |what: &str| std::fs::read_dir(format!("/proc/{}/{what}", self.process())).map_or(0, Iterator::count);
        (count("task"), count("fd"))
    }

    /// Waits for the server to end.
    pub(crate) fn ended(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(Instant::now() < deadline, "the server does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// `shutdown` and `exit`. Returns how the server ended.
    pub(crate) fn shut_down(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null).unwrap();
        self.notify("exit", Value::Null);
        self.ended()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One message; `None` at the end.
fn read_message(input: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(number) = line.strip_prefix("Content-Length: ") {
            length = number.parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    input.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).unwrap())
}

/// The codes of diagnostics with the lines on which they begin, as `line: code`, in order.
pub(crate) fn codes(diagnostics: &[Value]) -> Vec<String> {
    let mut codes: Vec<(u64, String)> = diagnostics
        .iter()
        .map(|it| (it["range"]["start"]["line"].as_u64().unwrap(), it["code"].as_str().unwrap().to_owned()))
        .collect();
    codes.sort();
    codes.into_iter().map(|(line, code)| format!("{line}: {code}")).collect()
}
