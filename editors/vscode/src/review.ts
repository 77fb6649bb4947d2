// What a skill or a package may do, as a page: dangers first, every one at its line. Nothing of it is run.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Review } from "./answers";
import { code, escaped, placed } from "./markdown";
import { Pages } from "./pages";
import { short } from "./places";
import type { Server } from "./server";

/** The pages of reviews. */
export class ReviewPages extends Pages {
  constructor(server: Server) {
    super(server, "skill-lsp-review");
  }

  /** Opens the review of the skill of a file, or of a folder that is asked for. */
  async open(uri?: vscode.Uri): Promise<void> {
    const place = uri ?? (await asked());
    if (place === undefined) return;
    const folder = path.extname(place.fsPath) === "" ? place.fsPath : path.dirname(place.fsPath);
    await this.show(`Review ${path.basename(folder)}`, { path: place.fsPath });
  }

  protected async made(question: Record<string, unknown>): Promise<string | undefined> {
    try {
      const review = await this.server.ask<Review>("review", question);
      return review && page(review);
    } catch (error) {
      // What the server refuses, it refuses in a sentence.
      return `# Review\n\n${escaped(error instanceof Error ? error.message : String(error))}\n`;
    }
  }
}

/** Which folder: a skill that was fetched lies anywhere. */
async function asked(): Promise<vscode.Uri | undefined> {
  const options = { title: "Review", openLabel: "Review", canSelectFiles: false, canSelectFolders: true };
  return (await vscode.window.showOpenDialog(options))?.[0];
}

const HEADINGS = { danger: "Dangers", look: "To look at", note: "Noted" } as const;

function page({ path: folder, skills, files, bytes, findings, sentences, grants, scripts, sites, leftOut }: Review): string {
  const parts = [`# Review of ${escaped(short(folder))}`];
  const size = `${files} ${files === 1 ? "file" : "files"}, ${bytes.toLocaleString("en")} bytes. Nothing was run.`;
  parts.push(`${skills.map(({ name, description }) => `**${escaped(name)}**: ${escaped(description)}`).join("\n\n")}\n\n${size}`);
  for (const [weight, heading] of Object.entries(HEADINGS)) {
    const lines = findings.filter((it) => it.weight === weight).map(({ path, line, message, excerpt }) => {
      const quoted = excerpt === null ? "" : `  \n  ${code(excerpt)}`;
      return `- ${placed(path, line)} ${escaped(message)}${quoted}`;
    });
    if (lines.length > 0) parts.push(`## ${heading}\n\n${lines.join("\n")}`);
    if (weight === "look" && sentences.length > 0) {
      const told = sentences.map(({ path, line, touches, text }) => `- ${placed(path, line)} ${escaped(touches.join(", "))}  \n  ${code(text)}`);
      parts.push(`## Sentences to read, and what they touch\n\n${told.join("\n")}`);
    }
  }
  if (!findings.some(({ weight }) => weight === "danger")) parts.push("No danger was found. That is not a proof that there is none.");
  const allowed = grants.map(({ path, line, entry, words }) => `- ${code(entry)}: ${escaped(words)} (${placed(path, line)})`);
  if (allowed.length > 0) parts.push(`## Allowed without asking\n\n${allowed.join("\n")}`);
  const called = scripts.map(({ path, calls }) => {
    const told = calls.map(({ kind, lines }) => `${escaped(kind)} (${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")})`);
    return `- ${placed(path, null)}${told.length === 0 ? "" : `: ${told.join(", ")}`}`;
  });
  if (called.length > 0) parts.push(`## Scripts\n\n${called.join("\n")}`);
  const named = sites.map(({ host, count, path, line }) => `- ${code(host)}, ${count} ${count === 1 ? "time" : "times"} (${placed(path, line)})`);
  if (named.length > 0) parts.push(`## Addresses\n\n${named.join("\n")}`);
  if (leftOut.length > 0) parts.push(`## Not looked at\n\n${leftOut.map((it) => `- ${escaped(it)}`).join("\n")}`);
  return `${parts.join("\n\n")}\n`;
}
