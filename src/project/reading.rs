//! Reads what a walk found.

use std::path::PathBuf;

use crate::disk::{self, DiskProblem, Met};
use crate::project::walk::Walked;
use crate::workspace::{Examined, Workspace};

/// A workspace that has read its skills.
pub struct Read<T> {
    /// The workspace.
    pub workspace: Workspace,
    /// Every skill file and where it was met, by path.
    pub met: Vec<Met>,
    /// What was kept of the files, by path.
    pub kept: Vec<(PathBuf, T)>,
    /// The files that could not be read.
    pub problems: Vec<DiskProblem>,
}

impl Walked {
    /// Reads every skill, in parallel; `done` is called for each.
    pub fn read(mut self, done: impl Fn() + Sync) -> (Workspace, Vec<DiskProblem>) {
        let mut problems = std::mem::take(&mut self.package_problems);
        problems.append(&mut self.problems);
        let read = self.read_keeping(|_, _| {
            done();
            None::<()>
        });
        problems.extend(read.problems);
        (read.workspace, problems)
    }

    /// Reads every skill, in parallel, and keeps of each what `keep` makes of its bytes.
    pub fn read_keeping<T: Send>(self, keep: impl Fn(&Examined, &[u8]) -> Option<T> + Sync) -> Read<T> {
        let Walked { mut workspace, judged, known, met, reach, .. } = self;
        let files = workspace.ask(disk::files_knowing(reach.clone(), known));
        let (read, problems) = disk::read_all(&met, &reach, |found, at, bytes| {
            let examined = match judged.has(&found.path) {
                true => workspace.examine(found, at, bytes),
                false => workspace.read(found, at, bytes),
            };
            let kept = keep(&examined, bytes);
            (examined, kept)
        });
        let mut kept = Vec::new();
        let mut all = Vec::with_capacity(read.len());
        for (examined, it) in read {
            kept.extend(it.map(|it| (examined.found.path.clone(), it)));
            all.push(examined);
        }
        workspace.accept(all);
        workspace.ask(files);
        Read { workspace, met, kept, problems }
    }
}
