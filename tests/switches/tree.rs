//! A home and a project with a skill for every agent, and what the library does in it.

use skill_lsp::config::Overlay;
use skill_lsp::disk::Surroundings;
use skill_lsp::features::switching::{Plan, Refused, Wish};
use skill_lsp::hosts::SwitchScope;
use skill_lsp::project::{self, switching};
use skill_lsp::workspace::Wanted;

use crate::program::Tree;

impl Tree {
    /// Every agent finds `deploy` in the project and `pdf` in the home folder.
    pub(crate) fn for_every_agent() -> Tree {
        let tree = Tree::new("");
        for (name, place) in [("deploy", "home/project"), ("pdf", "home")] {
            for root in [".claude", ".agents"] {
                let text = format!("---\nname: {name}\ndescription: Does it. Use when asked to.\n---\n\nDo it.\n");
                tree.write(&format!("{place}/{root}/skills/{name}/SKILL.md"), &text);
            }
        }
        tree
    }

    /// What the library would write, from the files as they are.
    pub(crate) fn plan(&self, host: &str, id: &str, on: bool, scope: Option<SwitchScope>) -> Result<Plan, Refused> {
        let surroundings = Surroundings {
            working_directory: Some(self.path("home/project")),
            home: Some(self.path("home")),
            variables: Some([("HOME".to_owned(), self.path("home").display().to_string())].into()),
            ..Surroundings::default()
        };
        let overlay = Overlay { hosts: Some(vec![host.to_owned()]), ..Overlay::default() };
        let setting = project::setting(&surroundings, project::layers::Layers::default(), &overlay);
        let (workspace, _) =
            project::walk(setting.config, setting.environment, Wanted::All, project::Asked::Nothing).read(|| {});
        switching::plan(&workspace.snapshot(), host, &Wish { id, on, scope })
    }

    /// Turns a skill on or off; whether anything was written.
    pub(crate) fn switch(&self, host: &str, id: &str, on: bool) -> Result<bool, String> {
        let plan = self
            .plan(host, id, on, None)
            .map_err(|(Refused::Wrong(sentence) | Refused::Absent(sentence) | Refused::NoEffect(sentence))| sentence)?;
        switching::write(&skill_lsp::catalog::Reach::default(), &plan).map_err(|problem| problem.message)?;
        Ok(plan.changed)
    }
}
