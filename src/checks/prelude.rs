//! What nearly every check uses.

pub(crate) use crate::checks::{
    AgentContext, CatalogContext, Check, DocumentContext, Fix, Grade, Judge, PlaceContext, Related, Report, Run, Tag,
};
pub(crate) use crate::config::Level;
pub(crate) use crate::text::{Edit, Span};
pub(crate) use crate::words::consequence::Deed;
pub(crate) use crate::words::{add_new, capitalized, excerpt, grouped, hosts_named, nearest, quoted_words, shortened};
