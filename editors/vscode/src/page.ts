// The page of the preview. It runs in the webview and knows nothing of VS Code but messages.

import { element, fillChoices, note, quoted } from "./elements";
import type { Prompt } from "./answers";
import { alike, changed, pieces, type Piece } from "./listing";
import type { Said, Shown } from "./preview";

declare function acquireVsCodeApi(): { postMessage(said: Said | { ready: true }): void };
const editor = acquireVsCodeApi();

const hosts = element("select", "hosts");
const modes = element("select", "modes");
const became = element("p", "became");
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
choices.append(hosts, modes, budget, became);
// Whoever cannot see the listing is told of the one skill that is being written, and only when that changes.
became.setAttribute("role", "status");
hosts.setAttribute("aria-label", hosts.title);
modes.setAttribute("aria-label", modes.title);
bar.setAttribute("role", "img");
listing.setAttribute("aria-label", "The listing before the model");
// Before the first answer there is nothing to choose from, and no budget.
choices.hidden = true;
document.body.append(choices, listing);

hosts.addEventListener("change", () => editor.postMessage({ host: hosts.value, mode: "" }));
modes.addEventListener("change", () => editor.postMessage({ host: hosts.value, mode: modes.value }));
window.addEventListener("message", ({ data }: MessageEvent<Shown>) => show(data));
editor.postMessage({ ready: true });

/** The listing that is shown, and its number. */
let held: { prompt: Prompt; number: number } | undefined;

/** What is drawn: the pieces of each text, each with its node, and the file whose entries are marked. */
let drawn: { current: string; parts: { text: HTMLElement; pieces: Piece[]; nodes: ChildNode[] }[] } | undefined;

function show(shown: Shown): void {
  choices.hidden = false;
  fillChoices(
    hosts,
    shown.hosts.map((host) => [host.id, host.name]),
    shown.host,
  );
  if (shown.prompt === undefined) {
    [held, drawn] = [undefined, undefined];
    listing.replaceChildren(note(shown.problem ?? ""));
  } else if (!hold(shown.prompt)) {
    // A change of something that is not here: all of it is asked for.
    editor.postMessage({ ready: true });
    return;
  }
  const offered = shown.hosts.find((host) => host.id === shown.host)?.modes ?? [];
  fillChoices(
    modes,
    offered.map((mode) => [mode, mode]),
    held?.prompt.mode ?? shown.mode,
  );
  modes.hidden = offered.length < 2;
  showBudget(held?.prompt.budget ?? null);
  showBecame(held?.prompt.current);
  if (held === undefined) return;
  draw(held.prompt, shown.current);
  follow(shown.current);
}

/** Takes in what was sent. Answers whether it could: a change is one of what is here. */
function hold(sent: NonNullable<Shown["prompt"]>): boolean {
  if ("changed" in sent) {
    if (held?.number !== sent.since) return false;
    const { current, ...prompt } = changed(held.prompt, sent.changed);
    held = { prompt: sent.current === undefined ? prompt : { ...prompt, current: sent.current }, number: sent.number };
  } else {
    held = { prompt: sent, number: sent.number };
  }
  return true;
}

/** Draws the listing; what stands there already stays, so that a key costs one entry and not hundreds. */
function draw(prompt: Prompt, current: string): void {
  const texts = pieces(prompt);
  if (drawn === undefined || drawn.current !== current || drawn.parts.length !== texts.length) {
    const parts = texts.map((part, index) => {
      const text = element("pre", index === 0 ? "now" : "later");
      const nodes = part.map((piece) => pieceOf(piece, current));
      text.append(...nodes);
      return { text, pieces: part, nodes };
    });
    const scroll = document.documentElement.scrollTop;
    const later = parts.slice(1).flatMap(({ text }) => [note("Announced later, once a matching file is touched:"), text]);
    listing.replaceChildren(note("This agent lists nothing here."), parts[0]!.text, ...later);
    document.documentElement.scrollTop = scroll;
    drawn = { current, parts };
  } else {
    drawn.parts.forEach((part, index) => redraw(part, texts[index]!, current));
  }
  const first = drawn.parts[0]!.text;
  const isEmpty = drawn.parts[0]!.pieces.length === 0;
  (listing.firstElementChild as HTMLElement).hidden = !isEmpty;
  first.hidden = isEmpty;
  if (listing.querySelector("[tabindex='0']") !== null) return;
  const stop = listing.querySelector<HTMLElement>(".current[role=link]") ?? listing.querySelector<HTMLElement>("[role=link]");
  if (stop !== null) stop.tabIndex = 0;
}

