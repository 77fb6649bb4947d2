// Where a page of ours opens: beside the editor, and together with the page that is there already.

import * as vscode from "vscode";

/** The column for a new page. Where a page is in front already, the new one joins it and takes no more room from the editor. */
export function column(): vscode.ViewColumn {
  return isPageInFront() ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
}

/** Shows a document as Markdown, in the column for a new page. */
export async function showMarkdown(uri: vscode.Uri): Promise<void> {
  // VS Code's own preview knows only "to the side", which is another column still where a page has the focus.
  if (isPageInFront() && vscode.window.tabGroups.all.length > 1) {
    await vscode.commands.executeCommand("workbench.action.focusFirstEditorGroup");
  }
  await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
}

/** The tab tells: behind a page, the editor that had the focus last may still be called the active one. */
function isPageInFront(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
}
