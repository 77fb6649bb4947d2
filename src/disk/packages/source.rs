//! Where a package comes from, by the way its source is written.

/// The source of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// `npm:NAME` or `npm:NAME@VERSION`
    Npm { name: String, version: Option<String> },
    /// A git repository.
    Git { host: String, path: String },
    /// A folder.
    Local,
}

/// The source that a text means: `npm:…`, `git:…`, an address, or else a folder.
pub(super) fn source(written: &str) -> Source {
    let written = written.trim();
    if let Some(spec) = written.strip_prefix("npm:") {
        let spec = spec.trim();
        let (name, version) = match spec.get(1..).and_then(|rest| rest.find('@')) {
            Some(at) => (spec.get(..at + 1).unwrap_or(spec), spec.get(at + 2..).filter(|version| !version.is_empty())),
            None => (spec, None),
        };
        return Source::Npm { name: name.to_owned(), version: version.map(str::to_owned) };
    }
    git(written).map_or(Source::Local, |(host, path)| Source::Git { host, path })
}

/// Short names of git hosts.
const SHORT: [(&str, &str); 3] = [("github", "github.com"), ("gitlab", "gitlab.com"), ("bitbucket", "bitbucket.org")];

fn git(written: &str) -> Option<(String, String)> {
    let prefixed = written.strip_prefix("git:").filter(|rest| !rest.starts_with("//")).map(str::trim);
    let address = ["https://", "http://", "ssh://", "git://"];
    let (host, path) =
        match (address.iter().find_map(|scheme| prefixed.unwrap_or(written).strip_prefix(scheme)), prefixed) {
            (Some(rest), _) => {
                let (authority, path) = rest.split_once('/')?;
                let host = authority.rsplit('@').next()?;
                (host.split(':').next()?.to_owned(), path.to_owned())
            }
            (None, None) => return None,
            (None, Some(rest)) => {
                match (rest.strip_prefix("git@").and_then(|rest| rest.split_once(':')), rest.split_once(':')) {
                    (Some((host, path)), _) => (host.to_owned(), path.to_owned()),
                    (None, Some((short, path))) => {
                        let (_, host) = SHORT.iter().find(|(known, _)| *known == short)?;
                        ((*host).to_owned(), path.to_owned())
                    }
                    (None, None) => match rest.split_once('/')? {
                        (host, path) if host.contains('.') || host == "localhost" => (host.to_owned(), path.to_owned()),
                        _ => ("github.com".to_owned(), rest.to_owned()),
                    },
                }
            }
        };
    let path = path.split(['@', '#']).next()?.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    (!host.is_empty() && path.split('/').count() > 1 && !path.contains("..")).then(|| (host, path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_they_are_written() {
        let shown = |written: &str| match source(written) {
            Source::Npm { name, version } => format!("npm {name} {}", version.unwrap_or_default()),
            Source::Git { host, path } => format!("git {host} {path}"),
            Source::Local => "local".to_owned(),
        };
        let table = [
            ("npm:tools", "npm tools "),
            ("npm:@me/tools@1.2.0", "npm @me/tools 1.2.0"),
            ("git:github.com/me/tools@v1", "git github.com me/tools"),
            ("git:me/tools", "git github.com me/tools"),
            ("git:gitlab:me/tools", "git gitlab.com me/tools"),
            ("git:git@host.example:me/tools.git", "git host.example me/tools"),
            ("https://github.com/me/tools.git", "git github.com me/tools"),
            ("ssh://git@host.example:22/me/tools", "git host.example me/tools"),
            ("./tools", "local"),
            ("tools", "local"),
            ("npm:", "npm  "),
            ("git:", "local"),
            ("git:x/../y", "local"),
        ];
        for (written, expected) in table {
            assert_eq!(shown(written), expected, "{written}");
        }
    }
}
