// A listing in pieces: the host's own words, the entries, and what was cut of them.

import type { Prompt, PromptChange, PromptEntry } from "./answers";

/** A piece of the listing. */
export interface Piece {
  text: string;
  /** The entry it belongs to. */
  entry?: PromptEntry;
  /** It is not before the model: it was cut. */
  isCut?: true;
}

/** A listing with a change carried out. */
export function changed(prompt: Prompt, { lines, entries, budget }: PromptChange): Prompt {
  const text = prompt.text.split("\n");
  if (lines !== null) text.splice(lines.from, lines.to - lines.from, ...lines.by);
  const all = [...prompt.entries];
  for (const { at, entry } of entries) all[at] = entry;
  return { ...prompt, text: text.join("\n"), entries: all, budget };
}

/** What of two lists of pieces is the same at their beginnings, and at their ends. */
export function alike(old: Piece[], now: Piece[]): { first: number; last: number } {
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && isSame(old[first]!, now[first]!)) first += 1;
  let last = 0;
  while (last < most - first && isSame(old[old.length - 1 - last]!, now[now.length - 1 - last]!)) last += 1;
  return { first, last };
}

function isSame(one: Piece, other: Piece): boolean {
  const [left, right] = [one.entry, other.entry];
  return (
    one.text === other.text &&
    one.isCut === other.isCut &&
    (left === right || (left?.path === right?.path && left?.id === right?.id && left?.cut === right?.cut))
  );
}

/** The texts of the listing, what is announced first and what later, each in pieces. */
export function pieces(prompt: Prompt): Piece[][] {
  const waiting = [...prompt.entries];
  return [prompt.text, ...prompt.later].map((text, index) => divided(text, waiting, index === prompt.later.length));
}

/** Takes from `waiting` the entries that stand in `text`, in order; those left out stand where they would have been. */
function divided(text: string, waiting: PromptEntry[], isLast: boolean): Piece[] {
  const found: Piece[] = [];
  let at = 0;
  while (waiting.length > 0) {
    const entry = waiting[0]!;
    const start = entry.text === "" ? -1 : text.indexOf(entry.text, at);
    if (start === -1 && entry.cut !== "omitted" && !isLast) break;
    waiting.shift();
    if (start === -1) {
      const whole = entry.description === null ? entry.id : `${entry.id}: ${entry.description}`;
      found.push({ text: "\n" }, { text: whole, entry, isCut: true });
      continue;
    }
    if (start > at) found.push({ text: text.slice(at, start) });
    found.push({ text: entry.text, entry });
    const rest = cut(entry);
    if (rest !== "") found.push({ text: rest, entry, isCut: true });
    at = start + entry.text.length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

/** What of its description an entry does not show. */
export function cut(entry: PromptEntry): string {
  const description = collapsed(entry.description ?? "");
  if (entry.cut === null || description === "") return "";
  if (entry.cut !== "shortened") return ` ${description}`;
  // The longest beginning that is shown: what is shown of less is shown too, so halving finds it.
  const text = collapsed(entry.text);
  let [shown, missing] = [0, description.length + 1];
  while (missing - shown > 1) {
    const middle = (shown + missing) >> 1;
    if (text.includes(description.slice(0, middle))) shown = middle;
    else missing = middle;
  }
  return description.slice(shown);
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
