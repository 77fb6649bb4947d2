// The live preview: the listing that an agent puts before its model, beside the file.

import * as vscode from "vscode";
import type { Prompt } from "./answers";
import { Panel, type Choices } from "./panel";
import type { Server } from "./server";

/** What the page is sent. */
export interface Shown extends Choices {
  mode: string;
  /** The file beside which it stands: its entry is marked. */
  current: string;
  prompt?: Prompt;
}

/** What the page sends. */
export type Said = { host: string; mode: string } | { open: string };

/** The panel with the listing. */
export class Preview extends Panel<Shown, Said> {
  private mode = "";

  constructor(context: vscode.ExtensionContext, server: Server) {
    super(context, server, { type: "skillLsp.preview", title: "Prompt", script: "page.js" });
  }

  protected forget(): void {
    this.mode = "";
  }

  protected async hear(said: Said): Promise<void> {
    if ("open" in said) {
      await vscode.window.showTextDocument(vscode.Uri.file(said.open), { viewColumn: vscode.ViewColumn.One });
      return;
    }
    this.mode = said.mode;
    await this.choose(said.host);
  }

  protected async shown(hosts: Choices["hosts"]): Promise<Shown> {
    const argument = { host: this.host, mode: this.mode === "" ? undefined : this.mode, uri: this.uri?.toString() };
    const answer = await this.asked<Prompt>("prompt", argument);
    const shown = { hosts, host: this.host, mode: this.mode, current: this.uri?.fsPath ?? "" };
    return typeof answer === "string" ? { ...shown, problem: answer } : { ...shown, mode: answer.mode, prompt: answer };
  }
}
