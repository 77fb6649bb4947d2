// The live preview: the listing that an agent puts before its model, beside the file.

import * as crypto from "node:crypto";
import * as vscode from "vscode";
import type { Host, Prompt } from "./answers";
import { Server, isSkill } from "./server";

/** What the page is sent. */
export interface Shown {
  hosts: { id: string; name: string; modes: string[] }[];
  host: string;
  mode: string;
  /** The file beside which it stands: its entry is marked. */
  current: string;
  prompt?: Prompt;
  /** Why there is no listing. */
  problem?: string;
}

/** What the page sends. */
export type Said = { ready: true } | { host: string; mode: string } | { open: string };

const REMEMBERED = "preview.host";

/** The panel, of which there is one. */
export class Preview implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private uri: vscode.Uri | undefined;
  private host = "";
  private mode = "";
  private isReady = false;
  private isAsking = false;
  private isStale = false;
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly server: Server,
  ) {
    this.disposables = [
      server.onDidChange(() => void this.renew()),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor === undefined || !isSkill(editor.document)) return;
        this.uri = editor.document.uri;
        void this.renew();
      }),
    ];
  }

  /** Opens the preview, or brings it to the front. */
  async open(uri: vscode.Uri | undefined, host = ""): Promise<void> {
    if (!(await this.server.start())) return;
    this.uri = uri ?? this.uri;
    if (host !== "" && host !== this.host) [this.host, this.mode] = [host, ""];
    if (this.host === "") this.host = await this.firstHost();
    if (this.panel === undefined) this.create();
    else this.panel.reveal(undefined, true);
    await this.renew();
  }

  dispose(): void {
    this.panel?.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** The host that was looked at last, else the one that the file is written for. */
  private async firstHost(): Promise<string> {
    const remembered = this.context.workspaceState.get<string>(REMEMBERED);
    if (remembered !== undefined) return remembered;
    const [chosen] = vscode.workspace.getConfiguration("skillLsp").get<string[]>("hosts", []);
    if (chosen !== undefined) return chosen;
    const verdicts = this.uri && (await this.server.ask<{ host: string }[]>("verdicts", { uri: this.uri.toString() }));
    return verdicts?.[0]?.host ?? "claude-code";
  }

  private create(): void {
    const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
    const dist = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel(
      "skillLsp.preview",
      "Prompt",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: [media, dist] },
    );
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, "skills-light.svg"),
      dark: vscode.Uri.joinPath(media, "skills-dark.svg"),
    };
    const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(media, "preview.css"));
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, "page.js"));
    panel.webview.onDidReceiveMessage((said: Said) => void this.hear(said));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.isReady = false;
    });
    panel.webview.html = page(panel.webview.cspSource, style, script);
    this.panel = panel;
  }

  private async hear(said: Said): Promise<void> {
    if ("ready" in said) {
      this.isReady = true;
    } else if ("open" in said) {
      await vscode.window.showTextDocument(vscode.Uri.file(said.open), { viewColumn: vscode.ViewColumn.One });
      return;
    } else {
      [this.host, this.mode] = [said.host, said.mode];
      await this.context.workspaceState.update(REMEMBERED, said.host);
    }
    await this.renew();
  }

  /** Shows the listing of this moment. Changes that come while one is fetched are shown together after it. */
  private async renew(): Promise<void> {
    if (this.panel === undefined || !this.isReady || !this.server.isRunning) return;
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale && this.panel !== undefined) {
        this.isStale = false;
        const shown = await this.shown();
        const name = shown.hosts.find((host) => host.id === shown.host)?.name ?? shown.host;
        this.panel.title = `Prompt: ${name}`;
        await this.panel.webview.postMessage(shown);
      }
    } finally {
      this.isAsking = false;
    }
  }

  private async shown(): Promise<Shown> {
    const [hosts, answer] = await Promise.all([this.server.hosts(this.uri), this.prompt()]);
    const shown = {
      hosts: hosts.filter((host) => !host.onlyWhenNamed || host.id === this.host).map(offered),
      host: this.host,
      mode: this.mode,
      current: this.uri?.fsPath ?? "",
    };
    return typeof answer === "string" ? { ...shown, problem: answer } : { ...shown, mode: answer.mode, prompt: answer };
  }

  /** The listing, or why there is none. */
  private async prompt(): Promise<Prompt | string> {
    const argument = { host: this.host, mode: this.mode === "" ? undefined : this.mode, uri: this.uri?.toString() };
    try {
      return (await this.server.ask<Prompt>("prompt", argument)) ?? "The server is not running.";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

function offered(host: Host): Shown["hosts"][number] {
  return { id: host.id, name: host.name, modes: [...new Set(host.modes.map(({ mode }) => mode))] };
}

/** An empty page: what is shown comes in messages, and is put into it as text. */
function page(source: string, style: vscode.Uri, script: vscode.Uri): string {
  const nonce = crypto.randomBytes(16).toString("base64");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${style.toString()}">
<title>Prompt</title>
</head>
<body>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}
