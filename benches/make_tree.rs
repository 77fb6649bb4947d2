//! `cargo run --release -p skill-lsp-benches --bin make-tree FOLDER COUNT [faulty]`: writes a project of skills.

#[path = "tree.rs"]
mod tree;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let (Some(folder), Some(count)) = (arguments.get(1), arguments.get(2).and_then(|it| it.parse().ok())) else {
        eprintln!("usage: make-tree FOLDER COUNT [faulty]");
        std::process::exit(2);
    };
    let is_faulty = arguments.get(3).is_some_and(|it| it == "faulty");
    tree::make(folder.as_ref(), count, if is_faulty { tree::Kind::Faulty } else { tree::Kind::Ordinary })
}
