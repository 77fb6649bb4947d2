// The entry: what is registered when VS Code meets a skill.

import * as vscode from "vscode";
import { register } from "./commands";
import { DoctorPages } from "./doctor";
import { Explanations } from "./explanations";
import { LoadedPreview } from "./loaded";
import { PackagePages } from "./packages";
import { extend, type MarkdownIt } from "./placeholders";
import { Preview } from "./preview";
import { ReviewPages } from "./review";
import { Server, isSkill } from "./server";
import { StatusItem } from "./status";
import { SkillTree } from "./tree";
import { showWhy } from "./why";

/** What stands in `activationEvents` before the path that wakes us. */
const SIGN = "workspaceContains:";

/** What VS Code's own preview of Markdown gets from us. */
export interface Exports {
  extendMarkdownIt(markdown: MarkdownIt): MarkdownIt;
}

export function activate(context: vscode.ExtensionContext): Exports {
  const server = new Server(context, show);
  const explanations = new Explanations(server);
  const preview = new Preview(context, server);
  const loaded = new LoadedPreview(context, server);
  const tree = new SkillTree(server);
  const doctor = new DoctorPages(server);
  const review = new ReviewPages(server);
  const packages = new PackagePages(server);
  const pages = [explanations, preview, loaded, tree, doctor, review, packages];
  context.subscriptions.push(server, ...pages, new StatusItem(server));
  register(context, server, { preview, loaded, doctor, review, packages });

  function show(command: string, argument: Record<string, unknown>): boolean {
    const uri = typeof argument["uri"] === "string" ? vscode.Uri.parse(argument["uri"]) : undefined;
    const text = (key: string) => String(argument[key] ?? "");
    switch (command) {
      case "skill-lsp.prompt":
        void preview.open(uri, text("host"));
        return true;
      case "skill-lsp.show":
        void loaded.open(uri, text("host"));
        return true;
      case "skill-lsp.why":
        void showWhy(server, text("name"), uri);
        return true;
      case "skill-lsp.explain":
        void explanations.open(text("check"));
        return true;
      case "skill-lsp.doctor":
        void doctor.open(text("name"), uri);
        return true;
      case "skill-lsp.diff":
        void showDifference(text("path"), text("other"));
        return true;
      default:
        return false;
    }
  }

  // The language `skill` is also that of other tools: the server waits for a skill. The disk takes a while to say whether
  // there is one in the folder, and one may be opened meanwhile.
  let isWaiting = true;
  const begin = (): void => {
    if (isWaiting) void server.start();
    isWaiting = false;
  };
  context.subscriptions.push(vscode.workspace.onDidOpenTextDocument((document) => isSkill(document) && begin()));
  if (vscode.workspace.textDocuments.some(isSkill)) begin();
  else void hasSkills(context).then((found) => found && begin());
  return { extendMarkdownIt: extend };
}

/** Two copies of a skill side by side, in the diff editor. */
async function showDifference(path: string, other: string): Promise<void> {
  const [left, right] = [vscode.Uri.file(path), vscode.Uri.file(other)];
  const [one, two] = [left, right].map((uri) => vscode.workspace.asRelativePath(uri));
  await vscode.commands.executeCommand("vscode.diff", left, right, `${one} ↔ ${two}`);
}

/** Whether a folder of the workspace has to do with skills, by the signs in `activationEvents`. */
async function hasSkills(context: vscode.ExtensionContext): Promise<boolean> {
  const events: string[] = context.extension.packageJSON.activationEvents;
  const paths = events.filter((event) => event.startsWith(SIGN)).map((event) => event.slice(SIGN.length));
  const folders = vscode.workspace.workspaceFolders ?? [];
  const signs = folders.flatMap((folder) => paths.map((path) => vscode.Uri.joinPath(folder.uri, path)));
  const exists = (sign: vscode.Uri) =>
    vscode.workspace.fs.stat(sign).then(
      () => true,
      () => false,
    );
  return (await Promise.all(signs.map(exists))).includes(true);
}
