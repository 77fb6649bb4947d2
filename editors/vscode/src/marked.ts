// A loaded text in pieces: what was filled in, what would be run or read, and the rest.

import type { LoadedMark } from "./answers";

/** A part of the text; with a mark when it is one. */
export interface Piece {
  text: string;
  mark?: LoadedMark;
}

/** The text in pieces, in order. Where marks overlap the inner one counts: what was filled in inside of a command. */
export function marked(text: string, marks: LoadedMark[]): Piece[] {
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  const offset = ({ line, column }: LoadedMark["range"]["start"]): number => {
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length, 0);
    const inside = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("");
    return before + inside.length;
  };
  const spans = marks.map((mark) => ({ mark, start: offset(mark.range.start), end: offset(mark.range.end) }));
  const cuts = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].sort((left, right) => left - right);
  const pieces: Piece[] = [];
  for (const [index, start] of places.entries()) {
    const end = places[index + 1];
    if (end === undefined) break;
    const around = spans.filter((span) => span.start <= start && end <= span.end);
    const inner = around.reduce<(typeof spans)[number] | undefined>(
      (best, span) => (best === undefined || span.end - span.start < best.end - best.start ? span : best),
      undefined,
    );
    const piece = text.slice(start, end);
    pieces.push(inner === undefined ? { text: piece } : { text: piece, mark: inner.mark });
  }
  return pieces;
}

/** What a mark is, in a few words. */
export function words(mark: LoadedMark): string {
  switch (mark.kind) {
    case "argument":
      return mark.written === "" ? "The arguments, which nothing in the skill takes" : `Stands for ${mark.written}`;
    case "placeholder":
      return `Stands for ${mark.written}`;
    case "command":
      return "A command that the agent would run; it is not run here";
    case "file":
      return mark.file === null ? "A file, not read here" : `A file, not read here: ${mark.file}`;
  }
}
