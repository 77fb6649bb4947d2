// Who wins a name: every agent's candidates with the reasons, to choose one and open it.

import * as vscode from "vscode";
import type { Why } from "./answers";
import { icon, short } from "./places";
import type { Server } from "./server";

interface Choice extends vscode.QuickPickItem {
  path?: string;
}

/** Shows what each agent makes of a name. */
export async function showWhy(server: Server, name: string, uri?: vscode.Uri): Promise<void> {
  const [answers, hosts] = await Promise.all([
    server.ask<Why[]>("why", { name, uri: uri?.toString() }),
    server.hosts(uri),
  ]);
  if (answers === undefined) return;
  if (answers.length === 0) {
    void vscode.window.showInformationMessage(`No agent has a skill \`${name}\` here.`);
    return;
  }
  const called = new Map(hosts.map((host) => [host.id, host.name]));
  const chosen = await vscode.window.showQuickPick(choices(answers, called), {
    title: `Who wins \`${name}\``,
    placeHolder: "Choose one to open it",
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen?.path !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(chosen.path));
}

/** The candidates below the agents that see them so; agents that do the same stand together. */
function choices(answers: Why[], called: Map<string, string>): Choice[] {
  const groups = new Map<string, { hosts: string[]; why: Why }>();
  for (const why of answers) {
    const key = JSON.stringify(why.candidates);
    const host = called.get(why.host) ?? why.host;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { hosts: [host], why });
    else group.hosts.push(host);
  }
  return [...groups.values()].flatMap(({ hosts, why }) => [
    { label: hosts.join(", "), kind: vscode.QuickPickItemKind.Separator },
    ...why.candidates.map((candidate) => ({
      label: `$(${icon(candidate.status).id}) ${short(candidate.path)}`,
      description: words(why, candidate),
      path: candidate.path,
    })),
  ]);
}

function words(why: Why, candidate: Why["candidates"][number]): string {
  const wins = candidate.status === "active" && why.candidates.length > 1 && why.winner === candidate.path;
  const word = wins ? "wins" : candidate.status === "active" ? "listed" : candidate.status;
  return candidate.reason === "" ? word : `${word}: ${candidate.reason}`;
}
