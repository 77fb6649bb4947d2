// VS Code has a validator of its own for SKILL.md. Where it shows the same fault, ours is not shown a second time.

import * as vscode from "vscode";

/** Our checks that find what VS Code's validator may find too. */
const SHARED = new Set([
  "name-missing",
  "name-not-kebab-case",
  "name-too-long",
  "name-folder-mismatch",
  "description-missing",
  "description-empty",
  "field-wrong-type",
  "link-target-missing",
]);

type Show = (uri: vscode.Uri, diagnostics: vscode.Diagnostic[]) => void;

/**
 * Shows our findings without those that VS Code shows in the same place. Both sides change at their own pace, so what
 * we found is kept and shown anew when VS Code's findings change. Nothing is lost where VS Code is silent: in closed
 * files, in older versions, in forks.
 */
export class Overlap implements vscode.Disposable {
  private readonly found = new Map<string, vscode.Diagnostic[]>();
  private readonly shown = new Map<string, vscode.Diagnostic[]>();
  private readonly disposables: vscode.Disposable[] = [];
  private show: Show | undefined;

  constructor() {
    this.disposables.push(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.renew(uri))),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration("skillLsp.repeatVsCodeFindings")) return;
        for (const key of this.found.keys()) this.renew(vscode.Uri.parse(key));
      }),
    );
  }

  /** Takes in what the server found in a file. */
  take(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], show: Show): void {
    this.show = show;
    const key = uri.toString();
    if (diagnostics.length === 0) this.found.delete(key);
    else this.found.set(key, diagnostics);
    this.publish(uri, this.rest(uri, diagnostics));
  }

  /** Why VS Code calls what stands there unsupported, where it does: it knows the fields of its own agent only. */
  greyed(uri: vscode.Uri, position: vscode.Position): string | undefined {
    const isGrey = (it: vscode.Diagnostic) =>
      (it.source === undefined || it.source === "") &&
      it.tags?.includes(vscode.DiagnosticTag.Unnecessary) === true &&
      it.range.start.line === position.line;
    if (!vscode.languages.getDiagnostics(uri).some(isGrey)) return undefined;
    return "VS Code says that this field is not supported: it speaks of its own agent. Other agents read it, as told above.";
  }

  /** Forgets everything: the server is gone, and its findings with it. */
  clear(): void {
    this.found.clear();
    this.shown.clear();
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  /** Our own publications come by here too: only a difference is shown, else it would never end. */
  private renew(uri: vscode.Uri): void {
    const found = this.found.get(uri.toString());
    if (found === undefined || !found.some((it) => SHARED.has(codeOf(it)))) return;
    const rest = this.rest(uri, found);
    const shown = this.shown.get(uri.toString()) ?? [];
    if (rest.length !== shown.length || rest.some((it, index) => it !== shown[index])) this.publish(uri, rest);
  }

  private publish(uri: vscode.Uri, diagnostics: vscode.Diagnostic[]): void {
    this.shown.set(uri.toString(), diagnostics);
    this.show?.(uri, diagnostics);
  }

  private rest(uri: vscode.Uri, found: vscode.Diagnostic[]): vscode.Diagnostic[] {
    if (vscode.workspace.getConfiguration("skillLsp").get<boolean>("repeatVsCodeFindings", false)) return found;
    // VS Code's own validator signs with no source; every extension does.
    const theirs = vscode.languages.getDiagnostics(uri).filter((it) => it.source === undefined || it.source === "");
    const repeated = new Set<vscode.Diagnostic>();
    for (const their of theirs) {
      const same = found.filter((ours) => !repeated.has(ours) && isSame(ours, their));
      // Of two in one place, theirs is the one whose field it names.
      const closest = same.find((ours) => their.message.includes(codeOf(ours).split("-", 1)[0]!)) ?? same[0];
      if (closest !== undefined) repeated.add(closest);
    }
    return found.filter((ours) => !repeated.has(ours));
  }
}

/**
 * Whether VS Code's finding may be ours: it stands on the same line, and says no less. Where an agent drops the skill and VS
 * Code only warns, ours is shown. What is missing, VS Code shows on the first line.
 */
function isSame(ours: vscode.Diagnostic, their: vscode.Diagnostic): boolean {
  const code = codeOf(ours);
  if (!SHARED.has(code) || ours.severity < their.severity) return false;
  if (code.endsWith("-missing") && !code.startsWith("link-") && their.range.start.line === 0) return true;
  return their.range.start.line <= ours.range.end.line && ours.range.start.line <= their.range.end.line;
}

function codeOf(diagnostic: vscode.Diagnostic): string {
  const code = diagnostic.code;
  return String(typeof code === "object" ? code.value : (code ?? ""));
}
