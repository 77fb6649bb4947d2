//! `cargo run --release -p skill-lsp-benches --bin make-tree FOLDER COUNT`: writes a project with that many skills.

#[path = "tree.rs"]
mod tree;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let (Some(folder), Some(count)) = (arguments.get(1), arguments.get(2).and_then(|it| it.parse().ok())) else {
        eprintln!("usage: make-tree FOLDER COUNT");
        std::process::exit(2);
    };
    tree::make(folder.as_ref(), count)
}
