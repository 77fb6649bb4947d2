// Who wins a name: every agent's candidates with the reasons, to choose one and open it.

import * as vscode from "vscode";
import type { Why } from "./answers";
import { icon, plain, short } from "./places";
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

/**
 * The candidates below the agents that see them so. Agents that do the same stand together, those first that have most
 * to choose from.
 */
function choices(answers: Why[], called: Map<string, string>): Choice[] {
  const groups = new Map<string, { hosts: string[]; why: Why }>();
  for (const why of answers) {
    const key = JSON.stringify(why.candidates);
    const host = called.get(why.host) ?? why.host;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { hosts: [host], why });
    else group.hosts.push(host);
  }
  const isClash = ({ why }: { why: Why }) => Number(why.candidates.length > 1 && why.outcome !== "absent");
  const sorted = [...groups.values()].sort((one, other) => isClash(other) - isClash(one));
  return sorted.flatMap(({ hosts, why }) => [
    { label: named(hosts), kind: vscode.QuickPickItemKind.Separator },
    ...why.candidates.map((candidate) => ({
      label: `$(${icon(candidate.status).id}) ${short(candidate.path)}`,
      description: plain(words(why, candidate)),
      path: candidate.path,
    })),
  ]);
}

/** Two names at most: they share a line with a path and its reason. */
function named(hosts: string[]): string {
  const [first, second, ...more] = hosts;
  return more.length > 0
    ? `${first} and ${more.length + 1} more`
    : second === undefined
      ? `${first}`
      : `${first}, ${second}`;
}

function words(why: Why, { path, status, reason }: Why["candidates"][number]): string {
  // The reason says itself that nothing is decided.
  if (status === "ambiguous" && reason !== "") return reason;
  const wins = status === "active" && why.candidates.length > 1 && why.winner === path;
  const word = wins ? "wins" : status === "active" ? "listed" : status;
  return reason === "" ? word : `${word}: ${reason}`;
}
