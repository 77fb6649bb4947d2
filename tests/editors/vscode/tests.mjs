// The extension in the real VS Code.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";
import { Session, until } from "./session.mjs";
import {
  appears,
  begin,
  choice,
  closeAll,
  command,
  completed,
  cursorAfter,
  differenceInFront,
  findings,
  inFront,
  mended,
  ours,
  page,
  prompt,
  replaceLine,
  row,
  skill,
  text,
  underlined,
  verdict,
} from "./steps.mjs";

const LONG = "Tells at length what the weather does. Use when somebody wants to know about the weather. "
  .repeat(4)
  .trim();

/** A home with two projects in it, and a folder without skills. */
const FILES = {
  ".nvm/versions/node/v22.1.0/lib/node_modules/@openai/codex/package.json": JSON.stringify({
    name: "@openai/codex",
    version: "0.169.0",
  }),
  ".claude/skills/deploy/SKILL.md": skill("deploy", "Ships whatever I say. Use when I say ship."),
  "shop/.git/HEAD": "ref: refs/heads/main\n",
  "shop/.claude/skills/deploy/SKILL.md": skill("deploy", "Releases the shop. Use when the shop is released."),
  "shop/.claude/skills/colon/SKILL.md": skill("colon", "Use this when: you deploy"),
  "shop/.claude/skills/my-skill/SKILL.md": skill(
    "Bad Name",
    "Does it. Use when asked.",
    "See [the plan](missing.md).\n",
  ),
  "shop/.claude/skills/nothing/SKILL.md": "---\nlicense: MIT\n---\n\nDo it.\n",
  "shop/.claude/skills/empty/SKILL.md": skill("empty", '""'),
  "shop/.claude/skills/fresh/SKILL.md": "",
  "shop/.claude/skills/notes/SKILL.md": skill("notes", "Takes notes. Use when asked to take notes."),
  "shop/CLAUDE.md": "Run /notes after each meeting.\n",
  // A budget of next to nothing: descriptions are dropped.
  // More than a screen shows, with the one that is edited far below.
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => `skill-${String(index + 10)}`).map((name) => [
      `crowd/.claude/skills/${name}/SKILL.md`,
      skill(name, `Does the work of ${name}. Use when somebody asks for ${name}, and at length for whatever comes with it.`),
    ]),
  ),
  "tight/.claude/settings.json": JSON.stringify({ skillListingBudgetFraction: 0.0001 }),
  "tight/.claude/skills/weather/SKILL.md": skill("weather", LONG),
  "plain/README.md": "# Nothing about skills\n",
  "late/README.md": "# Nothing about skills\n",
  // Skills that no agent looks for where they lie: who installs them has them.
  "collection/.git/HEAD": "ref: refs/heads/main\n",
  "collection/skills/tidy/SKILL.md": skill("tidy", "Tidies. Use when asked to tidy.", "Tidy it.\n"),
  // A marketplace of two plugins, as its author has it.
  "market/.git/HEAD": "ref: refs/heads/main\n",
  "market/.claude-plugin/marketplace.json": JSON.stringify({
    name: "market",
    owner: { name: "Me" },
    plugins: [
      { name: "bio", source: "./plugins/bio" },
      { name: "geo", source: "./plugins/geo" },
    ],
  }),
  "market/plugins/bio/.claude-plugin/plugin.json": JSON.stringify({ name: "bio", versoin: "1.0.0" }, null, 2),
  "market/plugins/bio/skills/align/SKILL.md": skill("align", "Use this when: you align"),
  "market/plugins/geo/.claude-plugin/plugin.json": JSON.stringify({ name: "geo" }),
  "market/plugins/geo/skills/map/SKILL.md": skill("map", "Draws maps. Use when asked for a map."),
};

const USER_DEPLOY = "../.claude/skills/deploy/SKILL.md";
const EXTENSION = "skill-lsp.skill-lsp";

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

test("a finding of ours stands in the Problems panel", async () => {
  const file = await shop.show(".claude/skills/colon/SKILL.md");
  await underlined(shop, file);
  await command(shop, "workbench.actions.view.problems");
  const row = shop.page.locator(".markers-panel .monaco-list-row", { hasText: "yaml-syntax" }).first();
  await row.waitFor();
  assert.match(await row.innerText(), /in the unquoted value of `description`/);
  assert.match(await row.innerText(), /skill-lsp/);
  await shop.page.locator(".squiggly-error").first().waitFor();
  await command(shop, "workbench.action.closePanel");
});

