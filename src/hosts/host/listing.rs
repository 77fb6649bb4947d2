//! How a host lists its skills to the model.

use serde::{Deserialize, Serialize};

use super::{BudgetRule, OrderName, Scope};

/// The listing of a host in one mode.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ListingRule {
    /// The mode's name.
    pub mode: String,
    /// The models that get this listing, with `*`; the first rule that matches counts.
    pub models: Vec<String>,
    /// The environment variable that takes the listing away when it is `0` or `false`.
    pub switch: Option<String>,
    /// The host's own skills that stand in it, in their order. While one of them does, the frame is printed also when
    /// there is nothing else; a skill that takes the name of one takes its place too.
    pub bundled: Vec<String>,
    /// The order of the entries.
    pub order: OrderName,
    /// Scopes that are listed one after the other, each in that order; all together when empty.
    pub scopes: Vec<Scope>,
    /// Each run of skills whose roots are of one group is sorted by itself (see [`RootRule::group`](super::RootRule::group)).
    pub by_group: bool,
    /// The scope among whose skills those of plugins stand; a place of their own when it is not said.
    pub plugins_among: Option<Scope>,
    /// Entries are put together by the source of their root, each group under its heading; all in one when empty.
    pub groups: Vec<GroupRule>,
    /// What stands between groups.
    pub group_separator: String,
    /// What stands before the entries. `{roots}`, `{count}` are filled.
    pub header: String,
    /// One entry: `{id}`, `{name}`, `{label}`, `{text}`, `{description}`, `{when}`, `{path}`, `{folder}`, `{source}`, `{files}`, `{body}`.
    pub entry: String,
    /// An entry whose description is dropped.
    pub bare: String,
    /// What stands between entries.
    pub separator: String,
    /// What stands after them.
    pub footer: String,
    /// The whole text when there is no skill; nothing at all when empty.
    pub nothing: String,
    /// How `{label}` is made.
    pub label: LabelName,
    /// How `when_to_use` joins the description in `{text}`; left out when the host does not read it.
    pub when_joiner: Option<String>,
    /// Which characters of texts are escaped.
    pub escape: EscapeName,
    /// Which characters of `{path}` and `{folder}` are escaped.
    pub escape_path: EscapeName,
    /// The longest `{text}`, in UTF-16 units; the setting of the same meaning may change it.
    pub text_limit: Option<usize>,
    /// `text-limit` counts characters, not UTF-16 units.
    pub whole_characters: bool,
    /// What ends a text that is cut.
    pub ellipsis: String,
    /// Entries of one name stand in the order of their real paths.
    pub real_order: bool,
    /// A root that is a link is printed as the folder that it leads to.
    pub real_roots: bool,
    /// Every backslash of a path is printed as a slash.
    pub forward_slashes: bool,
    /// The longest `{body}`, in UTF-16 units.
    pub body_limit: Option<usize>,
    /// At most this many entries.
    pub entry_limit: Option<usize>,
    /// Short names for the roots, in hosts that print them.
    pub aliases: Option<AliasRule>,
    /// The budget.
    pub budget: Option<BudgetRule>,
    /// Skills that had to be renamed stand before the first one with the name of a command of the host's own, which
    /// usually comes last; otherwise they stand at the end.
    pub renamed_before_commands: bool,
    /// How skills that are loaded in every turn follow the listing.
    pub pinned: Option<PinnedRule>,
    /// What stands before the entries of skills that are announced later.
    pub later_header: String,
    /// The order of those entries: by the id that each has before any renaming, then by path.
    pub later_order: OrderName,
    /// Where this fact comes from.
    pub source: String,
}

impl Default for ListingRule {
    fn default() -> Self {
        ListingRule {
            mode: "default".to_owned(),
            models: Vec::new(),
            switch: None,
            bundled: Vec::new(),
            order: OrderName::Discovery,
            scopes: Vec::new(),
            by_group: false,
            plugins_among: None,
            groups: Vec::new(),
            group_separator: "\n\n".to_owned(),
            header: String::new(),
            entry: "- {name}: {description}".to_owned(),
            bare: "- {name}".to_owned(),
            separator: "\n".to_owned(),
            footer: String::new(),
            nothing: String::new(),
            label: LabelName::Id,
            when_joiner: None,
            escape: EscapeName::None,
            escape_path: EscapeName::None,
            text_limit: None,
            whole_characters: false,
            ellipsis: "…".to_owned(),
            real_order: false,
            real_roots: false,
            forward_slashes: false,
            body_limit: None,
            entry_limit: None,
            aliases: None,
            budget: None,
            renamed_before_commands: false,
            pinned: None,
            later_header: String::new(),
            later_order: OrderName::Discovery,
            source: String::new(),
        }
    }
}

/// How skills that are loaded in every turn follow the listing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct PinnedRule {
    /// What stands before them.
    pub header: String,
    /// One of them: `{content}` is its whole file, the others are those of an entry.
    pub entry: String,
    /// What stands between them.
    pub separator: String,
    /// What stands after them.
    pub footer: String,
}

/// A group of entries.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupRule {
    /// The source of the roots whose skills stand in it.
    pub source: String,
    /// What stands before its entries.
    pub heading: String,
}

/// How the roots are given short names, when that shows more of the skills or takes less room.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AliasRule {
    /// What stands before everything else when there is a table.
    #[serde(default)]
    pub intro: String,
    /// What stands there when there is none.
    #[serde(default)]
    pub intro_without: String,
    /// What stands before the table of roots; the table stands before the header.
    pub header: String,
    /// One root: `{alias}`, `{root}`.
    pub line: String,
    /// The short name of a root; `{number}` counts from 0.
    pub alias: String,
    /// A folder that holds marketplaces of plugins, as the end of a path. A plugin's version of which a single skill is
    /// listed has no short name of its own, but that of its marketplace.
    #[serde(default)]
    pub markets: Option<String>,
    /// By how many bytes the host's own words are shorter with the table than without; they count in its favour.
    #[serde(default)]
    pub saved: usize,
    /// How many bytes those words take without the table: tokens are rounded up with and without it.
    #[serde(default)]
    pub words: usize,
}

/// How an entry is labelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LabelName {
    /// The id alone.
    Id,
    /// The id, in lower case when it holds a colon.
    LowerWithColon,
    /// The id, and the name in parentheses when it leads back to this very skill.
    IdAndName,
}

/// Which characters of texts are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EscapeName {
    /// None.
    None,
    /// Control characters become a space, `<` and `>` become entities.
    AngleBracketsOneLine,
    /// None; but letters and their accents are composed (NFC), and tag characters are dropped.
    Composed,
    /// None; but of several blank lines one is kept.
    OneBlankLine,
    /// `<`, `>` and `&`.
    Xml3,
    /// `<`, `>`, `&`, `"` and `'`.
    Xml5,
    /// The same, with `&#39;` for `'`.
    Html,
}
