// Text of others as Markdown, for the pages that VS Code's own preview shows.

import { short } from "./places";

/** A place. It is no link: the preview of Markdown follows none to a file outside of the page's own folder. */
export function placed(file: string, line: number | null): string {
  return code(short(file) + (line === null ? "" : `:${line}`));
}

/** Text as code, whatever stands in it. */
export function code(text: string): string {
  const fence = "`".repeat(Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)) + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}

/** Text of others in Markdown: what stands between backticks is code, nothing else acts. */
export function escaped(text: string): string {
  const parts = text.replace(/\s+/g, " ").split(/(`[^`]*`)/);
  return parts.map((part) => (/^`[^`]+`$/.test(part) ? part : part.replace(/[\\`*_{}[\]()<>#+\-!|~&]/g, "\\$&"))).join("");
}
