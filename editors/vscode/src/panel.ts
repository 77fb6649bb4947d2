// A live page beside the file: one panel that follows the file in the editor, the skills, and the agent that is chosen.

import * as crypto from "node:crypto";
import * as vscode from "vscode";
import type { Host } from "./answers";
import { column } from "./beside";
import { Server, isSkill } from "./server";

/** What every page is sent. */
export interface Choices {
  hosts: { id: string; name: string; modes: string[] }[];
  host: string;
  /** Why there is nothing to show. */
  problem?: string;
}

/** What sets one panel apart from another. */
export interface Kind {
  /** The type of the panel, for VS Code. */
  type: string;
  /** The first word of its title. */
  title: string;
  /** Its script in `dist`. */
  script: string;
}

const REMEMBERED = "preview.host";

/** A panel, of which there is one of each kind. */
export abstract class Panel<Shown extends Choices, Said extends object> implements vscode.Disposable {
  protected uri: vscode.Uri | undefined;
  protected host = "";
  private panel: vscode.WebviewPanel | undefined;
  private isReady = false;
  private isAsking = false;
  private isStale = false;
  protected readonly disposables: vscode.Disposable[];

  constructor(
    private readonly context: vscode.ExtensionContext,
    protected readonly server: Server,
    private readonly kind: Kind,
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

  /** What is shown of this moment. */
  protected abstract shown(hosts: Choices["hosts"]): Promise<Shown>;

  /** What the page says, beside that it is there. */
  protected abstract hear(said: Said): Promise<void>;

  /** Called when the page is there and has nothing. */
  protected begin(): void {}

  /** Called when another agent is shown. */
  protected abstract forget(): void;

  /** Opens the panel, or brings it to the front. */
  async open(uri: vscode.Uri | undefined, host = ""): Promise<void> {
    if (!(await this.server.start())) return;
    this.uri = uri ?? this.uri;
    if (host !== "" && host !== this.host) {
      this.host = host;
      this.forget();
    }
    if (this.host === "") this.host = await this.firstHost();
    if (this.panel === undefined) this.create();
    else this.panel.reveal(undefined, true);
    await this.renew();
  }

  dispose(): void {
    this.panel?.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Chooses an agent. */
  protected async choose(host: string): Promise<void> {
    this.host = host;
    await this.context.workspaceState.update(REMEMBERED, host);
  }

  /** Shows what there is now. Changes that come while it is fetched are shown together after it. */
  protected async renew(): Promise<void> {
    if (this.panel === undefined || !this.isReady || !this.server.isRunning) return;
    this.isStale = true;
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      while (this.isStale && this.panel !== undefined) {
        this.isStale = false;
        const hosts = await this.server.hosts(this.uri);
        const offered = hosts.filter((host) => !host.onlyWhenNamed || host.id === this.host).map(choice);
        const shown = await this.shown(offered);
        const name = shown.hosts.find((host) => host.id === shown.host)?.name ?? shown.host;
        const words = hosts.find((host) => host.id === shown.host)?.installed?.words;
        this.panel.title = `${this.kind.title}: ${name}${words ? ` (${words})` : ""}`;
        await this.panel.webview.postMessage(shown);
      }
    } finally {
      this.isAsking = false;
    }
  }

  /** The answer of the server, or why there is none. */
  protected async asked<T extends object>(command: string, argument: object): Promise<T | string> {
    try {
      return (await this.server.ask<T>(command, argument)) ?? "The server is not running.";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** The host that was looked at last, else the one that the file is written for. */
  private async firstHost(): Promise<string> {
    const remembered = this.context.workspaceState.get<string>(REMEMBERED);
    if (remembered !== undefined) return remembered;
    const [chosen] = vscode.workspace.getConfiguration("skillLsp").get<string[]>("hosts", []);
    if (chosen !== undefined) return chosen;
    const verdicts = this.uri && (await this.server.ask<{ host: string }[]>("verdicts", { uri: this.uri.toString() }));
    return verdicts?.[0]?.host ?? (await this.server.hosts()).find((host) => host.usual)?.id ?? "";
  }

  private create(): void {
    const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
    const dist = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const panel = vscode.window.createWebviewPanel(
      this.kind.type,
      this.kind.title,
      { viewColumn: column(), preserveFocus: true },
      { enableScripts: true, localResourceRoots: [media, dist] },
    );
    panel.iconPath = {
      light: vscode.Uri.joinPath(media, "skills-light.svg"),
      dark: vscode.Uri.joinPath(media, "skills-dark.svg"),
    };
    const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(media, "preview.css"));
    const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(dist, this.kind.script));
    panel.webview.onDidReceiveMessage((said: Said | { ready: true }) => void this.listen(said));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.isReady = false;
    });
    panel.webview.html = page(this.kind.title, panel.webview.cspSource, style, script);
    this.panel = panel;
  }

  private async listen(said: Said | { ready: true }): Promise<void> {
    if ("ready" in said) {
      this.isReady = true;
      this.begin();
    } else await this.hear(said);
    await this.renew();
  }
}

function choice(host: Host): Choices["hosts"][number] {
  return { id: host.id, name: host.name, modes: [...new Set(host.modes.map(({ mode }) => mode))] };
}

/** An empty page: what is shown comes in messages, and is put into it as text. */
function page(title: string, source: string, style: vscode.Uri, script: vscode.Uri): string {
  const nonce = crypto.randomBytes(16).toString("base64");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${style.toString()}">
<title>${title}</title>
</head>
<body>
<script nonce="${nonce}" src="${script.toString()}"></script>
</body>
</html>`;
}
