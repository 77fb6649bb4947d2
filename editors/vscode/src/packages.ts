// What the packages of the repository bring, as a page: agent by agent, what not, and why.

import type * as vscode from "vscode";
import type { PackageAgent, Packages } from "./answers";
import { code, escaped, placed } from "./markdown";
import { Pages } from "./pages";
import type { Server } from "./server";

/** The page of the packages. */
export class PackagePages extends Pages {
  constructor(server: Server) {
    super(server, "skill-lsp-packages");
  }

  /** Opens the page of the folder that a file lies in. */
  async open(about?: vscode.Uri): Promise<void> {
    await this.show("Packages", { uri: about?.toString() });
  }

  protected async made(question: Record<string, unknown>): Promise<string | undefined> {
    const answer = await this.server.ask<Packages>("packages", question);
    return answer && page(answer);
  }
}

function page({ packages, loose }: Packages): string {
  const parts = packages.map(({ name, path, agents }) => {
    const told = agents.map((agent) => `### ${escaped(agent.name)}\n\n${ofAgent(agent)}`);
    const none = "No agent that is known here would load it.";
    return `## ${escaped(name)}\n\n${placed(path, null)}\n\n${told.length === 0 ? none : told.join("\n\n")}`;
  });
  if (loose.length > 0) {
    const rows = loose.map(({ name, path }) => `- ${code(name)} ${placed(path, null)}`);
    const words = "No package brings them; whoever adds or copies the collection has them.";
    parts.push(`## ${packages.length === 0 ? "The collection" : "In no package"}\n\n${words}\n\n${rows.join("\n")}`);
  }
  if (parts.length === 0) parts.push("There is no plugin, no marketplace, no extension and no collection here.");
  return `# What the packages bring\n\n${parts.join("\n\n")}\n`;
}

const FATES = {
  taken: "",
  unlisted: "No marketplace here lists it: nobody gets it.",
  refused: "The agent refuses it; its manifest says why.",
} as const;

function ofAgent({ fate, manifest, skills, notShipped }: PackageAgent): string {
  const parts: string[] = [];
  if (FATES[fate] !== "") parts.push(FATES[fate]);
  if (manifest !== null) parts.push(`By ${placed(manifest, null)}.`);
  const rows = skills.map(({ id, path, status, reason, shown }) => {
    const isFine = status === "active" && (shown === null || shown === "whole");
    return `- ${isFine ? "✓" : "✗"} ${code(id)} ${placed(path, null)}${isFine ? "" : `: ${escaped(`${status}, ${reason}`)}`}`;
  });
  for (const { name, path, reason } of notShipped) {
    const why = reason === null ? "not shipped" : `not shipped: ${reason}`;
    rows.push(`- ✗ ${code(name)} ${placed(path, null)}: ${escaped(why)}`);
  }
  parts.push(rows.length === 0 ? "It brings no skill." : rows.join("\n"));
  return parts.join("\n\n");
}
