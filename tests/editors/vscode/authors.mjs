// The extension where skills are made: scenes of an author in a marketplace of plugins, and in a plain collection.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { Session, until } from "./session.mjs";
import {
  applied,
  begin,
  choice,
  closeAll,
  completed,
  cursorAfter,
  hovered,
  mended,
  ours,
  prompt,
  renamed,
  replaceLine,
  skill,
  text,
  underlined,
  verdict,
} from "./steps.mjs";

const GREAT = "Aligns every read of the batch with great care. ".repeat(30) + "Use when asked.";

/** Skills of which nine have more to say than fits. */
const crowd = (folder) =>
  Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => `part-${index + 1}`).map((name) => [
      `${folder}/${name}/SKILL.md`,
      skill(name, GREAT),
    ]),
  );

const RULES = "allowed-tools: Bash(npx:checkly:*), Reed, mcp__github_create_issue, Bash(git log:*)";

const FILES = {
  // A marketplace of two plugins; two skills of the first have one name.
  "market/.git/HEAD": "ref: refs/heads/main\n",
  "market/.claude-plugin/marketplace.json": JSON.stringify({
    name: "market",
    owner: { name: "Me" },
    plugins: [
      { name: "bio", source: "./plugins/bio" },
      { name: "geo", source: "./plugins/geo" },
    ],
  }),
  "market/plugins/bio/.claude-plugin/plugin.json": JSON.stringify({ name: "bio", skills: ["./skills", "./more"] }),
  "market/plugins/bio/skills/colon/SKILL.md": skill("colon", "Use this when: you align"),
  "market/plugins/bio/skills/align/SKILL.md": skill("align", "Aligns. Use when asked to align."),
  "market/plugins/bio/more/align/SKILL.md": skill("align", "Aligns otherwise. Use when asked to align otherwise."),
  "market/plugins/bio/skills/fold/SKILL.md": skill("fold", "Folds. Use when asked to fold.", "Then run /bio:align.\n"),
  "market/plugins/bio/skills/rule/SKILL.md": skill("rule", `Rules. Use when asked to.\n${RULES}`),
  "market/plugins/bio/skills/trim/SKILL.md": "",
  "market/plugins/bio/skills/trim/references/plan.md": "# The plan\n",
  "market/plugins/geo/.claude-plugin/plugin.json": JSON.stringify({ name: "geo" }),
  "market/plugins/geo/skills/map/SKILL.md": skill("map", "Draws maps. Use when asked for a map."),
  "market/CLAUDE.md": "Run /bio:align on Fridays.\n",
  "market/.claude/settings.json": '{"permissions": {"allow": ["Skill(bio:align)"]}}\n',
  // The same plugin alone at the root of its repository, with more to say than fits.
  "tight/.git/HEAD": "ref: refs/heads/main\n",
  "tight/.claude-plugin/plugin.json": JSON.stringify({ name: "bio" }),
  "tight/.claude/settings.json": JSON.stringify({ skillListingBudgetFraction: 0.001, disableBundledSkills: true }),
  ...crowd("tight/skills"),
  // What `npx skills add` installs.
  "collection/.git/HEAD": "ref: refs/heads/main\n",
  "collection/skills/colon/SKILL.md": skill("colon", "Use this when: you tidy"),
  "collection/skills/tidy/SKILL.md": skill("tidy", "Tidies. Use when asked to tidy."),
  "collection/skills/neat/SKILL.md": skill("tidy", "Makes neat. Use when asked to.", "Before that, /colon.\n"),
  "collection/skills/rule/SKILL.md": skill("rule", `Rules. Use when asked to.\n${RULES}`),
  "collection/skills/trim/SKILL.md": "",
  "collection/skills/trim/references/plan.md": "# The plan\n",
};

let session;
before(async () => (session = await Session.start(FILES)));
after(() => session?.stop());

/** One window for each folder. */
const windows = new Map();

