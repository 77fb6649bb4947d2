// What the tests of the extension do again and again: find, fix, put the cursor somewhere, run a command.
import { until } from "./session.mjs";

/** The text of a skill. */
export const skill = (name, description, body = "Do it.\n") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;

/** The findings of a file: `source code line`; what VS Code finds itself has no source and no code. */
export const findings = (window, file) =>
  window.inside(
    (vscode, file) =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(file))
        .map((it) =>
          `${it.source || "vscode"} ${it.code?.value ?? it.code ?? ""} ${it.range.start.line}`.replace("  ", " "),
        )
        .sort(),
    file,
  );

export const ours = async (window, file) => (await findings(window, file)).filter((it) => it.startsWith("skill-lsp "));

export const text = (window, file) =>
  window.inside(async (vscode, file) => (await vscode.workspace.openTextDocument(file)).getText(), file);

/** Runs a command and waits for its end. */
export const command = (window, id, ...rest) =>
  window.inside(
    async (vscode, [id, ...rest]) => void (await vscode.commands.executeCommand(id, ...rest)),
    [id, ...rest],
  );

/** Presses the key for the fix at the cursor until the file holds a text: the editor may not yet know of the finding. A
 * second press takes back a first one that is still under way, so each gets its time. */
export const fixed = (window, file, wanted) =>
  until("the fix", async () => {
    await command(window, "editor.action.autoFix");
    for (const end = Date.now() + 5000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
      if ((await text(window, file)).includes(wanted)) return true;
    return false;
  });

/** Whether something appears within a few seconds; then the pointer is on it. */
export const appears = (locator) =>
  locator.hover({ timeout: 4000 }).then(
    () => true,
    () => false,
  );

/** Runs a command that ends only when somebody has answered it. */
export const begin = (window, id) => window.inside((vscode, id) => void vscode.commands.executeCommand(id), id);

/** Puts the cursor into the editor in front, after a text. */
export const cursorAfter = (window, sought) =>
  window.inside(async (vscode, sought) => {
    const editor = vscode.window.activeTextEditor;
    const at = editor.document.positionAt(editor.document.getText().indexOf(sought) + sought.length);
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(new vscode.Range(at, at));
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
  }, sought);

/** Closes every editor; what was not saved is dropped. */
export const closeAll = (window) =>
  window.inside(async (vscode) => {
    for (const document of vscode.workspace.textDocuments.filter((it) => it.isDirty)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.files.revert");
    }
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

/** Gives the skill at the cursor another name, with the key. */
export const renamed = async (window, sought, name) => {
  await cursorAfter(window, sought);
  const input = window.page.locator(".rename-box input");
  await begin(window, "editor.action.rename");
  await input.waitFor();
  await input.fill(name);
  await input.press("Enter");
  await input.waitFor({ state: "hidden" });
};

/** Applies the code action that is called so, on a text of the file. */
export const applied = (window, file, sought, title) =>
  window.insideUntil(
    `the action ${title}`,
    async (vscode, [file, sought, title]) => {
      const document = await vscode.workspace.openTextDocument(file);
      const at = document.getText().indexOf(sought);
      const range = new vscode.Range(document.positionAt(at), document.positionAt(at + sought.length));
      const actions = await vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, range, undefined, 20);
      const action = actions.find((it) => new RegExp(title).test(it.title));
      if (action?.edit === undefined) return false;
      return await vscode.workspace.applyEdit(action.edit);
    },
    [file, sought, title.source],
  );

/** The text of the hover on a text of the file. */
export const hovered = (window, file, sought) =>
  window.insideUntil(
    `the hover of ${sought}`,
    async (vscode, [file, sought]) => {
      const document = await vscode.workspace.openTextDocument(file);
      const at = document.positionAt(document.getText().indexOf(sought));
      const hovers = await vscode.commands.executeCommand("vscode.executeHoverProvider", document.uri, at);
      return hovers.flatMap((it) => it.contents.map((content) => content.value ?? content)).join("\n");
    },
    [file, sought],
  );

/** What is offered after a text of the file, once something that is wanted is among it: label and inserted text. */
export const completed = async (window, file, sought, wanted) => {
  let last = [];
  const found = until(`a completion after ${JSON.stringify(sought)}`, async () => {
    last = await window.inside(
      async (vscode, [file, sought]) => {
        const document = await vscode.workspace.openTextDocument(file);
        const at = document.positionAt(document.getText().indexOf(sought) + sought.length);
        const list = await vscode.commands.executeCommand("vscode.executeCompletionItemProvider", document.uri, at);
        return list.items.map(({ label, insertText }) => ({
          label: typeof label === "string" ? label : label.label,
          text: typeof insertText === "string" ? insertText : (insertText?.value ?? ""),
        }));
      },
      [file, sought],
    );
    return last.some(wanted) && last;
  });
  return await found.catch((error) => {
    throw new Error(`${error.message}: there is ${last.map((it) => it.label).join(", ")}`);
  });
};

/** Scene 1: the colon in line 3 is underlined. */
export const underlined = (window, file) =>
  until("our finding", async () => (await findings(window, file)).includes("skill-lsp yaml-syntax 2"));

/** And mended with one key. */
export const mended = async (window, file, place) => {
  await cursorAfter(window, "Use this when:");
  await fixed(window, file, `description: "Use this when: you ${place}"`);
  await until("no finding", async () => !(await ours(window, file)).includes("skill-lsp yaml-syntax 2"));
};

/** Opens the preview of the prompt, of an agent where one is named: its frame, its text, and a wait for a part of that. */
export const prompt = async (window, host) => {
  await command(window, "skillLsp.previewPrompt");
  const frame = await window.frame("main.listing");
  if (host !== undefined) await frame.selectOption("select.hosts", host);
  const text = () => frame.textContent("main.listing");
  const shown = (part) => until(`${part} in the preview`, async () => (await text()).includes(part));
  return { frame, text, shown };
};

/** What VS Code says of the file in its status bar. */
export const verdict = (window) => window.page.locator("[id='skill-lsp.skill-lsp.skillLsp.verdict']");

/** Waits until a file is the one in front. */
export const inFront = (window, file) =>
  window.insideUntil(
    `${file} in front`,
    (vscode, file) => vscode.window.activeTextEditor?.document.uri.fsPath === file,
    file,
  );

/** Waits until the difference to a file is in front. */
export const differenceInFront = (window, file) =>
  window.insideUntil(
    `the difference to ${file} in front`,
    (vscode, file) => vscode.window.tabGroups.activeTabGroup.activeTab?.input?.modified?.fsPath === file,
    file,
  );

/** Puts a text in the place of a line of the editor in front. */
export const replaceLine = (window, number, text) =>
  window.inside(
    async (vscode, [number, text]) => {
      const editor = vscode.window.activeTextEditor;
      await editor.edit((edit) => edit.replace(editor.document.lineAt(number).range, text));
    },
    [number, text],
  );

/** The text of a page of ours. */
export const page = (window, scheme, title) =>
  window.insideUntil(
    `the page ${title}`,
    async (vscode, [scheme, title]) => {
      const isIt = ({ uri }) => uri.scheme === scheme && uri.path.startsWith(title);
      return vscode.workspace.textDocuments.find(isIt)?.getText();
    },
    [scheme, title],
  );

/** A row of the tree of skills. */
export const row = (window, label) => window.page.locator(".pane-body .monaco-list-row", { hasText: label }).first();

/** A row of what is offered to choose from. */
export const choice = (window, label) =>
  window.page.locator(".quick-input-list .monaco-list-row", { hasText: label }).first();
