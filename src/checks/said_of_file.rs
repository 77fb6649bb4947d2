//! What the words around a link say of its file: that it is made, or that it is to be read.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::quality::FixedState;

use crate::checks::DocumentContext;
use crate::document::body::Link;

/// What is said of a file that is made while the skill is at work.
const OF_MAKING: &[&str] = &[
    "append",
    "create",
    "created",
    "creates",
    "export",
    "exported",
    "exports",
    "generate",
    "generated",
    "generates",
    "maintain",
    "maintains",
    "produce",
    "produces",
    "save",
    "saved",
    "saves",
    "write",
    "writes",
    "written",
    "emit",
    "emits",
    "record",
    "recorded",
    "records",
    "stored",
    "stores",
    "update",
    "updated",
    "updates",
    // German
    "abgelegt",
    "aktualisiere",
    "aktualisiert",
    "angelegt",
    "anlegen",
    "lege",
    "erstelle",
    "erstellt",
    "erstellen",
    "erzeuge",
    "erzeugt",
    "erzeugen",
    "generiert",
    "schreibe",
    "schreibt",
    "schreiben",
    "geschrieben",
    "speichere",
    "speichert",
    "gespeichert",
    "speichern",
    "exportiert",
    // Spanish and Portuguese
    "genera",
    "generar",
    "generado",
    "crea",
    "crear",
    "creado",
    "guarda",
    "guardar",
    "guardado",
    "escribe",
    "exporta",
    "creará",
    "generará",
    "actualiza",
    "actualizar",
    "gerado",
    "gerada",
    "criado",
    "criada",
    "atualize",
    "gera",
    "gerar",
    "cria",
    "criar",
    "salva",
    "salvar",
    "salve",
    "escreve",
    "grava",
    // French and Italian
    "génère",
    "générer",
    "généré",
    "crée",
    "créer",
    "écrit",
    "écrire",
    "enregistre",
    "enregistrer",
    "produit",
    "scrive",
    "salvare",
    "generato",
    "generata",
    "creato",
    "creata",
    "créé",
    "créée",
    "générée",
    "enregistré",
    "ajoute",
    // Dutch, Polish, Swedish
    "aangemaakt",
    "maakt",
    "schrijft",
    "opgeslagen",
    "utworzony",
    "utworzy",
    "zapisany",
    "zapisz",
    "skapa",
    "skapar",
    "skapas",
    "sparas",
];

/// The same in languages that have no blanks between words, or change their endings.
const MAKING_STEMS: &[&str] = &[
    "生成",
    "创建",
    "建立",
    "写入",
    "保存",
    "输出",
    "导出",
    "作成",
    "書き込",
    "書き出",
    "出力",
    "생성",
    "작성",
    "저장",
    "출력",
    "созда",
    "сохран",
    "запис",
    "генерир",
    "обнов",
    "更新",
    "记录",
    "記録",
    "업데이트",
    "기록",
    "oluştur",
    "kaydet",
    "yazıl",
];

/// What comes between a file and the word that says how it is made.
const OF_PASSIVES: [&str; 20] = [
    "is",
    "are",
    "will",
    "gets",
    "wird",
    "werden",
    "wurde",
    "est",
    "sera",
    "se",
    "es",
    "será",
    "é",
    "viene",
    "verrà",
    "wordt",
    "zostanie",
    "jest",
    "будет",
    "dosyasına",
];

/// What is said of a file that is to be read.
const OF_READING: &[&str] = &[
    "check",
    "consult",
    "details",
    "documentation",
    "follow",
    "guide",
    "guidelines",
    "learn",
    "load",
    "look",
    "more",
    "open",
    "read",
    "refer",
    "reference",
    "review",
    "see",
    "use",
    "using",
    // German, French, Spanish
    "siehe",
    "lies",
    "lesen",
    "beachte",
    "öffne",
    "verwende",
    "details",
    "voir",
    "lire",
    "lis",
    "consulter",
    "suivre",
    "ver",
    "véase",
    "lee",
    "leer",
    "consulta",
    "consultar",
    "sigue",
    "usa",
];

/// The same in languages that have no blanks between words, or change their endings.
const READING_STEMS: [&str; 15] = [
    "参见",
    "参考",
    "阅读",
    "查看",
    "读取",
    "详见",
    "加载",
    "参照",
    "読",
    "確認",
    "참고",
    "참조",
    "읽",
    "смотр",
    "прочит",
];

/// What is said of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is made while the skill is at work.
    Made,
    /// It is to be read.
    Read,
}

/// What the words that are known say: every word of a body may be looked up.
static SAID_BY_WORD: LazyLock<HashMap<&str, Said, FixedState>> = LazyLock::new(|| {
    let read = OF_READING.iter().map(|word| (*word, Said::Read));
    read.chain(OF_MAKING.iter().map(|word| (*word, Said::Made))).collect()
});

/// What the last word of making or reading in a text says: of "to create one, see" the last counts.
pub(crate) fn last_said(text: &str) -> Option<Said> {
    let lower = text.to_lowercase();
    let mut last: Option<(usize, Said)> = None;
    let mut take = |at: usize, said: Said| {
        if last.is_none_or(|(known, _)| known <= at) {
            last = Some((at, said));
        }
    };
    let mut at = 0;
    for word in lower.split(|sign: char| !sign.is_alphanumeric()) {
        if let Some(said) = SAID_BY_WORD.get(word) {
            take(at, *said);
        }
        at = lower.len().min(at + word.len() + 1);
    }
    if !lower.is_ascii() {
        for (stems, said) in [(MAKING_STEMS, Said::Made), (&READING_STEMS[..], Said::Read)] {
            stems.iter().filter_map(|stem| lower.rfind(stem)).for_each(|at| take(at, said));
        }
    }
    last.map(|(_, said)| said)
}

/// So far around a link its line is looked at: a line may have no end.
const FAR: usize = 300;

/// The line before a link.
pub(crate) fn line_before<'a>(context: &'a DocumentContext<'_>, link: &Link) -> &'a str {
    let text = &context.document.text;
    let mut start = link.span.start.saturating_sub(FAR);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..link.span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default()
}

/// What is said in the line, or in the cell, before a link, without the words of other links.
pub(crate) fn said_before(context: &DocumentContext<'_>, link: &Link) -> Option<Said> {
    last_said(line_before(context, link).rsplit([')', '|']).next().unwrap_or_default())
}

/// Whether the rest of the sentence says that the file is made: `is generated by the script`, `wird erzeugt`, `を作成する`.
pub(crate) fn is_made_behind(context: &DocumentContext<'_>, link: &Link) -> bool {
    let text = &context.document.text;
    let mut end = text.len().min(link.span.end + FAR);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let rest = text.get(link.span.end..end).unwrap_or_default();
    let sentence = rest.split(['\n', '.', ';', '|', '[', '。', '；']).next().unwrap_or_default().to_lowercase();
    // Where the verb stands behind, or the sentence is passive: `wird [it](a.md) erzeugt`.
    let first = sentence.split_whitespace().next().unwrap_or_default();
    let is_passive = OF_PASSIVES.contains(&first) || SAID_BY_WORD.get(first) == Some(&Said::Made);
    let is_verb_last = sentence.trim_start().starts_with(['を', 'に', 'へ', '을', '를', '에', '로']);
    (is_passive || is_verb_last) && last_said(&sentence) == Some(Said::Made)
}
