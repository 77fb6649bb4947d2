// Places and states as people read them.

import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";
import type { Status } from "./answers";

/** A path as one would say it: from the workspace, or from home. A SKILL.md is called by its folder. */
export function short(file: string): string {
  const place = path.basename(file) === "SKILL.md" ? path.dirname(file) : file;
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.file(place));
  const several = (vscode.workspace.workspaceFolders ?? []).length > 1;
  if (folder !== undefined) {
    const inside = path.relative(folder.uri.fsPath, place);
    return several ? `${folder.name}/${inside}` : inside === "" ? "." : inside;
  }
  const home = os.homedir();
  return place.startsWith(home + path.sep) ? `~${place.slice(home.length)}` : place;
}

/** A sentence without the marks around what it quotes, for where they would be read as letters. */
export function plain(sentence: string): string {
  return sentence.replaceAll("`", "");
}

/** The icon of a status. */
export function icon(status: Status): vscode.ThemeIcon {
  const [name, color] = ICONS[status];
  return new vscode.ThemeIcon(name, color === "" ? undefined : new vscode.ThemeColor(color));
}

const ICONS: Record<Status, [name: string, color: string]> = {
  active: ["pass", "testing.iconPassed"],
  shadowed: ["layers", "list.warningForeground"],
  ambiguous: ["question", "list.warningForeground"],
  hidden: ["eye-closed", "descriptionForeground"],
  conditional: ["watch", "descriptionForeground"],
  disabled: ["circle-slash", "descriptionForeground"],
  skipped: ["error", "list.errorForeground"],
  unread: ["circle-outline", "descriptionForeground"],
};
