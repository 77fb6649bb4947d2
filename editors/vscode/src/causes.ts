// The Problems panel shows causes: a note that many closed files have, such as a listing without room for all, stands there
// once and says how many it concerns. A file that is open shows its own.

import * as vscode from "vscode";

type Show = (uri: vscode.Uri, diagnostics: vscode.Diagnostic[]) => void;

/** So many closed files may say the same, each for itself. */
const FEW = 3;

/** Changes come in crowds; what is one cause is decided after a pause of so many milliseconds. */
const PAUSE = 200;

/** Shows findings, notes of one cause together. */
export class Causes implements vscode.Disposable {
  private readonly found = new Map<string, vscode.Diagnostic[]>();
  private readonly shown = new Map<string, string>();
  /** For each check of which there are many notes: the file that tells of it, and how many more there are. */
  private leaders = new Map<string, { key: string; more: number }>();
  private open = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private show: Show | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor() {
    this.disposables = [
      vscode.workspace.onDidOpenTextDocument(() => this.renewSoon()),
      vscode.workspace.onDidCloseTextDocument(() => this.renewSoon()),
    ];
  }

  /** Takes in what is to be shown of a file. */
  take(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], show: Show): void {
    this.show = show;
    const key = uri.toString();
    const before = this.found.get(key) ?? [];
    if (diagnostics.length === 0) this.found.delete(key);
    else this.found.set(key, diagnostics);
    this.publish(key, uri);
    if ([...before, ...diagnostics].some(isNote)) this.renewSoon();
  }

  /** Forgets everything: the server is gone, and its findings with it. */
  clear(): void {
    this.found.clear();
    this.shown.clear();
    this.leaders.clear();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  private renewSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.renew(), PAUSE);
  }

  private renew(): void {
    this.open = new Set(vscode.workspace.textDocuments.map((document) => document.uri.toString()));
    const closed = new Map<string, string[]>();
    for (const [key, diagnostics] of this.found) {
      if (this.open.has(key)) continue;
      for (const check of new Set(diagnostics.filter(isNote).map(codeOf))) {
        closed.set(check, [...(closed.get(check) ?? []), key]);
      }
    }
    this.leaders = new Map();
    for (const [check, keys] of closed) {
      const [first] = keys.sort();
      if (first !== undefined && keys.length > FEW) this.leaders.set(check, { key: first, more: keys.length - 1 });
    }
    for (const key of this.found.keys()) {
      if (this.shown.get(key) !== this.print(key, this.rest(key))) this.publish(key, vscode.Uri.parse(key));
    }
  }

  /** What tells what is shown of a file from what was: which findings are left, and what the one for all says. */
  private print(key: string, diagnostics: vscode.Diagnostic[]): string {
    const found = this.found.get(key) ?? [];
    return diagnostics.map((it) => (found.includes(it) ? found.indexOf(it) : it.message)).join();
  }

  private publish(key: string, uri: vscode.Uri): void {
    const diagnostics = this.rest(key);
    this.shown.set(key, this.print(key, diagnostics));
    this.show?.(uri, diagnostics);
  }

  private rest(key: string): vscode.Diagnostic[] {
    const found = this.found.get(key) ?? [];
    if (this.leaders.size === 0 || this.open.has(key)) return found;
    return found.flatMap((it) => {
      const leader = isNote(it) ? this.leaders.get(codeOf(it)) : undefined;
      if (leader === undefined) return [it];
      return leader.key === key ? [together(it, leader.more)] : [];
    });
  }
}

/** The same finding, which speaks for others too. */
function together(diagnostic: vscode.Diagnostic, more: number): vscode.Diagnostic {
  const words = `${diagnostic.message}\nThe same in ${more} more ${more === 1 ? "file" : "files"}, each of which tells its own when it is open.`;
  const one = new vscode.Diagnostic(diagnostic.range, words, diagnostic.severity);
  const { source, code, relatedInformation, tags } = diagnostic;
  return Object.assign(one, { source, code, relatedInformation, tags });
}

function isNote(diagnostic: vscode.Diagnostic): boolean {
  return diagnostic.severity === vscode.DiagnosticSeverity.Information;
}

function codeOf(diagnostic: vscode.Diagnostic): string {
  const code = diagnostic.code;
  return String(typeof code === "object" ? code.value : (code ?? ""));
}
