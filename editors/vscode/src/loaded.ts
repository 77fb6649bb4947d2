// The live preview of a loaded skill: what the model receives of the file beside it.

import * as vscode from "vscode";
import type { Loaded } from "./answers";
import { Panel, type Choices } from "./panel";
import type { Server } from "./server";

/** What the page is sent. */
export interface Shown extends Choices {
  /** What is typed behind the name. */
  typed: string;
  loaded?: Loaded;
}

/** What the page sends. */
export type Said = { host: string; typed: string };

/** The panel with the loaded skill. */
export class LoadedPreview extends Panel<Shown, Said> {
  private typed = "";

  constructor(context: vscode.ExtensionContext, server: Server) {
    super(context, server, { type: "skillLsp.loaded", title: "As Loaded", script: "loaded_page.js" });
    this.disposables.push(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() === this.uri?.toString()) void this.renew();
      }),
    );
  }

  protected forget(): void {
    // The arguments are as good for another agent.
  }

  protected async hear(said: Said): Promise<void> {
    this.typed = said.typed;
    if (said.host !== this.host) await this.choose(said.host);
  }

  protected async shown(hosts: Choices["hosts"]): Promise<Shown> {
    const shown = { hosts, host: this.host, typed: this.typed };
    if (this.uri === undefined) return { ...shown, problem: "Open a SKILL.md to see it as the model receives it." };
    const uri = this.uri.toString();
    const answer = await this.asked<Loaded>("show", { path: uri, uri, arguments: this.typed === "" ? undefined : this.typed, host: this.host });
    return typeof answer === "string" ? { ...shown, problem: answer } : { ...shown, loaded: answer };
  }
}
