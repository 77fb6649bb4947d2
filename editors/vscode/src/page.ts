// The page of the preview. It runs in the webview and knows nothing of VS Code but messages.

import { element, fillChoices, note } from "./elements";
import { pieces, type Piece } from "./listing";
import type { Said, Shown } from "./preview";

declare function acquireVsCodeApi(): { postMessage(said: Said | { ready: true }): void };
const editor = acquireVsCodeApi();

const hosts = element("select", "hosts");
const modes = element("select", "modes");
const budget = element("div", "budget");
const bar = element("div", "bar");
const fill = element("div", "fill");
const figures = element("span", "figures");
const listing = element("main", "listing");
hosts.title = "The agent";
modes.title = "The mode of the agent";
bar.append(fill);
budget.append(bar, figures);
const choices = element("header", "choices");
choices.append(hosts, modes, budget);
document.body.append(choices, listing);

hosts.addEventListener("change", () => editor.postMessage({ host: hosts.value, mode: "" }));
modes.addEventListener("change", () => editor.postMessage({ host: hosts.value, mode: modes.value }));
window.addEventListener("message", ({ data }: MessageEvent<Shown>) => show(data));
editor.postMessage({ ready: true });

function show(shown: Shown): void {
  fillChoices(
    hosts,
    shown.hosts.map((host) => [host.id, host.name]),
    shown.host,
  );
  const offered = shown.hosts.find((host) => host.id === shown.host)?.modes ?? [];
  fillChoices(
    modes,
    offered.map((mode) => [mode, mode]),
    shown.mode,
  );
  modes.hidden = offered.length < 2;
  showBudget(shown.prompt?.budget ?? null);
  const scroll = document.documentElement.scrollTop;
  if (shown.prompt === undefined) {
    listing.replaceChildren(note(shown.problem ?? ""));
    return;
  }
  const texts = pieces(shown.prompt);
  const parts = texts.map((part, index) => {
    const text = element("pre", index === 0 ? "now" : "later");
    text.append(...part.map((piece) => pieceOf(piece, shown.current)));
    return text;
  });
  const [first, ...later] = parts;
  listing.replaceChildren(
    ...(first !== undefined && first.textContent !== "" ? [first] : [note("This agent lists nothing here.")]),
    ...later.flatMap((part) => [note("Announced later, once a matching file is touched:"), part]),
  );
  document.documentElement.scrollTop = scroll;
}

function pieceOf(piece: Piece, current: string): Node {
  if (piece.entry === undefined) return document.createTextNode(piece.text);
  const { path, cut } = piece.entry;
  const node: HTMLElement = element(piece.isCut === true ? "del" : "span", "entry");
  node.textContent = piece.text;
  node.classList.toggle("current", path === current);
  node.title = cut === null ? path : `${cut}\n${path}`;
  node.tabIndex = 0;
  node.setAttribute("role", "link");
  node.addEventListener("click", () => editor.postMessage({ open: path }));
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter") editor.postMessage({ open: path });
  });
  return node;
}

function showBudget(spent: NonNullable<Shown["prompt"]>["budget"]): void {
  budget.hidden = spent === null;
  if (spent === null) return;
  const isOver = spent.wanted > spent.limit;
  const share = Math.min(1, spent.wanted / Math.max(1, spent.limit));
  fill.style.width = `${Math.round(share * 1000) / 10}%`;
  budget.classList.toggle("over", isOver);
  const of = `${number(spent.wanted)} of ${number(spent.limit)} ${spent.unit}`;
  figures.textContent = isOver ? `${of}, cut to ${number(spent.used)}` : of;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