/** A test in the window of a folder, pictured where it fails. */
const scene = (title, folder, run) =>
  test(title, async (context) => {
    if (!windows.has(folder)) windows.set(folder, await session.open(folder));
    const window = windows.get(folder);
    try {
      await run(window);
    } catch (error) {
      const picture = path.join(path.dirname(process.env.VSIX), `failed-${title.replace(/\W+/g, "-")}.png`);
      await window.page.screenshot({ path: picture });
      context.diagnostic(`what was on the screen: ${picture}`);
      throw error;
    } finally {
      await closeAll(window);
    }
  });

/** Scene 1: the colon is underlined and mended, and the preview shows what will be listed. */
async function colon(window, file, place, host, listed) {
  const whole = await window.show(file);
  await underlined(window, whole);
  await mended(window, whole, place);
  const preview = await prompt(window, host);
  await preview.shown(listed);
  return preview;
}

/** Scene 4: three dead rules with three reasons; the one that is a slip is mended, the good one says what it allows. */
async function deadRules(window, file, told) {
  await window.show(file);
  const whole = path.join(window.folder, file);
  const dead = ["tool-pattern-malformed", "tool-server-unknown", "tool-unknown"].map((it) => `skill-lsp ${it} 3`);
  await until("three dead rules", async () => (await ours(window, whole)).join() === dead.join());
  await applied(window, whole, "Reed", /`Read`/);
  await until("the tool", async () => (await text(window, whole)).includes(", Read, "));
  await until("two dead rules", async () => (await ours(window, whole)).join() === dead.slice(0, 2).join());
  assert.match(await hovered(window, whole, "git log"), told);
}

/** Scene 5: an empty file offers a scaffold; tools, skills and files are completed. */
async function newFile(window, file, mention) {
  await window.show(file);
  const whole = path.join(window.folder, file);
  const scaffold = await completed(window, whole, "", (it) => /name: trim/.test(it.text));
  assert.ok(scaffold.length > 0);
  const write = (text) =>
    window.inside(async (vscode, text) => {
      const editor = vscode.window.activeTextEditor;
      const end = editor.document.positionAt(editor.document.getText().length);
      await editor.edit((edit) => edit.replace(new vscode.Range(new vscode.Position(0, 0), end), text));
    }, text);
  await write("---\nname: trim\ndescription: Trims. Use when asked to.\nallowed-tools: [Read, \n---\n\nThen run /\nSee [it](\nAnd [it](references/\n");
  const labels = async (after, wanted) =>
    (await completed(window, whole, after, (it) => it.label === wanted)).map((it) => it.label);
  const tools = await labels("[Read, ", "Bash");
  assert.ok(!tools.includes("Read"), "what stands there already is not offered");
  await labels("Then run /", mention);
  await labels("See [it](", "references/");
  await labels("And [it](references/", "plan.md");
}

/** Scene 2: of all that have the name, a place wins, and why. */
async function wins(window, place, why) {
  await begin(window, "skillLsp.whoWins");
  const winner = choice(window, place);
  await winner.waitFor();
  assert.match(await winner.innerText(), why);
  await window.page.keyboard.press("Escape");
}

/** A file in which two skills of one name are told. */
const clash = async (window, file) =>
  (await ours(window, path.join(window.folder, file))).some((it) => it.startsWith("skill-lsp name-repeated"));

scene("scene 1 in a marketplace: the colon", "market", async (window) => {
  const preview = await colon(
    window,
    "plugins/bio/skills/colon/SKILL.md",
    "align",
    "claude-code",
    "- bio:colon: Use this when: you align",
  );
  assert.doesNotMatch(await preview.text(), /geo:map/);
});

scene("scene 2 in a marketplace: the clash, who wins, and a rename that ends it", "market", async (window) => {
  const [one, other] = ["plugins/bio/skills/align/SKILL.md", "plugins/bio/more/align/SKILL.md"];
  await window.show(other);
  await until("the clash", () => clash(window, other));
  await window.show(one);
  await until("the clash", () => clash(window, one));
  await until("the verdict", async () => /Claude Code: wins over 1/.test(await verdict(window).innerText()));
  await wins(window, "skills/align", /wins: plugins\/bio\/skills comes before plugins\/bio\/more/);
  await renamed(window, "name: al", "line-up");
  const moved = path.join(window.folder, "plugins/bio/skills/line-up/SKILL.md");
  await until("the folder", () => fs.existsSync(moved) && !fs.existsSync(path.join(window.folder, one)));
  const holds = (file, wanted) =>
    until(`${wanted} in ${file}`, () => fs.readFileSync(path.join(window.folder, file), "utf8").includes(wanted));
  await holds("plugins/bio/skills/line-up/SKILL.md", "name: line-up\n");
  await holds("plugins/bio/skills/fold/SKILL.md", "Then run /bio:line-up.");
  await holds("CLAUDE.md", "Run /bio:line-up on Fridays.");
  await holds(".claude/settings.json", '"Skill(bio:line-up)"');
  await until("no clash", async () => !(await clash(window, other)) && !(await clash(window, "plugins/bio/skills/line-up/SKILL.md")));
});

