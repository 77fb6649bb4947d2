// Pages of Markdown that are made of an answer of the server, and follow the skills.

import * as vscode from "vscode";
import { showMarkdown } from "./beside";
import type { Server } from "./server";

/** The pages of one kind. */
export abstract class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly opened = new Map<string, vscode.Uri>();
  private readonly shown = new Map<string, string>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    protected readonly server: Server,
    private readonly scheme: string,
  ) {
    this.disposables = [
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      server.onDidChange(() => this.opened.forEach((uri) => this.changed.fire(uri))),
      this.changed,
    ];
  }

  /** The text of a page; nothing when the server has no answer. */
  protected abstract made(question: Record<string, unknown>): Promise<string | undefined>;

  /** Opens a page beside the editor. */
  protected async show(title: string, question: Record<string, unknown>): Promise<void> {
    if (!(await this.server.start())) return;
    const uri = vscode.Uri.from({ scheme: this.scheme, path: `/${title}.md`, query: JSON.stringify(question) });
    this.opened.set(uri.toString(), uri);
    this.changed.fire(uri);
    await showMarkdown(uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    // A page that is open while the server is started again waits for it, and does not start another one.
    if (!this.server.isRunning) return this.shown.get(uri.toString()) ?? "";
    const text = (await this.made(JSON.parse(uri.query) as Record<string, unknown>)) ?? "";
    this.shown.set(uri.toString(), text);
    return text;
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }
}