/** Puts new pieces in the place of those that differ. */
function redraw(part: { text: HTMLElement; pieces: Piece[]; nodes: ChildNode[] }, now: Piece[], current: string): void {
  const { first, last } = alike(part.pieces, now);
  const nodes = now.slice(first, now.length - last).map((piece) => pieceOf(piece, current));
  const gone = part.nodes.splice(first, part.nodes.length - last - first, ...nodes);
  const behind = part.nodes[first + nodes.length] ?? null;
  for (const node of gone) node.remove();
  for (const node of nodes) part.text.insertBefore(node, behind);
  part.pieces = now;
}

/** The file whose entry was brought into view last: scrolling by hand is not undone while the same one is edited. */
let followed = "";
let wasInView = true;
window.addEventListener("scroll", () => (wasInView = isInView(document.querySelector(".current"))), { passive: true });

/** Brings the entry of the file into view when it is another file, or when typing has pushed it out. */
function follow(current: string): void {
  const entry = document.querySelector<HTMLElement>(".current");
  if (entry === null || (followed === current && (!wasInView || isInView(entry)))) return;
  followed = current;
  wasInView = true;
  entry.scrollIntoView({ block: "center" });
}

/** Whether the beginning of an entry can be seen below what stands over the listing. */
function isInView(entry: Element | null): boolean {
  const first = entry?.getClientRects()[0];
  if (first === undefined) return true;
  return first.top >= choices.getBoundingClientRect().bottom && first.bottom <= window.innerHeight;
}

function showBecame(told: Prompt["current"]): void {
  const words = told === undefined ? "" : told.remedy === null ? `${told.words}.` : `${told.words}. ${told.remedy}.`;
  became.hidden = words === "";
  became.classList.toggle("lost", told !== undefined && told.shown !== "whole");
  // What stands between backticks is code; who hears the page hears no sign.
  if (became.dataset["words"] !== words) {
    became.dataset["words"] = words;
    became.replaceChildren(...words.split("`").map((part, index) => (index % 2 === 1 ? quoted(part) : part)));
  }
}

function pieceOf(piece: Piece, current: string): ChildNode {
  if (piece.entry === undefined) return document.createTextNode(piece.text);
  const { path, cut, id } = piece.entry;
  const node: HTMLElement = element(piece.isCut === true ? "del" : "span", "entry");
  node.textContent = piece.text;
  node.classList.toggle("current", path === current);
  node.title = cut === null ? path : `${cut}\n${path}`;
  // One stop for the whole listing: the arrow keys go from entry to entry, as in a list.
  if (piece.isCut !== true) {
    node.tabIndex = -1;
    node.setAttribute("role", "link");
    node.setAttribute("aria-label", cut === null ? id : `${id}, ${cut}`);
  }
  if (path === current) node.setAttribute("aria-current", "true");
  node.addEventListener("click", () => editor.postMessage({ open: path }));
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter") editor.postMessage({ open: path });
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const all = [...listing.querySelectorAll<HTMLElement>("[role=link]")];
    const next = all[all.indexOf(node) + step];
    if (next === undefined) return;
    node.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return node;
}

function showBudget(spent: Prompt["budget"]): void {
  budget.hidden = spent === null;
  if (spent === null) return;
  const isOver = spent.wanted > spent.limit;
  const share = Math.min(1, spent.wanted / Math.max(1, spent.limit));
  fill.style.width = `${Math.round(share * 1000) / 10}%`;
  budget.classList.toggle("over", isOver);
  const of = `${number(spent.wanted)} of ${number(spent.limit)} ${spent.unit}`;
  bar.setAttribute("aria-label", of);
  figures.textContent = isOver ? `${of}, cut to ${number(spent.used)}` : of;
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}