test("its fix is applied with one key", async () => {
  const file = await shop.show(".claude/skills/colon/SKILL.md");
  await mended(shop, file, "deploy");
  await until("no finding", async () => (await ours(shop, file)).length === 0);
  await closeAll(shop);
});

test("a completion is accepted", async () => {
  const file = await shop.show(".claude/skills/notes/SKILL.md");
  await cursorAfter(shop, "to take notes.");
  await shop.page.keyboard.type("\nallowed");
  const row = shop.page.locator(".suggest-widget .monaco-list-row", { hasText: "allowed-tools" }).first();
  await row.waitFor();
  await shop.page.keyboard.press("Tab");
  await until("the field", async () => (await text(shop, file)).includes("\nallowed-tools:"));
  await closeAll(shop);
});

test("no finding is shown twice, by VS Code and by us", async () => {
  const settled = async (name, theirs, rest) => {
    const file = await shop.show(`.claude/skills/${name}/SKILL.md`);
    const expected = [...rest, ...theirs].sort();
    await until(`the findings of ${name}`, async () => (await findings(shop, file)).join() === expected.join());
    return file;
  };
  await settled("my-skill", ["vscode 1", "vscode 1", "vscode 5"], []);
  // VS Code warns; an agent drops the skill, which is an error.
  await settled("nothing", ["vscode 0", "vscode 0"], ["skill-lsp description-missing 0"]);
  await settled("empty", ["vscode 2"], []);
  // What VS Code does not know of is ours to say.
  await settled("deploy", [], ["skill-lsp name-shadowed 1"]);

  // The fix is ours, whoever shows the fault.
  const file = await shop.show(".claude/skills/my-skill/SKILL.md");
  const titles = await shop.inside(async (vscode, file) => {
    const range = new vscode.Range(1, 6, 1, 14);
    const actions = await vscode.commands.executeCommand(
      "vscode.executeCodeActionProvider",
      vscode.Uri.file(file),
      range,
    );
    return actions.map((action) => action.title);
  }, file);
  assert.ok(titles.includes("Change the name to `my-skill`"), titles.join("\n"));

  const repeat = (value) =>
    shop.inside(
      (vscode, value) => vscode.workspace.getConfiguration("skillLsp").update("repeatVsCodeFindings", value, true),
      value,
    );
  await repeat(true);
  const all = [
    "skill-lsp link-target-missing 5",
    "skill-lsp name-folder-mismatch 1",
    "skill-lsp name-not-kebab-case 1",
  ];
  await settled("my-skill", ["vscode 1", "vscode 1", "vscode 5"], all);
  await repeat(undefined);
  await settled("my-skill", ["vscode 1", "vscode 1", "vscode 5"], []);
  await closeAll(shop);
});

test("a SKILL.md is one by its name, whatever its language", async () => {
  const file = await shop.show(".claude/skills/my-skill/SKILL.md");
  const speak = (language) =>
    shop.inside(async (vscode, language) => {
      await vscode.languages.setTextDocumentLanguage(vscode.window.activeTextEditor.document, language);
    }, language);
  await speak("markdown");
  // VS Code's own validator looks at the language and is silent now, so all is ours to say.
  const all = ["skill-lsp link-target-missing 5", "skill-lsp name-folder-mismatch 1", "skill-lsp name-not-kebab-case 1"];
  await until("our findings", async () => (await ours(shop, file)).join() === all.join());
  await speak("plaintext");
  await speak("skill");
  await until("what is left to us", async () => (await ours(shop, file)).length === 0);
  await closeAll(shop);
});

test("a rename moves the folder and changes every mention", async () => {
  await shop.show(".claude/skills/notes/SKILL.md");
  await cursorAfter(shop, "name: no");
  await begin(shop, "editor.action.rename");
  const input = shop.page.locator(".rename-box input");
  await input.waitFor();
  await input.fill("minutes");
  await input.press("Enter");
  const moved = path.join(shop.folder, ".claude/skills/minutes/SKILL.md");
  await until(
    "the folder",
    () => fs.existsSync(moved) && !fs.existsSync(path.join(shop.folder, ".claude/skills/notes")),
  );
  await until("the name", async () => (await text(shop, moved)).includes("name: minutes\n"));
  const mention = path.join(shop.folder, "CLAUDE.md");
  await until("the mention", async () => (await text(shop, mention)).startsWith("Run /minutes after"));
  await shop.inside((vscode) => vscode.workspace.saveAll());
  await closeAll(shop);
});

