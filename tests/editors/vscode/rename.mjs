// A rename in the real VS Code: nothing is half saved, only what means the skill changes, and one undo takes it back.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Session, until } from "./session.mjs";
import { begin, cursorAfter, renamed, skill } from "./steps.mjs";

/** What mentions the skill, by file. */
const TOLD = {
  ".claude/skills/deploy/SKILL.md": skill("deploy", "Releases the shop. Use when the shop is released.", "Run /deploy.\n"),
  ".claude/skills/ship/SKILL.md": skill("ship", "Ships. Use when asked to.", "Then /deploy, see [it](../deploy/SKILL.md).\n"),
  ".claude/rules/friday.md": "On Fridays /deploy.\n",
  ".claude/output-styles/short.md": "After /deploy say nothing.\n",
  ".claude/agents/helper.md": "---\nname: helper\ndescription: Helps.\nskills: deploy\n---\n\nRun /deploy.\n",
  ".claude/commands/ship-it.md": "Then /deploy.\n",
  ".claude/settings.json": '{"permissions": {"allow": ["Skill(deploy)"]}}\n',
  "CLAUDE.md": "Run /deploy, or with Codex $deploy.\n",
};
/** What speaks of the copy that is Codex's. */
const STAYS = {
  ".agents/skills/deploy/SKILL.md": skill("deploy", "Ships with Codex. Use when the shop is shipped.", "Say $deploy.\n"),
  "AGENTS.md": "Run $deploy on Mondays.\n",
};

let session;
let window;
before(async () => {
  const files = Object.entries({ ".git/HEAD": "ref: refs/heads/main\n", ...TOLD, ...STAYS });
  session = await Session.start(Object.fromEntries(files.map(([name, text]) => [`shop/${name}`, text])));
  window = await session.open("shop");
});
after(() => session?.stop());

const read = (name) => {
  const file = path.join(window.folder, name);
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
};
const unsaved = () =>
  window.inside((vscode) => vscode.workspace.textDocuments.filter((it) => it.isDirty).map((it) => it.uri.fsPath));
const inFront = () => window.inside((vscode) => vscode.window.activeTextEditor?.document.uri.fsPath);
/** The same text with the skill under its new name; where it leads to Codex's copy, it stays. */
const released = (text) => text.replace(/([/( ]|\.\.\/)deploy/g, "$1release");

test("F2 leaves nothing half saved, and changes what means this skill", async (context) => {
  await window.show("CLAUDE.md");
  const file = await window.show(".claude/skills/deploy/SKILL.md");
  await window.insideUntil(
    "the server",
    async (vscode, file) => {
      const uri = vscode.Uri.file(file);
      const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", uri, 10);
      return lenses.some((lens) => lens.command?.command === "skill-lsp.why");
    },
    file,
  );
  await renamed(window, "name: dep", "release");
  const moved = ".claude/skills/release/SKILL.md";
  await until("the folder", () => read(moved) !== undefined && read(".claude/skills/deploy/SKILL.md") === undefined);
  for (const [name, text] of Object.entries(TOLD)) {
    const now = name.replace("skills/deploy/", "skills/release/");
    await until(`${now} on disk`, () => read(now) === released(text)).catch((error) => {
      throw new Error(`${error.message}: there is ${JSON.stringify(read(now))}`);
    });
  }
  for (const [name, text] of Object.entries(STAYS)) assert.equal(read(name), text, name);
  await until("nothing unsaved", async () => (await unsaved()).length === 0);
  assert.equal(await inFront(), path.join(window.folder, moved));
  context.diagnostic(`${Object.keys(TOLD).length} files are saved`);
});

test("one undo takes all of it back", async () => {
  await window.page.locator(".monaco-editor .view-lines").first().click();
  await cursorAfter(window, "name: rel");
  await begin(window, "undo");
  // VS Code asks whether to undo in every file: the first answer.
  const dialog = window.page.locator(".monaco-dialog-box");
  const answered = until("the question of VS Code, or the undo", async () => {
    if (read(".claude/skills/deploy/SKILL.md") !== undefined) return true;
    const button = dialog.locator(".monaco-button", { hasText: /Undo in \d+ Files|Yes|Undo/ }).first();
    if (await button.isVisible()) await button.click();
    return false;
  });
  await answered;
  // The folder is back before the last text is: what is undone meanwhile is saved too.
  for (const [name, text] of Object.entries(TOLD)) {
    const isBack = async () => {
      await window.inside((vscode) => vscode.workspace.saveAll(false));
      return read(name) === text;
    };
    await until(`${name} on disk`, isBack).catch((error) => {
      throw new Error(`${error.message}: there is ${JSON.stringify(read(name))}`);
    });
  }
  assert.equal(read(".claude/skills/release/SKILL.md"), undefined);
});

test("settings that are open and not saved are changed as they stand", async () => {
  const settings = await window.show(".claude/settings.json");
  await window.inside(async (vscode) => {
    const editor = vscode.window.activeTextEditor;
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), "\n\n"));
  });
  await window.show(".claude/skills/ship/SKILL.md");
  await window.show(".claude/skills/deploy/SKILL.md");
  await renamed(window, "name: dep", "roll-out");
  await until("the folder", () => read(".claude/skills/roll-out/SKILL.md") !== undefined);
  await window.insideUntil(
    "the rule, where it stands",
    (vscode, file) =>
      vscode.workspace.textDocuments.find((it) => it.uri.fsPath === file)?.getText() ===
      '\n\n{"permissions": {"allow": ["Skill(roll-out)"]}}\n',
    settings,
  );
});
