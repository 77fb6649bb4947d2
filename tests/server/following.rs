//! A preview that follows a listing is told only what has changed; it shows what it would show if all were told.

use serde_json::{Value, json};

use crate::server::client::{Client, Tree};

/// A listing with a change carried out, as the editors do it.
fn applied(mut told: Value, change: &Value) -> Value {
    if let Some(lines) = change["lines"].as_object() {
        let text = told["text"].as_str().unwrap().to_owned();
        let mut all: Vec<&str> = text.split('\n').collect();
        let at = |key: &str| lines[key].as_u64().unwrap() as usize;
        all.splice(at("from")..at("to"), lines["by"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()));
        told["text"] = json!(all.join("\n"));
    }
    for entry in change["entries"].as_array().unwrap() {
        told["entries"][entry["at"].as_u64().unwrap() as usize] = entry["entry"].clone();
    }
    told["budget"] = change["budget"].clone();
    told
}

fn prompt(client: &mut Client, argument: Value) -> Value {
    client.request("workspace/executeCommand", json!({"command": "skill-lsp.prompt", "arguments": [argument]})).unwrap()
}

/// Someone who shows a listing and asks for what has changed.
#[derive(Default)]
struct Follower {
    host: &'static str,
    shown: Value,
    number: u64,
    changes: usize,
}

impl Follower {
    /// Brings it up to this moment, and compares it with all of it.
    fn follow(&mut self, client: &mut Client, uri: &str, told: &str) {
        let mut answer = prompt(client, json!({"host": self.host, "uri": uri, "since": self.number}));
        self.number = answer.as_object_mut().unwrap().remove("number").unwrap().as_u64().unwrap();
        if answer["changed"].is_object() {
            self.changes += 1;
            self.shown = applied(std::mem::take(&mut self.shown), &answer["changed"]);
            match answer.get("current") {
                Some(current) => self.shown["current"] = current.clone(),
                None => drop(self.shown.as_object_mut().unwrap().remove("current")),
            }
        } else {
            self.shown = answer;
        }
        assert_eq!(self.shown, prompt(client, json!({"host": self.host, "uri": uri})), "{} after {told}", self.host);
    }
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as usize
    }
}

fn file(number: usize) -> String {
    let root = [".claude/skills", ".agents/skills"][number % 2];
    format!("home/shop/{root}/skill-{number:02}/SKILL.md")
}

fn text(dice: &mut Dice, number: usize) -> String {
    let other = dice.below(12);
    let name = if dice.below(8) == 0 { format!("skill-{other:02}") } else { format!("skill-{number:02}") };
    let words = [
        "Does. Use when asked.",
        "読む。",
        "Use this when: it breaks",
        "\"Says \\n two lines\"",
        "",
        "|-\n  One\n  two",
    ];
    let description = match dice.below(3) {
        0 => format!("Does the work of {name} with great care. ").repeat(1 + dice.below(40)),
        _ => words[dice.below(words.len())].to_owned(),
    };
    let more = ["", "disable-model-invocation: true\n", "when_to_use: Always.\n", "paths: src/**\n", "x: [\n"];
    let more = if dice.below(4) == 0 { more[dice.below(more.len())] } else { "" };
    format!("---\nname: {name}\ndescription: {description}\n{more}---\n\nDo it.\n")
}

#[test]
fn what_has_changed_makes_the_same_as_all_of_it() {
    let mut dice = Dice(20_261_118);
    let mut texts: Vec<String> = (0..12).map(|number| text(&mut dice, number)).collect();
    let mut fixture = "//- home/shop/.claude/settings.json\n{\"skillListingBudgetFraction\": 0.004}\n".to_owned();
    for (number, text) in texts.iter().enumerate() {
        fixture.push_str(&format!("//- {}\n{text}", file(number)));
    }
    let tree = Tree::new(&fixture);
    let mut client = Client::ready(&tree);
    for (number, text) in texts.iter().enumerate() {
        client.open(&tree.uri(&file(number)), text);
    }
    let hosts = ["claude-code", "codex", "copilot-cli", "agentskills"];
    let mut followers = hosts.map(|host| Follower { host, ..Follower::default() });
    for round in 0..80 {
        let number = dice.below(texts.len());
        texts[number] = text(&mut dice, number);
        let uri = tree.uri(&file(number));
        client.change(&uri, round + 2, &texts[number]);
        for follower in &mut followers {
            follower.follow(&mut client, &uri, &texts[number]);
        }
        if round % 20 == 19 {
            // Another server, which has seen none of it.
            let mut fresh = Client::ready(&tree);
            for (number, text) in texts.iter().enumerate() {
                fresh.open(&tree.uri(&file(number)), text);
            }
            for follower in &followers {
                let whole = prompt(&mut fresh, json!({"host": follower.host, "uri": uri}));
                assert_eq!(follower.shown, whole, "{} from nothing", follower.host);
            }
        }
    }
    for follower in &followers {
        assert!(follower.changes > 10, "{} was told all of it nearly always", follower.host);
    }
}

#[test]
fn a_key_costs_one_entry_of_hundreds() {
    let skill = |number: usize| {
        format!(
            "//- home/shop/.agents/skills/skill-{number:03}/SKILL.md\n---\nname: skill-{number:03}\n\
             description: Does the work of {number}. Use when asked for {number}.\n---\n"
        )
    };
    let tree = Tree::new(&(0..300).map(skill).collect::<String>());
    let mut client = Client::ready(&tree);
    let uri = tree.uri("home/shop/.agents/skills/skill-007/SKILL.md");
    let typed = |word: &str| format!("---\nname: skill-007\ndescription: Does {word}. Use when asked.\n---\n");
    client.open(&uri, &typed("a"));
    let whole = prompt(&mut client, json!({"host": "agentskills", "uri": uri, "since": 0}));
    client.change(&uri, 2, &typed("b"));
    let changed = prompt(&mut client, json!({"host": "agentskills", "uri": uri, "since": whole["number"]}));
    assert_eq!(changed["changed"]["entries"].as_array().map(Vec::len), Some(1), "{changed}");
    assert!(changed.to_string().len() < 2000, "{changed}");
    // Whoever asks again for what was told already is told all of it.
    let again = prompt(&mut client, json!({"host": "agentskills", "uri": uri, "since": whole["number"]}));
    assert_eq!(again["entries"].as_array().map(Vec::len), whole["entries"].as_array().map(Vec::len));
}