test("the preview follows typing", async () => {
  await shop.show(".claude/skills/minutes/SKILL.md");
  const { frame, shown } = await prompt(shop);
  await shown("- minutes: Takes notes. Use when asked to take notes.");
  await shown("- deploy: Ships whatever I say.");
  await shop.page.locator(".monaco-editor .view-lines").first().click();
  await cursorAfter(shop, "to take notes");
  await shop.page.keyboard.type(" by hand");
  await shown("Use when asked to take notes by hand.");
  assert.equal(
    await frame.locator(".entry.current").innerText(),
    "- minutes: Takes notes. Use when asked to take notes by hand.",
  );
  assert.match(await frame.locator(".figures").innerText(), /^\d+ of [\d,]+ \w+$/);

  await frame.selectOption("select.hosts", "copilot-cli");
  await shown("<name>minutes</name>");
  await shop.page.locator(".tab", { hasText: "Prompt: Copilot CLI" }).waitFor();
  await frame.selectOption("select.hosts", "claude-code");
  await shown("- deploy: Ships whatever I say.");
  await frame.locator(".entry", { hasText: "- deploy" }).click();
  await inFront(shop, path.resolve(shop.folder, USER_DEPLOY));
  await closeAll(shop);
});

test("the skill as the model receives it follows typing and arguments", async () => {
  await shop.show(".claude/skills/minutes/SKILL.md");
  await command(shop, "skillLsp.previewLoaded");
  const frame = await shop.frame("main.loaded");
  const shown = (sought) =>
    until(`${sought} in the preview`, async () => (await frame.textContent("main.loaded")).includes(sought));
  await shown("Base directory for this skill: ");
  await frame.locator("input.typed").fill("'the meeting' today");
  await shown("ARGUMENTS: 'the meeting' today");
  assert.deepEqual(await frame.locator(".cut .argument").allInnerTexts(), ["the meeting", "today"]);
  await shop.page.locator(".monaco-editor .view-lines").first().click();
  await command(shop, "cursorBottom");
  await shop.page.keyboard.type("Write down $0. !`date`");
  await shown("Write down the meeting. !`date`");
  assert.equal(await frame.locator(".mark.argument").innerText(), "the meeting");
  assert.equal(await frame.locator(".mark.argument").getAttribute("title"), "Stands for $0");
  assert.equal(await frame.locator(".mark.command").innerText(), "!`date`");

  await frame.selectOption("select.hosts", "opencode");
  await shown('<skill_content name="minutes">');
  await shown("Write down $0.");
  await shop.page.locator(".tab", { hasText: "As Loaded: OpenCode" }).waitFor();
  await frame.selectOption("select.hosts", "claude-code");
  await shown("Write down the meeting.");
  await command(shop, "workbench.action.files.revert");
  await closeAll(shop);
});

test("the page of the preview takes no script and no style but its own", async () => {
  await shop.show(".claude/skills/minutes/SKILL.md");
  await command(shop, "skillLsp.previewPrompt");
  const frame = await shop.frame("main.listing");
  const policy = await frame.getAttribute("meta[http-equiv='Content-Security-Policy']", "content");
  assert.match(policy, /^default-src 'none'; style-src [^;]+; script-src 'nonce-[^']+'$/);
  assert.doesNotMatch(policy, /unsafe/);
  await closeAll(shop);
});

test("the tree shows who wins and who is shadowed", async () => {
  await command(shop, "skillLsp.skills.focus");
  await row(shop, "Claude Code").click();
  await row(shop, "shadowed by ~/.claude/skills/deploy").waitFor();
  const rows = shop.page.locator(".pane-body .monaco-list-row", { hasText: "deploy" });
  const label = (await rows.evaluateAll((rows) => rows.map((it) => it.getAttribute("aria-label")))).join("\n");
  assert.match(label, /deploy, wins over 1/);
  assert.match(label, /deploy, shadowed by ~\/\.claude\/skills\/deploy/);
  await row(shop, "shadowed by ~/.claude/skills/deploy").click();
  await inFront(shop, path.join(shop.folder, ".claude/skills/deploy/SKILL.md"));
});

