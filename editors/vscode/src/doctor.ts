// Why skills do not trigger, as a page: the state of things here, or the life of one skill.

import * as path from "node:path";
import type * as vscode from "vscode";
import type { Doctor, DoctorAgent, DoctorLife, DoctorLine } from "./answers";
import { code, escaped, placed } from "./markdown";
import { Pages } from "./pages";
import { short } from "./places";
import type { Server } from "./server";

/** The pages of the doctor. */
export class DoctorPages extends Pages {
  constructor(server: Server) {
    super(server, "skill-lsp-doctor");
  }

  /** Opens the page of everything, or of one skill. */
  async open(name: string, about?: vscode.Uri): Promise<void> {
    const title = name === "" ? "Doctor" : `Doctor ${path.basename(called(name))}`;
    await this.show(title, { name, uri: about?.toString() });
  }

  protected async made({ name, uri }: Record<string, unknown>): Promise<string | undefined> {
    const answer = await this.server.ask<Doctor>("doctor", { ...(name === "" ? {} : { name }), uri });
    return answer && (answer.skill === undefined ? state(answer) : life(answer.skill));
  }
}

function state({ agents, elsewhere, findings }: Doctor): string {
  const parts = agents.map((agent) => `## ${heading(agent)}\n\n${lines(agent.lines)}`);
  if (agents.length === 0) parts.push("No agent is installed here or has a folder here: no skill can be listed.");
  if (elsewhere.length > 0) parts.push(`## No agent reads\n\n${lines(elsewhere)}`);
  if (findings.next !== null) parts.push(found(findings));
  return `# Why skills do not trigger\n\n${parts.join("\n\n")}\n`;
}

/** How much is found, and where it stands: what is found for some agents alone is in no panel. */
function found({ errors, warnings, files, next }: Doctor["findings"]): string {
  const counts = [counted(errors, "error"), counted(warnings, "warning")].filter((words) => !words.startsWith("0 "));
  const where = next?.includes("--host") ? `  \n→ ${code(next)}` : ": see the Problems panel.";
  return `${counts.join(", ")} in ${counted(files, "file")}${where}`;
}

function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}

function heading({ name, installed, verified, apart, listed, notListed }: DoctorAgent): string {
  const version = installed === null ? "" : ` ${installed}`;
  const other = apart === "patch" || apart === "more" ? ` (verified on ${verified})` : "";
  const missing = notListed > 0 ? `, ${notListed} not` : "";
  return escaped(`${name}${version}${other}: ${listed} ${listed === 1 ? "skill" : "skills"} listed${missing}`);
}

function lines(all: DoctorLine[]): string {
  if (all.length === 0) return "Nothing is amiss.";
  return all.map(({ skills, places, words, next }) => {
    const [first] = places;
    const names = skills.length === 0 ? "settings" : named(skills);
    const place = first === undefined ? "" : ` ${placed(first.path, first.line)}:`;
    const step = next === null ? "" : `  \n  → ${code(next)}`;
    return `- **${escaped(names)}**${place} ${escaped(words)}${step}`;
  }).join("\n");
}

function life({ name, agents, others, lines: unread, nearest }: DoctorLife): string {
  const parts = agents.map(({ name, path: at, steps }) => {
    const told = steps.map(
      ({ step, fine, words, next }) =>
        `- ${fine ? "✓" : "✗"} **${step}** ${escaped(words)}${next === null ? "" : `  \n  → ${code(next)}`}`,
    );
    const file = at === null ? "" : `${placed(at, null)}\n\n`;
    return `## ${escaped(name)}\n\n${file}${told.length === 0 ? "It has no skill of this name." : told.join("\n")}`;
  });
  if (unread.length > 0) parts.push(`## No agent reads\n\n${lines(unread)}`);
  if (others.length > 0) parts.push(escaped(`Also listed by ${others.join(", ")}.`));
  if (nearest !== null) parts.push(`Did you mean ${code(nearest)}?`);
  return `# ${escaped(called(name))}\n\n${parts.join("\n\n")}\n`;
}

/** A skill by its name, or by its folder where it was asked for by its path. */
function called(name: string): string {
  return path.isAbsolute(name) ? short(name) : name;
}

function named(skills: string[]): string {
  return skills.length > 3 ? `${skills.slice(0, 2).join(", ")} and ${skills.length - 2} more` : skills.join(", ");
}
