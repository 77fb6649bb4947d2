// The extension in the real VS Code.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { Session, until } from "./session.mjs";

const skill = (name, description, body = "Do it.\n") => `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;

/** A home with a project in it, and a folder without skills. */
const FILES = {
  ".claude/skills/deploy/SKILL.md": skill("deploy", "Ships whatever I say. Use when I say ship."),
  "shop/.git/HEAD": "ref: refs/heads/main\n",
  "shop/.claude/skills/deploy/SKILL.md": skill("deploy", "Releases the shop. Use when the shop is released."),
  "shop/.claude/skills/colon/SKILL.md": skill("colon", "Use this when: you deploy"),
  "shop/.claude/skills/my-skill/SKILL.md": skill("Bad Name", "Does it. Use when asked.", "See [the plan](missing.md).\n"),
  "shop/.claude/skills/notes/SKILL.md": skill("notes", "Takes notes. Use when asked to take notes."),
  "shop/CLAUDE.md": "Run /notes after each meeting.\n",
  "plain/README.md": "# Nothing about skills\n",
};

let session;
let shop;

before(async () => {
  session = await Session.start(FILES);
  shop = await session.open("shop");
});
after(() => session?.stop());
afterEach(async (context) => {
  if (context.passed || shop === undefined) return;
  const picture = path.join(path.dirname(process.env.VSIX), "failed.png");
  await shop.page.screenshot({ path: picture });
  context.diagnostic(`what was on the screen: ${picture}`);
});

/** The diagnostics of a file, as `[source, code, message]`. */
const DIAGNOSTICS = (vscode, file) =>
  vscode.languages
    .getDiagnostics(vscode.Uri.file(file))
    .map((it) => [it.source ?? "", String(it.code?.value ?? it.code ?? ""), it.message]);

test("a finding of ours stands in the Problems panel", async () => {
  const file = await shop.show(".claude/skills/colon/SKILL.md");
  await until("our finding", async () => {
    const found = await shop.inside(DIAGNOSTICS, file);
    return found.some(([source, code]) => source === "skill-lsp" && code === "yaml-syntax");
  });
  await shop.inside((vscode) => vscode.commands.executeCommand("workbench.actions.view.problems"));
  const row = shop.page.locator(".markers-panel .monaco-list-row", { hasText: "yaml-syntax" });
  await row.first().waitFor();
  assert.match(await row.first().innerText(), /`: ` in the unquoted value of `description`/);
});
