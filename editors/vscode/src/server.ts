// The language server: started when there is a skill, asked by everything else.

import * as vscode from "vscode";
import { LanguageClient, State, type ExecuteCommandSignature, type StaticFeature } from "vscode-languageclient/node";
import type { Host } from "./answers";
import { Causes } from "./causes";
import { tellOpenFiles } from "./opened";
import { Overlap } from "./overlap";
import { program } from "./program";

/** A file name in any case, as a glob: the check of the name is one of ours. */
const SKILL = "**/[sS][kK][iI][lL][lL].[mM][dD]";

/** The folders in which agents keep what is theirs: whatever is Markdown in them may mention skills. */
const KEPT = [
  ".agents",
  ".claude",
  ".cline",
  ".clinerules",
  ".codex",
  ".config/amp",
  ".config/crush",
  ".config/goose",
  ".config/opencode",
  ".copilot",
  ".crush",
  ".cursor",
  ".gemini",
  ".goose",
  ".kimi",
  ".opencode",
  ".pi",
  ".pi/agent",
  ".qwen",
  ".roo",
];
/** The same where agents are not alone: only what is addressed to them. */
const SHARED = ".github/{agents,chatmodes,instructions,prompts,skills}";
/** The files that tell agents about a project or a user. */
const MEMORY = ["AGENTS.md", "CLAUDE.local.md", "CLAUDE.md", "GEMINI.md", "QWEN.md", ".github/copilot-instructions.md"];

/** By file name for both languages that editors give a SKILL.md, never by language alone: `skill` is others' id too. */
const SELECTOR = [
  { scheme: "file", language: "skill", pattern: SKILL },
  { scheme: "file", language: "markdown", pattern: SKILL },
  // Commands, and the files that mention skills. In the folders of agents VS Code has languages of its own for some.
  ...["**/commands/**/*.md", "**/skills/**/*.md", "**/agents/**/*.md"].map((pattern) => ({
    scheme: "file",
    language: "markdown",
    pattern,
  })),
  ...[...KEPT, SHARED].map((folder) => ({ scheme: "file", pattern: `**/${folder}/**/*.md` })),
  ...MEMORY.map((name) => ({ scheme: "file", pattern: `**/${name}` })),
  // Settings of agents: a rename changes what stands in them, saved or not.
  ...KEPT.map((folder) => ({ scheme: "file", pattern: `**/${folder}/*.{json,jsonc,toml,yaml,yml}` })),
  { scheme: "file", language: "chatagent", pattern: "**/agents/**/*.md" },
  // Manifests of packages, whatever language they are edited as. The server looks whether a `plugin.json` is one.
  ...["**/plugin.json", "**/marketplace.json", "**/api_marketplace.json", "**/{gemini,qwen}-extension.json"].map(
    (pattern) => ({ scheme: "file", pattern }),
  ),
];

/** Whether a document is a skill, by its file name. */
export function isSkill(document: vscode.TextDocument): boolean {
  return document.uri.scheme === "file" && /(^|[\\/])skill\.md$/i.test(document.uri.path);
}

/** Shows the answer of a command that asks to be shown; `false` when it is not one of those. */
export type Showing = (command: string, argument: Record<string, unknown>) => boolean;

