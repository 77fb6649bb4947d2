//! How much room a listing has, and what is done when it is exceeded.

form! {
    /// The budget of a listing.
    pub struct BudgetRule {
        /// What is done when it is exceeded.
        pub policy: BudgetPolicy = BudgetPolicy::Greedy,
        /// What is counted.
        pub unit: Unit = Unit::Characters,
        /// A fixed limit.
        pub limit: Option<usize>,
        /// The share of the context window in per mille of its bytes, when there is no fixed limit.
        pub per_mille: Option<usize>,
        /// The limit in `line-characters` when the context window is 0.
        pub without_window: Option<usize>,
        /// The environment variable that sets the limit.
        pub variable: Option<String>,
        /// Only the digits that the variable begins with count.
        pub leading_digits: bool,
        /// The environment variable that narrows every context window to `narrow-window`.
        pub narrow_variable: Option<String>,
        /// The widest context window while it does, in tokens.
        pub narrow_window: Option<usize>,
        /// The largest limit.
        pub cap: Option<usize>,
        /// The largest limit that a setting may ask for.
        pub setting_cap: Option<usize>,
        /// Below this many characters each, only names remain (`equal-share`).
        pub least: Option<usize>,
        /// What the host's own words take of it, always.
        pub taken: usize,
        /// The separator counts for every entry, also for the last.
        pub counts_last_separator: bool,
        /// The line that names what was left out (`omit`): `{names}` is filled.
        pub overflow: String,
        /// What stands between those names.
        pub overflow_separator: String = ", ".to_owned(),
        /// The longest line of names, in UTF-16 units, without the words before them.
        pub overflow_limit: Option<usize>,
        /// What follows the last name when more were left out: `{count}` is filled.
        pub overflow_more: String,
        /// Where this fact comes from.
        pub source: String,
    }

    /// What is done when a listing exceeds its budget.
    pub enum BudgetPolicy {
        /// All start bare; by usage, each gets its full text while it still fits.
        Greedy,
        /// The rest is shared equally; below `least` characters each, only names remain.
        EqualShare,
        /// Descriptions are shortened in turn, one character at a time; then trailing entries are left out.
        RoundRobin,
        /// Entries that no longer fit are left out.
        Omit,
        /// When not all fit, each keeps the first line of its description, trimmed, without `when_to_use`; more is not
        /// done.
        FirstLines,
    }

    /// What a budget counts.
    pub enum Unit {
        /// Display columns: wide characters count two.
        Columns,
        /// UTF-16 units.
        Characters,
        /// A quarter of the bytes, rounded up.
        Tokens,
        /// Characters, with a line break for each entry.
        LineCharacters,
    }

    /// What a host assumes of a model.
    pub struct ModelFact needs {
        /// The model's id, with `*`, in any case.
        pub name: String,
        /// Its context window in tokens.
        pub context_window: usize,
        /// The bytes that the host counts for a token.
        pub bytes_per_token: usize,
    } else {
        /// Short words that mean this model.
        pub also: Vec<String>,
        /// The environment variable that gives these words another model.
        pub also_variable: Option<String>,
        /// The model used when none is named.
        pub default: bool,
        /// How hard it thinks when nothing is said, in the host's word, where it is not what the host says of all.
        pub effort: Option<String>,
        /// Nothing changes how hard it thinks.
        pub fixed_effort: bool,
        /// Where this fact comes from.
        pub source: String,
    }
}
