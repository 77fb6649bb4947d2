// What a check means, as a document.

import * as vscode from "vscode";
import type { Check } from "./answers";
import { showMarkdown } from "./beside";
import type { Server } from "./server";

const SCHEME = "skill-lsp-check";

/** The documents that explain checks. */
export class Explanations implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  constructor(private readonly server: Server) {}

  /** Shows what a check means. */
  async open(check: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${check}.md` });
    await showMarkdown(uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const id = uri.path.slice(1).replace(/\.md$/, "");
    const check = await this.server.ask<Check>("explain", { check: id });
    return check === undefined ? "" : `# ${check.id}\n\n*${check.summary}*\n\n${check.documentation}`;
  }

  dispose(): void {
    this.registration.dispose();
  }
}
