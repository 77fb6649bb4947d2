//! How a host lists its skills to the model.

use super::{BudgetRule, OrderName, Scope};

form! {
    /// The listing of a host in one mode.
    pub struct ListingRule {
        /// The mode's name.
        pub mode: String = "default".to_owned(),
        /// The models that get this listing, with `*`; the first rule that matches counts.
        pub models: Vec<String>,
        /// The environment variable that takes the listing away when it is `0` or `false`.
        pub switch: Option<String>,
        /// The host's own skills that stand in it.
        pub own: Option<OwnRule>,
        /// The order of the entries.
        pub order: OrderName = OrderName::Discovery,
        /// Scopes that are listed one after the other, each in that order; all together when empty.
        pub scopes: Vec<Scope>,
        /// Each run of skills whose roots are of one group is sorted by itself (see
        /// [`RootRule::group`](super::RootRule::group)).
        pub by_group: bool,
        /// The scope among whose skills those of plugins stand; a place of their own when it is not said.
        pub plugins_among: Option<Scope>,
        /// Entries are put together by the source of their root, each group under its heading; all in one when empty.
        pub groups: Vec<GroupRule>,
        /// What stands between groups.
        pub group_separator: String = "\n\n".to_owned(),
        /// What stands before the entries. `{roots}`, `{count}` are filled.
        pub header: String,
        /// One entry: `{id}`, `{name}`, `{label}`, `{text}`, `{description}`, `{when}`, `{path}`, `{folder}`,
        /// `{source}`, `{files}`, `{body}`.
        pub entry: String = "- {name}: {description}".to_owned(),
        /// An entry whose description is dropped.
        pub bare: String = "- {name}".to_owned(),
        /// What stands between entries.
        pub separator: String = "\n".to_owned(),
        /// What stands after them.
        pub footer: String,
        /// The whole text when there is no skill; nothing at all when empty.
        pub nothing: String,
        /// How `{label}` is made.
        pub label: LabelName = LabelName::Id,
        /// How `when_to_use` joins the description in `{text}`; left out when the host does not read it.
        pub when_joiner: Option<String>,
        /// Which characters of texts are escaped.
        pub escape: EscapeName = EscapeName::None,
        /// Which characters of `{path}` and `{folder}` are escaped.
        pub escape_path: EscapeName = EscapeName::None,
        /// The longest `{text}`, in UTF-16 units; the setting of the same meaning may change it.
        pub text_limit: Option<usize>,
        /// `text-limit` counts characters, not UTF-16 units.
        pub whole_characters: bool,
        /// What ends a text that is cut.
        pub ellipsis: String = "…".to_owned(),
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
        /// Skills that are announced in a message of their own right after the start.
        pub announced: Option<AnnouncedRule>,
        /// The order of those entries: by the id that each has before any renaming, then by path.
        pub later_order: OrderName = OrderName::Discovery,
        /// Where this fact comes from.
        pub source: String,
    }

    /// Skills that are announced in a message of their own right after the start. A budget counts for them by itself.
    pub struct AnnouncedRule needs {
        /// The scopes of these skills.
        pub scopes: Vec<Scope>,
        /// What stands before the entries.
        pub header: String,
        /// One entry, with the keys of a listing.
        pub entry: String,
        /// An entry whose description is dropped.
        pub bare: String,
    } else {
        /// What stands after them.
        pub footer: String,
        /// Where this fact comes from.
        pub source: String,
    }

    /// The host's own skills in its listing. Their texts are the host's; how much room they take, and where, decides what
    /// is left for the others. While one of them stands there, the frame is printed also when there is nothing else.
    pub struct OwnRule {
        /// They are on in every case: nothing switches them all off.
        pub always: bool,
        /// They stand before all others; otherwise after them.
        pub first: bool,
        /// They stand before the entries of these scopes.
        pub before: Vec<Scope>,
        /// The folder they lie in, where entries name files.
        pub root: Option<String>,
        /// That folder is read after the roots of this scope.
        pub root_after: Option<Scope>,
        /// What `{source}` is for them.
        pub source_name: String,
        /// They give up their texts to a budget like the others; otherwise only those that say so.
        pub cut: bool,
        /// Each of them, in their order. Written by `tests/hosts/prove own`.
        pub skills: Vec<OwnSkill>,
        /// Where this fact comes from.
        pub source: String,
    }

    /// One of the host's own skills.
    pub struct OwnSkill needs {
        /// Its name.
        pub name: String,
    } else {
        /// How long its text is: runs of characters of one byte and one column, with a single one of three bytes between
        /// two runs.
        pub text: Vec<usize>,
        /// It gives up its text to a budget.
        pub cut: bool,
    }

    /// How skills that are loaded in every turn follow the listing.
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
    pub struct GroupRule needs {
        /// The source of the roots whose skills stand in it.
        pub source: String,
        /// What stands before its entries.
        pub heading: String,
    }

    /// How the roots are given short names, when that shows more of the skills or takes less room.
    #[derive(Default)]
    pub struct AliasRule needs {
        /// What stands before the table of roots; the table stands before the header.
        pub header: String,
        /// One root: `{alias}`, `{root}`.
        pub line: String,
        /// The short name of a root; `{number}` counts from 0.
        pub alias: String,
    } else {
        /// What stands before everything else when there is a table.
        pub intro: String,
        /// What stands there when there is none.
        pub intro_without: String,
        /// A folder that holds marketplaces of plugins, as the end of a path. A plugin's version of which a single
        /// skill is listed has no short name of its own, but that of its marketplace.
        pub markets: Option<String>,
        /// By how many bytes the host's own words are shorter with the table than without; they count in its favour.
        pub saved: usize,
        /// How many bytes those words take without the table: tokens are rounded up with and without it.
        pub words: usize,
    }

    /// How an entry is labelled.
    pub enum LabelName {
        /// The id alone.
        Id,
        /// The id, in lower case when it holds a colon.
        LowerWithColon,
        /// The id, and the name in parentheses when it leads back to this very skill.
        IdAndName,
    }

    /// Which characters of texts are escaped.
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
        /// The same, with `&#x27;` for `'`.
        HtmlHexadecimal,
    }
}