/** The server and the conversation with it. */
export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private starting: Promise<boolean> | undefined;
  private following: vscode.Disposable | undefined;
  private readonly overlap = new Overlap();
  private readonly causes = new Causes();
  private readonly log = vscode.window.createOutputChannel("Agent Skills", { log: true });
  private readonly changed = new vscode.EventEmitter<void>();

  /** The skills, a listing, or the server itself are others than before. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly showing: Showing,
  ) {}

  /** Whether it runs. */
  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  /** Starts the server unless it runs. Answers whether it runs then. */
  start(): Promise<boolean> {
    this.starting ??= this.launch();
    return this.starting;
  }

  /** Stops the server and starts it again, with the program that the settings name now. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Opens the log. */
  showLog(): void {
    this.log.show(true);
  }

  /** Runs a command of the server. Starts it if need be; `undefined` when that fails. */
  async ask<T>(command: string, argument: object = {}): Promise<T | undefined> {
    if (!(await this.start()) || this.client === undefined) return undefined;
    const parameters = { command: `skill-lsp.${command}`, arguments: [argument] };
    return this.client.sendRequest<T>("workspace/executeCommand", parameters);
  }

  /** Every host that can be named here. */
  async hosts(uri?: vscode.Uri): Promise<Host[]> {
    const hosts = await this.ask<Host[]>("hosts", { uri: uri?.toString() });
    return (hosts ?? []).map((host) => ({ ...host, name: host.name.charAt(0).toUpperCase() + host.name.slice(1) }));
  }

  async dispose(): Promise<void> {
    await this.stop();
    this.overlap.dispose();
    this.causes.dispose();
    this.changed.dispose();
    this.log.dispose();
  }

  private async stop(): Promise<void> {
    await this.starting;
    const client = this.client;
    this.client = undefined;
    this.starting = undefined;
    this.overlap.clear();
    this.causes.clear();
    this.following?.dispose();
    await client?.dispose();
    this.tellState();
  }

  private async launch(): Promise<boolean> {
    const found = program(this.context);
    if ("problem" in found) {
      this.log.error(found.problem);
      void this.offerHelp(found.problem);
      this.starting = undefined;
      return false;
    }
    const client = new LanguageClient(
      "skillLsp",
      "Agent Skills",
      { command: found.path, args: ["serve"] },
      {
        documentSelector: SELECTOR,
        outputChannel: this.log,
        initializationOptions: vscode.workspace.getConfiguration("skillLsp"),
        middleware: {
          handleDiagnostics: (uri, diagnostics, next) =>
            this.overlap.take(uri, diagnostics, (uri, rest) => this.causes.take(uri, rest, next)),
          executeCommand: (command, args, next) => this.execute(command, args, next),
          provideHover: async (document, position, token, next) => {
            const hover = await next(document, position, token);
            const words = hover && this.overlap.greyed(document.uri, position);
            if (hover && words) hover.contents.push(new vscode.MarkdownString(words));
            return hover;
          },
        },
      },
    );
    client.registerFeature(PUSHED);
    client.onNotification("skill-lsp/catalogChanged", () => this.changed.fire());
    client.onDidChangeState(() => this.tellState());
    this.client = client;
    try {
      await client.start();
      this.following = tellOpenFiles(client);
      return true;
    } catch (error) {
      this.log.error(`cannot start ${found.path}: ${String(error)}`);
      this.client = undefined;
      this.starting = undefined;
      return false;
    }
  }

  private tellState(): void {
    void vscode.commands.executeCommand("setContext", "skillLsp.running", this.isRunning);
    this.changed.fire();
  }

  /** Lenses and "Explain" ask the server to show its answer in a message: here there is a better place for it. */
  private execute(command: string, args: unknown[], next: ExecuteCommandSignature): vscode.ProviderResult<unknown> {
    const argument = args[0] as Record<string, unknown> | undefined;
    if (argument?.["show"] === true && this.showing(command, argument)) return undefined;
    return next(command, args);
  }

  private async offerHelp(problem: string): Promise<void> {
    const install = "How to Install";
    const choose = "Choose Program";
    const chosen = await vscode.window.showErrorMessage(`Agent Skills: ${problem}.`, install, choose);
    if (chosen === install) {
      const readme = vscode.Uri.joinPath(this.context.extensionUri, "README.md");
      await vscode.commands.executeCommand("markdown.showPreview", readme);
    } else if (chosen === choose) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "skillLsp.server.path");
    }
  }
}

/** Findings are sent, not asked for: they come with the keystroke, and also for closed files. */
const PUSHED: StaticFeature = {
  fillClientCapabilities(capabilities) {
    delete capabilities.textDocument?.diagnostic;
  },
  initialize() {},
  getState: () => ({ kind: "static" }),
  clear() {},
};
