// The status bar: what the agent makes of the skill in the editor.

import * as vscode from "vscode";
import type { Verdict } from "./answers";
import { icon, short } from "./places";
import { Server, isSkill } from "./server";

/** The item of the status bar. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("skillLsp.verdict", vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private generation = 0;

  constructor(private readonly server: Server) {
    this.item.name = "Agent Skills";
    this.disposables = [
      this.item,
      server.onDidChange(() => void this.renew()),
      vscode.window.onDidChangeActiveTextEditor(() => void this.renew()),
    ];
    void this.renew();
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  private async renew(): Promise<void> {
    const generation = ++this.generation;
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !isSkill(document)) return this.item.hide();
    if (!this.server.isRunning) {
      this.item.text = "$(warning) skill-lsp";
      this.item.tooltip = "The language server of Agent Skills is not running. Click to see its log.";
      this.item.command = "skillLsp.showLog";
      return this.item.show();
    }
    const uri = document.uri.toString();
    const [verdicts, hosts] = await Promise.all([
      this.server.ask<Verdict[]>("verdicts", { uri }),
      this.server.hosts(document.uri),
    ]);
    // Another document or another catalogue may have come meanwhile.
    if (generation !== this.generation || verdicts === undefined) return;
    const called = new Map(hosts.map((host) => [host.id, host.name]));
    const [first] = verdicts;
    this.item.text =
      first === undefined
        ? "$(circle-outline) no agent reads this skill here"
        : `$(${icon(first.status).id}) ${called.get(first.host) ?? first.host}: ${first.words}`;
    this.item.tooltip = tooltip(verdicts, called);
    // Without this, readers of the screen are read the code of the icon and the marks of the tooltip.
    const label = first === undefined ? "no agent reads this skill here" : `${called.get(first.host) ?? first.host}: ${first.words}`;
    this.item.accessibilityInformation = { label: `Agent Skills, ${label}`, role: "button" };
    // The whole life of the skill: from there every other question is a click away.
    this.item.command = { command: "skillLsp.doctor", title: "Doctor", arguments: [document.uri.fsPath] };
    this.item.show();
  }
}

function tooltip(verdicts: Verdict[], called: Map<string, string>): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  for (const verdict of verdicts) {
    const name = called.get(verdict.host) ?? verdict.host;
    text.appendMarkdown(`$(${icon(verdict.status).id}) ${verdict.writtenFor ? `**${name}**` : name}: `);
    text.appendText(verdict.words);
    if (verdict.winner !== null) text.appendText(` (${short(verdict.winner)})`);
    text.appendMarkdown("  \n");
  }
  return text;
}
