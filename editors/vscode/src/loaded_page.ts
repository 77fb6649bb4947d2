// The page of the preview of a loaded skill. It runs in the webview and knows nothing of VS Code but messages.

import type { Loaded } from "./answers";
import { element, fillChoices, note } from "./elements";
import type { Said, Shown } from "./loaded";
import { marked, words } from "./marked";

declare function acquireVsCodeApi(): { postMessage(said: Said | { ready: true }): void };
const editor = acquireVsCodeApi();

const hosts = element("select", "hosts");
const typed = element("input", "typed");
const cut = element("div", "cut");
const changes = element("ul", "changes");
const text = element("main", "loaded");
hosts.title = "The agent";
typed.title = "What is typed behind the skill's name";
typed.placeholder = "Arguments";
typed.spellcheck = false;
const choices = element("header", "choices");
choices.append(hosts, typed, cut);
document.body.append(choices, changes, text);

const say = () => editor.postMessage({ host: hosts.value, typed: typed.value });
hosts.addEventListener("change", say);
typed.addEventListener("input", say);
window.addEventListener("message", ({ data }: MessageEvent<Shown>) => show(data));
editor.postMessage({ ready: true });

function show(shown: Shown): void {
  fillChoices(
    hosts,
    shown.hosts.map((host) => [host.id, host.name]),
    shown.host,
  );
  // While somebody types in it, the field is theirs.
  if (document.activeElement !== typed) typed.value = shown.typed;
  const { loaded } = shown;
  if (loaded === undefined) {
    cut.hidden = changes.hidden = true;
    text.replaceChildren(note(shown.problem ?? ""));
    return;
  }
  cut.hidden = loaded.arguments.length === 0;
  cut.replaceChildren(...loaded.arguments.map(argument));
  showChanges(loaded);
  const scroll = document.documentElement.scrollTop;
  const whole = element("pre", "now");
  whole.append(...marked(loaded.text, loaded.marks).map(({ text, mark }) => {
    if (mark === undefined) return document.createTextNode(text);
    const node = element("span", `mark ${mark.kind}`);
    node.textContent = text;
    node.title = words(mark);
    return node;
  }));
  text.replaceChildren(...loaded.notes.map(note), whole);
  document.documentElement.scrollTop = scroll;
}

/** One argument as the agent cuts it. */
function argument(value: string): HTMLElement {
  const node = element("code", "argument");
  node.textContent = value === "" ? "\u00a0" : value;
  return node;
}

function showChanges({ changes: changed }: Loaded): void {
  const lines: [what: string, value: string][] = [
    ["Allowed tools", changed.allowedTools.join(", ")],
    ["Disallowed tools", changed.disallowedTools.join(", ")],
    ["Model", changed.model ?? ""],
    ["Effort", changed.effort ?? ""],
    ["Runs in", changed.fork ? (changed.agent === null ? "a fork" : `a fork, with the agent ${changed.agent}`) : ""],
    ["Hooks", changed.hooks.join(", ")],
    ["Shell", changed.shell ?? ""],
  ];
  const told = lines.filter(([, value]) => value !== "");
  changes.hidden = told.length === 0;
  changes.replaceChildren(
    ...told.map(([what, value]) => {
      const item = element("li", "change");
      item.textContent = `${what}: ${value}`;
      return item;
    }),
  );
}