scene("scene 3 in a plugin: the budget", "tight", async (window) => {
  const file = await window.show("skills/part-9/SKILL.md");
  const { frame, shown } = await prompt(window, "claude-code");
  await frame.locator("del", { hasText: "Aligns every read of the batch" }).first().waitFor();
  assert.match(await frame.locator(".budget.over .figures").innerText(), /^[\d,]+ of [\d,]+ characters, cut to [\d,]+$/);
  const hint = (wanted) =>
    window.insideUntil(
      `the inlay hint ${wanted}`,
      async (vscode, [file, wanted]) => {
        const uri = vscode.Uri.file(file);
        const hints = await vscode.commands.executeCommand("vscode.executeInlayHintProvider", uri, new vscode.Range(0, 0, 9, 0));
        const texts = hints.map(({ label }) => (typeof label === "string" ? label : label.map((it) => it.value).join("")));
        return texts.find((it) => it.includes(wanted));
      },
      [file, wanted],
    );
  await hint("description dropped");
  // Shorten it, and it comes back while one types.
  await replaceLine(window, 2, "description: Aligns. Use when asked.");
  await shown("- bio:part-9: Aligns. Use when asked.");
  await until("the hint that it is there", async () => !/dropped/.test(await hint("23 of ")));
});

scene("scene 4 in a marketplace: the dead rules", "market", (window) =>
  deadRules(window, "plugins/bio/skills/rule/SKILL.md", /`git log/),
);

scene("scene 5 in a marketplace: the new file", "market", (window) =>
  newFile(window, "plugins/bio/skills/trim/SKILL.md", "/bio:fold"),
);

scene("scene 1 in a collection: the colon", "collection", (window) =>
  colon(window, "skills/colon/SKILL.md", "tidy", "agentskills", "Use this when: you tidy"),
);

scene("scene 2 in a collection: the clash, who wins, and a rename that ends it", "collection", async (window) => {
  const [neat, tidy] = ["skills/neat/SKILL.md", "skills/tidy/SKILL.md"];
  await window.show(tidy);
  await until("the clash", () => clash(window, tidy));
  await window.show(neat);
  await until("the clash", () => clash(window, neat));
  await wins(window, "skills/neat", /wins: in one folder, neat is met first/);
  await renamed(window, "name: ti", "neat");
  const file = path.join(window.folder, neat);
  await until("the name", async () => (await text(window, file)).includes("name: neat\n"));
  await until("no clash", async () => !(await clash(window, tidy)) && !(await clash(window, neat)));
  await window.inside((vscode) => vscode.workspace.saveAll());
});

scene("scene 3 in a collection: what the model will see", "collection", async (window) => {
  await window.show("skills/tidy/SKILL.md");
  const { shown } = await prompt(window, "agentskills");
  await shown("Tidies.");
  await window.page.locator(".monaco-editor .view-lines").first().click();
  await cursorAfter(window, "asked to tidy");
  await window.page.keyboard.type(" everything");
  await shown("to tidy everything.");
});

scene("scene 4 in a collection: the dead rules", "collection", (window) =>
  // Whoever installs it decides what a rule means: it is told who has such a tool.
  deadRules(window, "skills/rule/SKILL.md", /\*\*Claude Code\*\*: Runs a shell command/),
);

scene("scene 5 in a collection: the new file", "collection", (window) =>
  newFile(window, "skills/trim/SKILL.md", "/colon"),
);
