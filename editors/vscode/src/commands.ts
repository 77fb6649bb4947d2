// The commands of the palette, the editor's title and the tree.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Host, NewPlace, Switched, Verdict } from "./answers";
import type { DoctorPages } from "./doctor";
import type { LoadedPreview } from "./loaded";
import type { PackagePages } from "./packages";
import type { Preview } from "./preview";
import type { ReviewPages } from "./review";
import { Server, isSkill } from "./server";
import type { HostNode, RootNode, SkillNode } from "./tree";
import { short } from "./places";
import { showWhy } from "./why";

/** The pages that commands open. */
export interface Opened {
  preview: Preview;
  loaded: LoadedPreview;
  doctor: DoctorPages;
  review: ReviewPages;
  packages: PackagePages;
}

/** Registers every command. */
export function register(context: vscode.ExtensionContext, server: Server, opened: Opened): void {
  const { preview, loaded, doctor, review, packages } = opened;
  const commands: Record<string, (argument?: unknown) => Promise<unknown> | void> = {
    previewPrompt: (argument) => preview.open(skillOf(argument)),
    previewLoaded: (argument) => loaded.open(skillOf(argument)),
    whoWins: (argument) => whoWins(server, skillOf(argument)),
    doctor: (argument) => doctor.open(typeof argument === "string" ? argument : "", skillOf(argument)),
    review: (argument) => review.open(skillOf(argument)),
    packages: (argument) => packages.open(argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri),
    newSkill: () => newSkill(server),
    chooseHosts: () => chooseHosts(server),
    restartServer: () => server.restart(),
    showLog: () => server.showLog(),
    "tree.refresh": () => server.ask("refresh"),
    "tree.reveal": (node) => reveal(node as SkillNode),
    "tree.previewPrompt": (node) => previewNode(preview, node as HostNode | SkillNode),
    "tree.previewLoaded": (node) => {
      const { skill } = node as SkillNode;
      return loaded.open(vscode.Uri.file(skill.path), skill.host);
    },
    "tree.whoWins": (node) =>
      showWhy(server, (node as SkillNode).skill.id, vscode.Uri.file((node as SkillNode).skill.path)),
    "tree.newSkill": (node) => newSkill(server, node as RootNode),
    "tree.turnOff": (node) => toggle(server, node as SkillNode, false),
    "tree.turnOn": (node) => toggle(server, node as SkillNode, true),
    "tree.delete": (node) => deleteSkill(server, node as SkillNode),
  };
  for (const [name, run] of Object.entries(commands)) {
    const told = async (argument?: unknown) => {
      // A row that has gone while its menu was open is no longer anybody's.
      if (name.startsWith("tree.") && name !== "tree.refresh" && argument === undefined) return;
      try {
        await run(argument);
      } catch (error) {
        // What the server refuses, it refuses in a sentence.
        void vscode.window.showErrorMessage(`Agent Skills: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
    context.subscriptions.push(vscode.commands.registerCommand(`skillLsp.${name}`, told));
  }
}

/** The skill that a command is about: the one it was called on, else the one in the editor, also where a page is in front. */
function skillOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editors = activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor];
  return editors.find(({ document }) => isSkill(document))?.document.uri;
}

async function whoWins(server: Server, uri: vscode.Uri | undefined): Promise<void> {
  let name: string | undefined;
  if (uri !== undefined) {
    const verdicts = await server.ask<Verdict[]>("verdicts", { uri: uri.toString() });
    name = verdicts?.[0]?.id ?? path.basename(path.dirname(uri.fsPath));
  }
  name ??= await vscode.window.showInputBox({ title: "Who Wins This Name", prompt: "The name of a skill" });
  if (name !== undefined && name !== "") await showWhy(server, name, uri);
}

async function newSkill(server: Server, root?: RootNode): Promise<void> {
  const name = await vscode.window.showInputBox({
    title: "New Skill (1/3): Name",
    prompt: "Lower-case letters, digits and hyphens. Its folder gets the same name.",
    placeHolder: "release-notes",
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 64
        ? undefined
        : "Lower-case words joined by hyphens, at most 64 characters",
  });
  if (name === undefined) return;
  const description = await vscode.window.showInputBox({
    title: "New Skill (2/3): Description",
    prompt: "What it does, and when to use it: by this alone the model decides to load it.",
    placeHolder: "Writes release notes from merged pull requests. Use when a release is prepared.",
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? "Without it agents skip or ignore the skill" : undefined),
  });
  if (description === undefined) return;
  const place = root === undefined ? await choosePlace(server) : { host: root.host.id, root: root.path };
  if (place === undefined) return;
  const document = vscode.window.activeTextEditor?.document;
  const uri = document?.uri.scheme === "file" ? document.uri.toString() : undefined;
  const made = await server.ask<{ path: string }>("create", { name, description, uri, ...place });
  if (made !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(made.path));
}

async function choosePlace(server: Server): Promise<{ host: string; root: string } | undefined> {
  const isOpen = vscode.workspace.workspaceFolders !== undefined;
  const document = vscode.window.activeTextEditor?.document;
  const uri = document?.uri.scheme === "file" ? document.uri.toString() : undefined;
  const places = ((await server.ask<NewPlace[]>("places", { uri })) ?? []).filter((it) => isOpen || it.scope === "user");
  const items = places.map((place) => ({
    label: `${place.scope === "project" ? "$(folder) This project" : "$(home) All my projects"}, ${place.name}`,
    description: short(place.path),
    ...(place.skills === 0 ? {} : { detail: `${place.skills} ${place.skills === 1 ? "skill" : "skills"} there already` }),
    host: place.host,
    root: place.path,
  }));
  const options = { title: "New Skill (3/3): Place", ignoreFocusOut: true, matchOnDescription: true };
  const place = await vscode.window.showQuickPick(items, options);
  return place === undefined ? undefined : { host: place.host, root: place.root };
}

async function chooseHosts(server: Server): Promise<void> {
  const settings = vscode.workspace.getConfiguration("skillLsp");
  const chosen = settings.get<string[]>("hosts", []);
  const hosts = await server.hosts();
  if (hosts.length === 0) return;
  // Those that are installed come first, the systems that take part only when they are named last.
  const rank = (host: Host) => (host.onlyWhenNamed ? 2 : host.installed === null ? 1 : 0);
  hosts.sort((one, other) => rank(one) - rank(other));
  const items = hosts.map((host) => ({
    label: host.name,
    description: host.installed === null ? host.id : `${host.id} · ${host.installed.version} is installed`,
    picked: chosen.includes(host.id),
    id: host.id,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: "Choose Agents",
    placeHolder: "The agents you write for; none: whoever owns the folder",
    canPickMany: true,
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  const target =
    vscode.workspace.workspaceFolders === undefined
      ? vscode.ConfigurationTarget.Global
      : vscode.ConfigurationTarget.Workspace;
  const ids = picked.map((item) => item.id);
  await settings.update("hosts", ids.length === 0 ? undefined : ids, target);
}

async function reveal({ skill }: SkillNode): Promise<void> {
  const uri = vscode.Uri.file(skill.path);
  const isInside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.commands.executeCommand(isInside ? "revealInExplorer" : "revealFileInOS", uri);
}

function previewNode(preview: Preview, node: HostNode | SkillNode): Promise<void> {
  return node.kind === "host"
    ? preview.open(undefined, node.id)
    : preview.open(vscode.Uri.file(node.skill.path), node.root.host.id);
}

/** Turns a skill on or off in its agent's own settings, and tells where that was written. */
async function toggle(server: Server, { skill, root }: SkillNode, enabled: boolean): Promise<void> {
  const cwd = root.scope === "user" ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(skill.path));
  const question = { id: skill.id, host: skill.host, enabled, cwd: cwd?.uri.fsPath };
  const done = await server.ask<Switched>("toggle", question);
  if (done === undefined) return;
  const word = enabled ? "on" : "off";
  const note = done.note === undefined ? "" : ` (${done.note})`;
  const where = done.changed ? ` now: ${short(done.path)}` : " already";
  const show = "Show";
  const message = `\`${skill.id}\` is ${word} in ${root.host.name}${where}${note}`;
  void vscode.window.showInformationMessage(message, ...(done.changed ? [show] : [])).then(async (answer) => {
    if (answer !== show) return;
    const line = new vscode.Position(done.line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(done.path), { selection: new vscode.Range(line, line) });
  });
}

async function deleteSkill(server: Server, { skill }: SkillNode): Promise<void> {
  const folder = path.dirname(skill.path);
  const yes = "Delete";
  const detail = `${short(skill.path)} and everything in it. It goes to the trash, where there is one.`;
  const answer = await vscode.window.showWarningMessage(
    `Delete the skill \`${skill.id}\`?`,
    { modal: true, detail },
    yes,
  );
  if (answer !== yes) return;
  await server.ask("delete", { path: folder });
  // An open editor would keep the skill alive: what is open stands for what is saved.
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isGone = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.fsPath.startsWith(folder + path.sep);
  await vscode.window.tabGroups.close(tabs.filter(isGone));
}
