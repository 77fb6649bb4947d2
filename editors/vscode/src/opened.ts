// Tells the server which files are open: only skills are opened with it, and a skill may wait for any file.

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** Tells it now, and whenever tabs are opened or closed, until the answer is disposed of. */
export function tellOpenFiles(client: LanguageClient): vscode.Disposable {
  const tell = (): void => {
    const uris = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .map(({ input }) => (input instanceof vscode.TabInputText ? input.uri : undefined))
      .filter((uri) => uri?.scheme === "file")
      .map(String);
    void client.sendNotification("skill-lsp/openFiles", { uris: [...new Set(uris)] });
  };
  tell();
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
    if (opened.length + closed.length > 0) tell();
  });
}