test("the hosts that are chosen are those that count", async () => {
  const hosts = () =>
    shop.page
      .locator(".pane-body .monaco-list-row[aria-level='1']")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label").split(" ")[0]).join());
  await begin(shop, "skillLsp.chooseHosts");
  assert.match(await choice(shop, "0.169.0 is installed").innerText(), /^Codex/);
  const input = shop.page.locator(".quick-input-widget input.input").first();
  for (const id of ["claude-code", "kimi-cli"]) {
    await input.fill(id);
    await choice(shop, id).locator("input[type=checkbox], .monaco-checkbox").first().click();
  }
  await input.fill("");
  await input.press("Enter");
  await until("the hosts in the tree", async () => (await hosts()) === "Claude,Kimi");
  const settings = JSON.parse(fs.readFileSync(path.join(shop.folder, ".vscode/settings.json"), "utf8"));
  assert.deepEqual(settings, { "skillLsp.hosts": ["claude-code", "kimi-cli"] });
  await shop.inside((vscode) => vscode.workspace.getConfiguration("skillLsp").update("hosts", undefined, false));
  // Who is neither installed nor chosen stands folded below.
  await until("the others below one row", async () => /^Claude(,\w+)*,Other$/.test(await hosts()));
  const others = shop.page.locator(".pane-body .monaco-list-row", { hasText: "Other agents" });
  await others.click();
  await shop.page.locator(".pane-body .monaco-list-row[aria-level='2']", { hasText: "Copilot CLI" }).first().waitFor();
  await others.click();
});

test("the status bar says what the agent makes of the file", async () => {
  const item = verdict(shop);
  await shop.show(".claude/skills/deploy/SKILL.md");
  await until("the verdict", async () => /Claude Code: your user skill wins/.test(await item.innerText()));
  await shop.show(USER_DEPLOY);
  await until("the verdict", async () => /Claude Code: wins over 1/.test(await item.innerText()));
  await shop.show("CLAUDE.md");
  await item.waitFor({ state: "hidden" });
});

