//! What a document says apart from its comments: an edit that only adds or moves comments must leave it as it is.

use std::mem::{Discriminant, discriminant};

use crate::document::Document;
use crate::document::fence::FenceFault;
use crate::document::yaml::{Node, Value};

/// What a document says, without any place.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Meaning {
    fields: Vec<(String, String)>,
    errors: usize,
    fence: (bool, bool, Option<Discriminant<FenceFault>>),
    body: Vec<String>,
}

/// What `document` says, the fields with the key `except` left out.
pub(super) fn meaning(document: &Document, except: Option<&str>) -> Meaning {
    let fields = document.fields.iter().filter(|field| Some(field.key.as_str()) != except);
    let fence = &document.fence;
    Meaning {
        fields: fields.map(|field| (field.key.clone(), said(&field.value, &document.text))).collect(),
        errors: document.errors.iter().filter(|error| error.key.as_deref() != except || except.is_none()).count(),
        fence: (fence.opening.is_some(), fence.closing.is_some(), fence.fault.as_ref().map(discriminant)),
        body: in_body(document),
    }
}

fn said(node: &Node, text: &str) -> String {
    match &node.value {
        Value::Scalar(scalar) => format!("{:?}", scalar.text),
        Value::Sequence { items, .. } => {
            let items: Vec<String> = items.iter().map(|item| said(item, text)).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Mapping { entries, .. } => {
            let entries =
                entries.iter().map(|entry| format!("{}: {}", said(&entry.key, text), said(&entry.value, text)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Alias(name) => format!("*{name}"),
        Value::Missing => String::new(),
        Value::Broken => node.span.of(text).to_owned(),
    }
}

fn in_body(document: &Document) -> Vec<String> {
    let (body, text) = (&document.body, &*document.text);
    let headings = body.headings.iter().map(|it| format!("{} {}", it.level, it.text));
    let links = body.links.iter().map(|it| it.span.of(text).to_owned());
    let blocks = body.code_blocks.iter().map(|it| it.span.of(text).to_owned());
    let code = body.code_spans.iter().map(|it| it.of(text).to_owned());
    let mentions = body.mentions.iter().map(|it| it.span.of(text).to_owned());
    headings.chain(links).chain(blocks).chain(code).chain(mentions).collect()
}
