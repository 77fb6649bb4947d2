// The live preview: the listing that an agent puts before its model, beside the file.

import * as vscode from "vscode";
import type { FollowedPrompt } from "./answers";
import { Panel, type Choices } from "./panel";
import type { Server } from "./server";

/** What the page is sent. */
export interface Shown extends Choices {
  mode: string;
  /** The file beside which it stands: its entry is marked. */
  current: string;
  /** The listing, or what is another in the one that the page has. */
  prompt?: FollowedPrompt;
}

/** What the page sends. */
export type Said = { host: string; mode: string } | { open: string };

/** The panel with the listing. */
export class Preview extends Panel<Shown, Said> {
  private mode = "";
  /** The listing that the page has. */
  private number = 0;

  constructor(context: vscode.ExtensionContext, server: Server) {
    super(context, server, { type: "skillLsp.preview", title: "Prompt", script: "page.js" });
  }

  protected forget(): void {
    this.mode = "";
  }

  protected override begin(): void {
    this.number = 0;
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
    const mode = this.mode === "" ? undefined : this.mode;
    const question = { host: this.host, mode, uri: this.uri?.toString(), since: this.number };
    const answer = await this.asked<FollowedPrompt>("prompt", question);
    const shown = { hosts, host: this.host, mode: this.mode, current: this.uri?.fsPath ?? "" };
    if (typeof answer === "string") {
      this.number = 0;
      return { ...shown, problem: answer };
    }
    this.number = answer.number;
    return { ...shown, prompt: answer };
  }
}