test("the doctor is a page, and the status bar opens the life of the skill", async () => {
  await shop.show(".claude/skills/deploy/SKILL.md");
  await shop.inside((vscode) => vscode.commands.executeCommand("skillLsp.doctor"));
  const state = await page(shop, "skill-lsp-doctor", "/Doctor.md");
  assert.match(state, /## Claude Code: \d+ skills listed, \d+ not/);
  assert.match(state, /user skills come before project skills/);
  await shop.show(".claude/skills/deploy/SKILL.md");
  await verdict(shop).click();
  const life = await page(shop, "skill-lsp-doctor", "/Doctor deploy");
  assert.match(life, /✗ \*\*named\*\* `deploy`, but/);
  await shop.inside((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
});

test("in a collection the tree shows its skills, and pages stand in one column, about the skill beside them", async () => {
  const collection = await session.open("collection");
  await collection.show("skills/tidy/SKILL.md");
  await command(collection, "skillLsp.skills.focus");
  const near = collection.page.locator(".pane-body .monaco-list-row[aria-level='1']");
  await near.filter({ hasText: "A plain Agent Skills client" }).waitFor();
  await near.filter({ hasText: "Claude Code" }).waitFor();
  await command(collection, "skillLsp.doctor");
  await collection.frame("h1[id='why-skills-do-not-trigger']");
  await command(collection, "skillLsp.packages");
  await collection.frame("h1[id='what-the-packages-bring']");
  await command(collection, "skillLsp.previewLoaded");
  const loaded = await collection.frame("main.loaded");
  await until("the skill as it is loaded", async () => (await loaded.locator("main.loaded").innerText()).includes("Tidy it."));
  assert.equal(await collection.inside((vscode) => vscode.window.tabGroups.all.length), 2);
  await collection.page.close();
});

test("a lens leads to all candidates, and one of them is opened", async () => {
  const file = await shop.show(".claude/skills/deploy/SKILL.md");
  await shop.insideUntil(
    "the lens",
    async (vscode, file) => {
      const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", vscode.Uri.file(file), 10);
      const why = lenses.find((lens) => lens.command?.command === "skill-lsp.why")?.command;
      if (why === undefined) return false;
      void vscode.commands.executeCommand(why.command, ...why.arguments);
      return true;
    },
    file,
  );
  const winner = choice(shop, "~/.claude/skills/deploy");
  await winner.waitFor();
  assert.match(await winner.innerText(), /wins: user skills come before project skills/);
  assert.equal(await shop.page.locator(".notification-toast").count(), 0);
  await winner.click();
  await inFront(shop, path.resolve(shop.folder, USER_DEPLOY));
});

test("in a window of 1,280 pixels the lens and what it offers are seen whole, beside the preview too", async () => {
  await shop.page.setViewportSize({ width: 1280, height: 720 });
  // Where the pointer was left, something may say what it is, over the lens.
  await shop.page.mouse.move(640, 600);
  await shop.show(".claude/skills/deploy/SKILL.md");
  const links = shop.page.locator(".codelens-decoration a");
  // Cut off is what ends outside of the editor, and what something lies over.
  const seen = () =>
    links.evaluateAll((all) =>
      all.map((link) => {
        const { left, right, top, bottom } = link.getBoundingClientRect();
        const editor = link.closest(".monaco-editor").getBoundingClientRect();
        const isOnTop = [left + 2, right - 2].every((x) => link.contains(document.elementFromPoint(x, (top + bottom) / 2)));
        return `${link.textContent}${isOnTop && right <= editor.right ? "" : ", cut off"}`;
      }),
    );
  const whole = async () => {
    const titles = await seen();
    return titles.length === 2 && / wins/.test(titles[0]) && titles[1] === "preview prompt" && !/cut off/.test(titles[0]);
  };
  await until("the whole lens", whole).catch(async (error) => assert.fail(`${error.message}: ${await seen()}`));
  const actions = shop.page.locator(".editor-actions .action-label[aria-label='Preview Prompt']");
  assert.equal(await actions.first().isVisible(), true, "the action in the title");
  await prompt(shop);
  await until("the whole lens beside the preview", whole).catch(async (error) => assert.fail(`${error.message}: ${await seen()}`));
  await closeAll(shop);
  await shop.page.setViewportSize(session.size);
});

test("an explanation opens as a page", async () => {
  await command(shop, "skill-lsp.explain", { check: "name-shadowed", show: true });
  const frame = await shop.frame("h1[id='name-shadowed'], h1:has-text('name-shadowed')");
  assert.match(await frame.textContent("body"), /What it reports/);
  await closeAll(shop);
});

test("two copies of a skill open side by side", async () => {
  const [one, other] = [USER_DEPLOY, "README.md"].map((file) => path.resolve(shop.folder, file));
  await command(shop, "skill-lsp.diff", { path: one, other, show: true });
  await differenceInFront(shop, other);
  await closeAll(shop);
});

test("what the scaffold asks for is a finding until it is written", async () => {
  const file = await shop.show(".claude/skills/fresh/SKILL.md");
  const [scaffold] = await completed(shop, file, "", (it) => /name: fresh/.test(it.text));
  await shop.inside(
    (vscode, text) => vscode.window.activeTextEditor.insertSnippet(new vscode.SnippetString(text)),
    scaffold.text,
  );
  const isAsked = async () => (await ours(shop, file)).includes("skill-lsp description-placeholder 2");
  await until("the finding", isAsked);
  await replaceLine(shop, 2, "description: Makes it fresh. Use when it is stale.");
  await until("no finding", async () => !(await isAsked()));
  await closeAll(shop);
});

test("a skill is made, and deleted after a question", async () => {
  await begin(shop, "skillLsp.newSkill");
  const input = shop.page.locator(".quick-input-widget input").first();
  const next = async (title, answer) => {
    await shop.page.locator(".quick-input-title", { hasText: title }).waitFor();
    await input.fill(answer);
    await input.press("Enter");
  };
  await next("Name", "greeting");
  await next("Description", "Greets people. Use when somebody comes in.");
  // The place with its path, that in which skills lie already first: as in Neovim.
  const places = shop.page.locator(".quick-input-list .monaco-list-row");
  await until("the places", async () => (await places.count()) > 1);
  assert.match(await places.first().innerText(), /^\s*This project, Claude Code\s*\.claude\/skills\s+\d+ skills there already$/);
  await next("Place", "All my projects, Claude Code");
  const file = path.join(session.home, ".claude/skills/greeting/SKILL.md");
  await until("the file", () => fs.existsSync(file));
  await inFront(shop, file);
  const made = row(shop, "greeting");
  await made.waitFor();
  const question = shop.page.locator(".monaco-dialog-box", { hasText: "Delete the skill" });
  await until("the question", async () => {
    await made.click({ button: "right" });
    // A menu takes no click in the moment after it has opened, but it takes keys; news of the new skill may close it.
    const chosen = await appears(shop.page.locator(".monaco-menu .action-label", { hasText: "Delete Skill" }));
    if (chosen) await shop.page.keyboard.press("Enter");
    return await appears(question);
  });
  assert.ok(fs.existsSync(file));
  await shop.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Delete" }).click();
  await until("the folder gone", () => !fs.existsSync(path.dirname(file)));
  await made.waitFor({ state: "detached" });
  await closeAll(shop);
});

test("a skill is turned off and on from the tree", async () => {
  const settings = path.join(session.home, ".claude/settings.json");
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  const before = fs.existsSync(settings) ? fs.readFileSync(settings, "utf8") : undefined;
  const written = '{\n  "model": "opus"\n}\n';
  fs.writeFileSync(settings, written);
  const file = path.join(session.home, ".claude/skills/muted/SKILL.md");
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, "---\nname: muted\ndescription: Says nothing. Use when asked to be quiet.\n---\n");
  const muted = row(shop, "muted");
  const choose = async (title) => {
    await muted.click({ button: "right" });
    await shop.page.locator(".monaco-menu .action-label", { hasText: title }).hover();
    await shop.page.keyboard.press("Enter");
  };
  await choose("Turn Off");
  await until("the switch", () => fs.readFileSync(settings, "utf8").includes('"muted": "off"'));
  await until("the row", async () => /disabled/.test(await muted.innerText()));
  await choose("Turn On");
  await until("the settings as they were", () => fs.readFileSync(settings, "utf8") === written);
  await until("the row", async () => !/disabled/.test(await muted.innerText()));
  fs.rmSync(path.dirname(file), { recursive: true });
  if (before === undefined) fs.rmSync(settings);
  else fs.writeFileSync(settings, before);
});

test("after a restart the findings are there again", async () => {
  const file = await shop.show(".claude/skills/deploy/SKILL.md");
  await until("the finding", async () => (await ours(shop, file)).length === 1);
  await command(shop, "skillLsp.restartServer");
  await until("the finding", async () => (await ours(shop, file)).length === 1);
});

test("where there is no program it is said, with what to do", async () => {
  const choose = (path) =>
    shop.inside(
      (vscode, path) => vscode.workspace.getConfiguration("skillLsp").update("server.path", path, true),
      path,
    );
  await choose("/nowhere/skill-lsp");
  await command(shop, "skillLsp.restartServer");
  const toast = shop.page.locator(".notification-toast", { hasText: "no program is there" });
  await toast.waitFor();
  assert.match(await toast.innerText(), /How to Install/);
  const file = path.join(shop.folder, ".claude/skills/deploy/SKILL.md");
  await until("no findings of a server that is gone", async () => (await ours(shop, file)).length === 0);
  await choose(undefined);
  await command(shop, "skillLsp.restartServer");
  await until("the finding", async () => (await ours(shop, file)).length === 1);
});

test("what the budget cuts is struck through", async () => {
  const tight = await session.open("tight");
  await tight.show(".claude/skills/weather/SKILL.md");
  const { frame } = await prompt(tight);
  const cut = frame.locator("del", { hasText: "Tells at length what the weather does." });
  await cut.waitFor();
  assert.match(await cut.evaluate((node) => getComputedStyle(node).textDecorationLine), /line-through/);
  assert.match(await frame.locator(".budget.over .figures").innerText(), /^\d+ of \d+ \w+, cut to \d+$/);
  const became = await frame.locator(".became.lost").innerText();
  assert.match(became, /^Description dropped: no room: the bundled skills alone take [\d,]+ of the [\d,]+ characters\. Raise the budget /);
  assert.doesNotMatch(became, /`/);
  // The same words over the file, below it and in the tree.
  await tight.page.locator(".codelens-decoration", { hasText: "description dropped" }).first().waitFor();
  await until("the status bar", async () => /description dropped/.test(await verdict(tight).innerText()));
  await command(tight, "skillLsp.skills.focus");
  await row(tight, "Claude Code").click();
  await row(tight, "description dropped").waitFor();
  await tight.page.close();
});

test("the preview brings the entry of the file into view, and says what became of it", async () => {
  const crowd = await session.open("crowd");
  await crowd.show(".claude/skills/skill-66/SKILL.md");
  const { frame } = await prompt(crowd);
  const own = frame.locator(".entry.current");
  await own.waitFor();
  const isInView = () =>
    own.evaluate((node) => {
      const { top, bottom } = node.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight && document.documentElement.scrollTop > 0;
    });
  await until("the entry in view", isInView);
  await until("what became of it", async () => (await frame.locator(".became").innerText()) === "Listed whole.");
  // It stays in view while somebody types, also far above.
  await crowd.page.locator(".monaco-editor .view-lines").first().click();
  await cursorAfter(crowd, "somebody asks");
  await crowd.page.keyboard.type(" again and again");
  await until("what was typed", async () => (await own.innerText()).includes("again and again"));
  assert.ok(await isInView());
  // One stop of the tab key for the whole listing.
  assert.equal(await frame.locator("main [tabindex='0']").count(), 1);
  await crowd.page.close();
});

test("a marketplace is judged and previewed as whoever installs a plugin of it has it", async () => {
  const market = await session.open("market");
  const file = await market.show("plugins/bio/skills/align/SKILL.md");
  await underlined(market, file);
  await mended(market, file, "align");
  const preview = await prompt(market);
  await preview.shown("- bio:align: Use this when: you align");
  assert.doesNotMatch(await preview.text(), /geo:map/);
  await command(market, "skillLsp.skills.focus");
  await row(market, "Claude Code").click();
  await row(market, "bio:align").waitFor();
  await row(market, "geo:map").waitFor();
  const manifest = await market.show("plugins/bio/.claude-plugin/plugin.json");
  await until("the misspelled key", async () =>
    (await ours(market, manifest)).some((it) => it.startsWith("skill-lsp manifest-key-unknown")),
  );
  await market.page.close();
});

/** Whether the lens of who wins stands over a file. */
const hasLens = (window, file) =>
  window.inside(async (vscode, file) => {
    const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", vscode.Uri.file(file), 10);
    return lenses.some((lens) => lens.command?.command === "skill-lsp.why");
  }, file);

test("it wakes up for skills only", async () => {
  const plain = await session.open("plain");
  const isActive = () => plain.inside((vscode, id) => vscode.extensions.getExtension(id).isActive, EXTENSION);
  await plain.show("README.md");
  // The Markdown of VS Code itself is at work by now, so whoever waits for Markdown would be too.
  await plain.insideUntil(
    "VS Code's own Markdown",
    (vscode) => vscode.extensions.getExtension("vscode.markdown-language-features").isActive,
  );
  assert.equal(await isActive(), false);
  const file = await plain.show(USER_DEPLOY);
  await until("the extension", isActive);
  await until("its work", () => hasLens(plain, file));
  await plain.page.close();
});

test("a skill that is opened while the disk is still asked for skills is not missed", async () => {
  const late = await session.open("late");
  const file = path.resolve(late.folder, USER_DEPLOY);
  await late.inside(
    async (vscode, { id, file }) => {
      const { promises } = require("node:fs");
      const { lstat } = promises;
      let answer;
      const asked = new Promise((done) => (answer = done));
      promises.lstat = async (...rest) => {
        await asked;
        return await lstat(...rest);
      };
      try {
        void vscode.extensions.getExtension(id).activate();
        await new Promise((done) => setTimeout(done, 1000));
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(file));
      } finally {
        promises.lstat = lstat;
        answer();
      }
    },
    { id: EXTENSION, file },
  );
  await until("its work", () => hasLens(late, file));
  await late.page.close();
});

test("a folder that is not trusted cannot choose the program", async () => {
  const files = {
    "shop/.claude/skills/colon/SKILL.md": FILES["shop/.claude/skills/colon/SKILL.md"],
    "evil.sh": '#!/bin/sh\ntouch "$HOME/was-run"\n',
    "shop/.vscode/settings.json": JSON.stringify({ "skillLsp.server.path": "~/evil.sh" }),
  };
  const other = await Session.start(files, { "security.workspace.trust.startupPrompt": "never" }, { trust: true });
  try {
    fs.chmodSync(path.join(other.home, "evil.sh"), 0o755);
    const window = await other.open("shop");
    assert.equal(await window.inside((vscode) => vscode.workspace.isTrusted), false);
    const file = await window.show(".claude/skills/colon/SKILL.md");
    await underlined(window, file);
    assert.ok(!fs.existsSync(path.join(other.home, "was-run")));
  } finally {
    await other.stop();
  }
});
