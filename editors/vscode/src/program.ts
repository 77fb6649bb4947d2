// Which program is started as the server.

import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

const NAME = process.platform === "win32" ? "skill-lsp.exe" : "skill-lsp";

/** The program, or why there is none. */
export type Program = { path: string } | { problem: string };

/** The program that the settings name, else the one that comes with the extension, else the one on the `PATH`. */
export function program(context: vscode.ExtensionContext): Program {
  // What a folder says that is not trusted is not among the settings here: `restrictedConfigurations`.
  const chosen = vscode.workspace.getConfiguration("skillLsp").get<string>("server.path", "").trim();
  if (chosen !== "") {
    const file = path.resolve(expanded(chosen));
    return isProgram(file)
      ? { path: file }
      : { problem: `\`skillLsp.server.path\` is ${chosen}, but no program is there` };
  }
  const bundled = context.asAbsolutePath(path.join("server", NAME));
  if (fs.existsSync(bundled)) {
    // Unpacking may lose the mode.
    if (!isProgram(bundled)) fs.chmodSync(bundled, 0o755);
    return { path: bundled };
  }
  // A relative folder on the PATH would be one of the workspace.
  const folders = (process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const found = folders.map((folder) => path.join(folder, NAME)).find(isProgram);
  if (found !== undefined) return { path: found };
  return {
    problem:
      "the program skill-lsp is not here: this package of the extension comes without it, and it is not on the PATH",
  };
}

function expanded(file: string): string {
  const home = process.env["HOME"] ?? process.env["USERPROFILE"] ?? "";
  return file.startsWith("~/") ? path.join(home, file.slice(2)) : file;
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
