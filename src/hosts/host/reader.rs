//! How the files of some roots are read, where a host reads them in another way than the rest.

use std::sync::Arc;

use super::{DescriptionRule, FenceRule, FieldFact, Host, IdentityRule, LoadingRule, YamlRule};

form! {
    /// How the files of some roots are read. A section that is not said is the host's usual one; one that is said stands
    /// in its place as a whole.
    pub struct ReaderRule {
        /// How the frontmatter is cut from the file.
        pub fence: Option<FenceRule>,
        /// How the frontmatter is read.
        pub yaml: Option<YamlRule>,
        /// What a skill is called there.
        pub identity: Option<IdentityRule>,
        /// What becomes of descriptions.
        pub description: Option<DescriptionRule>,
        /// The fields that are known there.
        pub fields: Option<Vec<FieldFact>>,
        /// A skill with any other field is refused.
        pub known_fields_only: bool,
        /// What the model gets when such a skill is loaded.
        pub loading: Option<LoadingRule>,
        /// Where this fact comes from.
        pub source: String,
    }
}

impl Host {
    /// The host as it reads what lies in the roots of a reader.
    pub fn reading_by(&self, reader: &str) -> Option<Arc<Host>> {
        let rule = self.readers.get(reader)?.clone();
        let mut host = Host { read_by: reader.to_owned(), ..self.clone() };
        host.fence = rule.fence.unwrap_or(host.fence);
        host.yaml = rule.yaml.unwrap_or(host.yaml);
        host.identity = rule.identity.unwrap_or(host.identity);
        host.description = rule.description.unwrap_or(host.description);
        host.fields = rule.fields.unwrap_or(host.fields);
        host.loading = rule.loading.or(host.loading);
        host.known_fields_only |= rule.known_fields_only;
        Some(Arc::new(host))
    }
}
