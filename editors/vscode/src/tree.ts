// The tree of skills: each agent, the folders it reads, and what became of every skill in them.

import * as path from "node:path";
import * as vscode from "vscode";
import type { Host, ListedSkill, Verdict } from "./answers";
import { icon, plain, short } from "./places";
import type { Server } from "./server";

/** What stands in the tree. */
export type Node = HostNode | OtherNode | RootNode | SkillNode;

/** The agents that are neither installed here nor chosen, below one row. */
export interface OtherNode {
  kind: "others";
  hosts: HostNode[];
}

export interface HostNode {
  kind: "host";
  id: string;
  name: string;
  /** Whether its settings can switch a skill on and off. */
  switches: boolean;
  /** The verified version and the one that is here, where they differ. */
  version: string | undefined;
  /** It is installed here, chosen in the settings, or the one that is meant where none is named. */
  isNear: boolean;
  roots: RootNode[];
}

export interface RootNode {
  kind: "root";
  host: HostNode;
  path: string;
  scope: string;
  skills: SkillNode[];
}

export interface SkillNode {
  kind: "skill";
  root: RootNode;
  skill: ListedSkill;
  /** So many others of its name are there for nothing. */
  beaten: number;
}

/** Scopes in which a skill may be made: everyone else's are theirs. */
const OWN = new Set(["user", "project", "nested", "compatibility", "added", "explicit"]);

/** Changes come with every keystroke; the tree follows after a pause of so many milliseconds, or of as many as the last time took. */
const PAUSE = 150;

/** The view. */
export class SkillTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private folder: vscode.WorkspaceFolder | undefined;
  private pause = PAUSE;
  private isStale = true;
  private hosts: HostNode[] = [];
  private others: OtherNode = { kind: "others", hosts: [] };
  /** What the hosts were made of. */
  private known = "";

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView("skillLsp.skills", { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.view,
      this.changed,
      server.onDidChange(() => this.renewSoon()),
      this.view.onDidChangeVisibility(() => this.isStale && this.renewSoon()),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node === undefined) {
      // Who looks at the tree wants to see skills: the server is started for it.
      if (this.known === "") await this.renew();
      const near = this.hosts.filter((host) => host.isNear);
      return this.others.hosts.length === 0 ? near : [...near, this.others];
    }
    switch (node.kind) {
      case "host":
        return node.roots;
      case "others":
        return node.hosts;
      case "root":
        return node.skills;
      case "skill":
        return [];
    }
  }

  getParent(node: Node): Node | undefined {
    if (node.kind === "host") return node.isNear ? undefined : this.others;
    return node.kind === "root" ? node.host : node.kind === "skill" ? node.root : undefined;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case "host":
        return hostItem(node);
      case "others":
        return othersItem(node);
      case "root":
        return rootItem(node);
      case "skill":
        return skillItem(node);
    }
  }

  /** Of several folders, the tree shows what an agent would see in the one that is worked in. */
  private follow(editor: vscode.TextEditor | undefined): void {
    const folder = editor && vscode.workspace.getWorkspaceFolder(editor.document.uri);
    if (folder === undefined || (vscode.workspace.workspaceFolders ?? []).length < 2 || folder === this.folder) return;
    this.folder = folder;
    this.view.description = folder.name;
    this.renewSoon();
  }

  private renewSoon(): void {
    this.isStale = !this.view.visible;
    if (this.isStale) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const start = Date.now();
      // Only news is shown: a tree that is drawn anew loses the menu that somebody has just opened.
      if (await this.renew()) this.changed.fire();
      this.pause = Math.max(PAUSE, Date.now() - start);
    }, this.pause);
  }

  /** Asks for the skills. Answers whether they are others than before. */
  private async renew(): Promise<boolean> {
    const [skills, hosts] = await Promise.all([
      this.server.ask<ListedSkill[]>("list", { all: true, cwd: this.folder?.uri.fsPath }),
      this.server.hosts(),
    ]);
    const chosen = vscode.workspace.getConfiguration("skillLsp").get<string[]>("hosts", []);
    const known = JSON.stringify([skills, hosts, chosen]);
    if (known === this.known) return false;
    this.known = known;
    this.hosts = hostNodes(skills ?? [], new Map(hosts.map((host) => [host.id, host])), chosen);
    await this.bringNear();
    // Where nobody is near, there is nothing to set apart.
    if (!this.hosts.some((host) => host.isNear)) for (const host of this.hosts) host.isNear = true;
    this.others = { kind: "others", hosts: this.hosts.filter((host) => !host.isNear) };
    return true;
  }

  /** Where no agent that is near reads what lies in the folder, those that it is written for are near too. */
  private async bringNear(): Promise<void> {
    if (this.hosts.some((host) => host.isNear && host.roots.some(isHere))) return;
    const here = this.hosts.flatMap((host) => host.roots).find(isHere)?.skills[0];
    if (here === undefined) return;
    const uri = vscode.Uri.file(here.skill.path).toString();
    const verdicts = (await this.server.ask<Verdict[]>("verdicts", { uri })) ?? [];
    const meant = new Set(verdicts.filter(({ writtenFor }) => writtenFor).map(({ host }) => host));
    for (const host of this.hosts) host.isNear ||= meant.has(host.id);
  }
}

/** Whether a folder belongs to what is worked on. */
function isHere({ path: folder }: RootNode): boolean {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(folder)) !== undefined;
}

