// How the previews divide their texts: a listing into what is before the model and what was cut, a loaded skill by marks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pieces } from "../../../editors/vscode/src/listing.ts";
import { marked } from "../../../editors/vscode/src/marked.ts";

/** The listing as it is drawn: entries in brackets, what was cut between tildes. */
function drawn(text, entries, later = []) {
  const whole = entries.map((entry) => ({ path: "", cut: null, description: null, ...entry }));
  const parts = pieces({ text, later, entries: whole, host: "", mode: "", model: null, budget: null });
  const piece = ({ text, entry, isCut }) => (isCut ? `~${text}~` : entry ? `[${text}]` : text);
  return parts.map((part) => part.map(piece).join(""));
}

test("entries stand between the words of the host", () => {
  const entries = [
    { id: "a", name: "a", text: "- a: One" },
    { id: "b", name: "b", text: "- b: Two" },
  ];
  assert.deepEqual(drawn("Skills:\n- a: One\n- b: Two\nEnd", entries), ["Skills:\n[- a: One]\n[- b: Two]\nEnd"]);
});

test("the rest of a shortened description follows it", () => {
  const entries = [{ id: "a", name: "a", text: "- a: Makes many…", cut: "shortened", description: "Makes many\n  things." }];
  assert.deepEqual(drawn("- a: Makes many…", entries), ["[- a: Makes many…]~ things.~"]);
});

test("a bare name is followed by what it lost", () => {
  const entries = [
    { id: "a", name: "a", text: "- a", cut: "name-only", description: "Makes." },
    { id: "ab", name: "ab", text: "- ab: Two" },
  ];
  assert.deepEqual(drawn("- a\n- ab: Two", entries), ["[- a]~ Makes.~\n[- ab: Two]"]);
});

test("what is left out stands where it would have been", () => {
  const entries = [
    { id: "a", name: "a", text: "- a: One" },
    { id: "b", name: "b", text: "", cut: "omitted", description: "Two" },
    { id: "c", name: "c", text: "- c: Three" },
  ];
  assert.deepEqual(drawn("- a: One\n- c: Three\n", entries), ["[- a: One]\n~b: Two~\n[- c: Three]\n"]);
});

test("what is announced later has its own entries", () => {
  const entries = [
    { id: "a", name: "a", text: "- a: One" },
    { id: "b", name: "b", text: "- b: Two" },
  ];
  assert.deepEqual(drawn("- a: One\n", entries, ["New:\n- b: Two"]), ["[- a: One]\n", "New:\n[- b: Two]"]);
});

// How the preview of a loaded skill divides its text.
const place = (line, column) => ({ line, column });

function loaded(text, marks) {
  const whole = marks.map(([kind, start, end]) => {
    const range = { start: place(...start), end: place(...end) };
    return { kind, range, text: "", written: "", source: null, file: null };
  });
  return marked(text, whole)
    .map(({ text, mark }) => (mark === undefined ? text : `[${mark.kind}:${text}]`))
    .join("");
}

test("columns count characters, lines end in any way", () => {
  assert.equal(loaded("🎉 a\r\nb c\n", [["argument", [1, 3], [1, 4]], ["file", [2, 3], [2, 4]]]), "🎉 [argument:a]\r\nb [file:c]\n");
});

test("what is filled in inside of a command stands out", () => {
  assert.equal(loaded("!`echo x`", [["command", [1, 1], [1, 10]], ["argument", [1, 8], [1, 9]]]), "[command:!`echo ][argument:x][command:`]");
  assert.equal(loaded("", []), "");
});