/** The hosts with everything below them, in the order in which they meet it. */
function hostNodes(skills: ListedSkill[], known: Map<string, Host>, chosen: string[]): HostNode[] {
  const beaten = new Map<string, number>();
  for (const { host, path, winner } of skills) {
    const key = `${host}\n${winner}`;
    if (winner !== null && winner !== path) beaten.set(key, (beaten.get(key) ?? 0) + 1);
  }
  const nodes = new Map<string, HostNode>();
  for (const skill of skills) {
    const name = known.get(skill.host)?.name ?? skill.host;
    const switches = (known.get(skill.host)?.switches ?? []).length > 0;
    const version = known.get(skill.host)?.installed?.words ?? undefined;
    const it = known.get(skill.host);
    // Those that are chosen; of none chosen, those that are installed, and the usual one.
    const isNear = chosen.length > 0 ? chosen.includes(skill.host) : it?.usual === true || (it?.installed ?? null) !== null;
    const host = nodes.get(skill.host) ?? { kind: "host", id: skill.host, name, switches, version, isNear, roots: [] };
    nodes.set(skill.host, host);
    let root = host.roots.find((it) => it.path === skill.root && it.scope === skill.scope);
    if (root === undefined) {
      root = { kind: "root", host, path: skill.root, scope: skill.scope, skills: [] };
      host.roots.push(root);
    }
    root.skills.push({ kind: "skill", root, skill, beaten: beaten.get(`${skill.host}\n${skill.path}`) ?? 0 });
  }
  return [...nodes.values()];
}

function hostItem(node: HostNode): vscode.TreeItem {
  const item = new vscode.TreeItem(node.name, vscode.TreeItemCollapsibleState.Collapsed);
  const skills = node.roots.flatMap((root) => root.skills).map(({ skill }) => skill);
  const used = skills.filter((skill) => skill.status === "active").length;
  const clashes = new Set(
    skills.filter((skill) => skill.status === "shadowed" || skill.status === "ambiguous").map((skill) => skill.id),
  );
  const skipped = skills.filter((skill) => skill.status === "skipped").length;
  const parts = [`${used} listed`];
  if (clashes.size > 0) parts.push(`${clashes.size} ${clashes.size === 1 ? "clash" : "clashes"}`);
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (node.version !== undefined) parts.push(node.version);
  item.id = node.id;
  item.description = parts.join(" · ");
  item.iconPath = new vscode.ThemeIcon("hubot");
  item.contextValue = "host";
  return item;
}

function othersItem(node: OtherNode): vscode.TreeItem {
  const { length } = node.hosts;
  const item = new vscode.TreeItem("Other agents", vscode.TreeItemCollapsibleState.Collapsed);
  item.id = "others";
  item.description = `${length} that ${length === 1 ? "reads" : "read"} something here`;
  item.tooltip = "Agents that are neither installed here nor chosen";
  item.iconPath = new vscode.ThemeIcon("ellipsis");
  item.accessibilityInformation = { label: `${item.label as string}, ${item.description}` };
  return item;
}

function rootItem(node: RootNode): vscode.TreeItem {
  const item = new vscode.TreeItem(short(node.path), vscode.TreeItemCollapsibleState.Expanded);
  item.id = [node.host.id, node.scope, node.path].join("\n");
  item.description = node.scope;
  item.iconPath = new vscode.ThemeIcon("folder");
  item.tooltip = node.path;
  item.contextValue = OWN.has(node.scope) ? "root.own" : "root";
  return item;
}

function skillItem({ root, skill, beaten }: SkillNode): vscode.TreeItem {
  const item = new vscode.TreeItem(skill.id, vscode.TreeItemCollapsibleState.None);
  const uri = vscode.Uri.file(skill.path);
  item.id = [root.host.id, root.scope, root.path, skill.id, skill.path].join("\n");
  item.description = plain(described(skill, beaten));
  item.iconPath = icon(skill.status);
  item.tooltip = tooltip(skill);
  item.contextValue = kindOf(root.host, skill);
  item.command = { command: "vscode.open", title: "Open", arguments: [uri] };
  item.accessibilityInformation = { label: `${skill.id}, ${item.description || "listed"}` };
  return item;
}

/** What its menu goes by: `skill`, then `.user` where it may be deleted, then `.on` or `.off` where it can be switched. */
function kindOf(host: HostNode, skill: ListedSkill): string {
  const isUsers = skill.scope === "user" && path.basename(skill.path) === "SKILL.md";
  const isOn = ["active", "ambiguous", "hidden", "conditional"].includes(skill.status);
  const state = !host.switches ? "" : isOn ? ".on" : skill.status === "disabled" ? ".off" : "";
  return `skill${isUsers ? ".user" : ""}${state}`;
}

function described(skill: ListedSkill, beaten: number): string {
  switch (skill.status) {
    case "active": {
      const word = { shortened: "shortened", "name-only": "description dropped", omitted: "left out" };
      const cut = skill.shown === null || skill.shown === "whole" ? [] : [`${word[skill.shown]}: ${skill.reason}`];
      return [...(beaten === 0 ? [] : [`wins over ${beaten}`]), ...cut].join(" · ");
    }
    case "shadowed":
      return skill.winner === null ? "shadowed" : `shadowed by ${short(skill.winner)}`;
    default:
      return skill.reason === "" ? skill.status : `${skill.status}: ${skill.reason}`;
  }
}

function tooltip(skill: ListedSkill): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text.appendMarkdown(`$(${icon(skill.status).id}) **${skill.status}**`);
  if (skill.reason !== "") text.appendText(`: ${plain(skill.reason)}`);
  if (skill.description !== "") text.appendMarkdown("\n\n").appendText(skill.description);
  return text.appendMarkdown("\n\n").appendText(skill.path);
}
