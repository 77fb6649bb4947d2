// Takes the pictures of the README, of the example in demo/, in the real VS Code.
import fs from "node:fs";
import path from "node:path";
import { Session, until } from "./session.mjs";

const root = path.resolve(import.meta.dirname, "../../..");
const pictures = path.join(root, "docs/pictures");

/** The files below a folder, by path. */
function files(folder, place) {
  const names = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  return Object.fromEntries(
    names.map((it) => {
      const file = path.join(it.parentPath, it.name);
      return [path.join(place, path.relative(folder, file)), fs.readFileSync(file, "utf8")];
    }),
  );
}

/** Skills that want more room than there is. */
const CROWD = {
  invoice:
    "Writes invoices from an order. Use when a customer asks for an invoice, or when an order is shipped to a company.",
  "refund-policy":
    "Knows the rules for refunds and returns in every country we ship to. Use when somebody wants to send something back.",
  "stock-report":
    "Counts what is left in the warehouse and warns about what runs out. Use before an order of new goods is placed.",
  translate:
    "Translates product texts into the languages of the shop and keeps the glossary. Use when a product text changes.",
  "photo-retouch":
    "Cuts product photos to the sizes of the shop and evens out their light. Use when new photos come in.",
};

/** Two hundred skills of a shop that has too many. */
const MANY = Object.fromEntries(
  ["invoice", "refund", "stock", "photo", "order", "parcel", "price", "review", "return", "label"].flatMap((thing) =>
    ["audit", "check", "count", "draft", "export", "find", "merge", "plan", "print", "quote"].flatMap((deed) =>
      ["eu", "us"].map((place) => [
        `many/.claude/skills/${thing}-${deed}-${place}/SKILL.md`,
        `---\nname: ${thing}-${deed}-${place}\ndescription: Does the ${deed} of every ${thing} in the ${place.toUpperCase()} shop and tells what came of it. Use when somebody asks for a ${deed} of ${thing}s there, or when a ${thing} has changed.\n---\n\n# ${thing}-${deed}-${place}\n\nSee the handbook.\n`,
      ]),
    ),
  ),
);

/** A marketplace of two plugins, as its author has it. */
const MARKET = {
  "market/.git/HEAD": "ref: refs/heads/main\n",
  "market/.claude-plugin/marketplace.json": JSON.stringify({
    name: "lab",
    owner: { name: "The lab" },
    plugins: [
      { name: "bio", source: "./plugins/bio" },
      { name: "geo", source: "./plugins/geo" },
    ],
  }),
  "market/plugins/bio/.claude-plugin/plugin.json": JSON.stringify({ name: "bio", version: "1.0.0" }),
  "market/plugins/bio/skills/align/SKILL.md":
    "---\nname: align\ndescription: Aligns reads to a reference. Use when somebody has reads and a reference.\n---\n\n# Align\n\nThen run /bio:fold.\n",
  "market/plugins/bio/skills/fold/SKILL.md":
    "---\nname: fold\ndescription: Folds a sequence. Use when somebody asks for a structure.\n---\n\n# Fold\n\nDo it.\n",
  "market/plugins/geo/.claude-plugin/plugin.json": JSON.stringify({ name: "geo", version: "1.0.0" }),
  "market/plugins/geo/skills/map/SKILL.md":
    "---\nname: map\ndescription: Draws maps. Use when somebody asks for a map.\n---\n\n# Map\n\nDo it.\n",
};

const session = await Session.start(
  {
    ...files(path.join(root, "demo/home"), ""),
    ...files(path.join(root, "demo/project"), "shop"),
    "shop/.git/HEAD": "ref: refs/heads/main\n",
    ...MANY,
    ...MARKET,
    "full/.git/HEAD": "ref: refs/heads/main\n",
    "full/.claude/settings.json": JSON.stringify({ skillListingBudgetFraction: 0.00025, disableBundledSkills: true }),
    ...Object.fromEntries(
      Object.entries(CROWD).map(([name, description]) => [
        `full/.claude/skills/${name}/SKILL.md`,
        `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nSee the handbook.\n`,
      ]),
    ),
  },
  {
    "editor.fontSize": 13,
    "breadcrumbs.enabled": false,
    "workbench.layoutControl.enabled": false,
    "editor.scrollbar.vertical": "hidden",
  },
  { size: { width: 1000, height: 520 } },
);

const command = (window, id) =>
  window.inside(async (vscode, id) => void (await vscode.commands.executeCommand(id)), id);

/** Pulls the edge of the side bar. */
async function wider(window, pixels) {
  const { x, width } = await window.page.locator(".part.sidebar").boundingBox();
  const sashes = await window.page
    .locator(".monaco-sash.vertical")
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().x + it.getBoundingClientRect().width / 2));
  const edge = sashes.reduce((best, sash) => (Math.abs(sash - x - width) < Math.abs(best - x - width) ? sash : best));
  await window.page.mouse.move(edge, 300);
  await window.page.mouse.down();
  await window.page.mouse.move(edge + pixels, 300, { steps: 5 });
  await window.page.mouse.up();
  // An edge below the pointer is drawn in another colour.
  await window.page.mouse.move(0, 0);
  await until(
    "the wider side bar",
    async () => (await window.page.locator(".part.sidebar").boundingBox()).width > width + pixels / 2,
  );
}

async function picture(window, name) {
  // The blinking cursor and whatever still moves would make every picture another.
  await window.page.addStyleTag({
    content:
      ".cursor, .monaco-progress-container { visibility: hidden !important } * { transition: none !important; animation: none !important }",
  });
  await window.page.locator(".statusbar-item", { hasText: "Activating" }).waitFor({ state: "hidden" });
  const file = path.join(pictures, `${name}.png`);
  await window.page.screenshot({ path: file });
  console.log(`${path.relative(root, file)}: ${fs.statSync(file).size} bytes`);
}

try {
  fs.mkdirSync(pictures, { recursive: true });
  const shop = await session.open("shop");
  await command(shop, "workbench.action.closeSidebar");

  // The squiggle and its message.
  await shop.page.setViewportSize({ width: 1000, height: 420 });
  await shop.show(".claude/skills/deploy/SKILL.md");
  await shop.page.locator(".squiggly-error").first().waitFor();
  await shop.page.locator(".codelens-decoration", { hasText: "preview prompt" }).first().waitFor();
  await shop.inside(async (vscode) => {
    const at = new vscode.Position(2, 27);
    vscode.window.activeTextEditor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
    await vscode.commands.executeCommand("editor.action.showHover");
  });
  await shop.page.locator(".monaco-hover", { hasText: "starts a new key" }).first().waitFor();
  // Findings that come once all skills are read draw the hover anew, and it looks for fixes again.
  const fixes = shop.page.locator(".monaco-hover", { hasText: "Quick Fix" }).first();
  await until("a hover that stays as it is", async () => {
    await fixes.waitFor();
    await new Promise((done) => setTimeout(done, 2000));
    return await fixes.isVisible();
  });
  await picture(shop, "vscode-squiggle");
  await shop.page.keyboard.press("Escape");

  // The tree, with a name that three skills have.
  await command(shop, "skillLsp.skills.focus");
  const row = (label) => shop.page.locator(".pane-body .monaco-list-row", { hasText: label }).first();
  await shop.page.setViewportSize({ width: 1100, height: 520 });
  await row("Claude Code").click();
  await row("shadowed by ~/.claude/skills/deploy").waitFor();
  await wider(shop, 150);
  await row("shadowed by ~/.claude/skills/deploy").click();
  await until("the verdict", async () =>
    (await shop.page.locator("[id='skill-lsp.skill-lsp.skillLsp.verdict']").innerText()).includes(
      "your user skill wins",
    ),
  );
  await shop.page.locator(".codelens-decoration", { hasText: "preview prompt" }).first().waitFor();
  await picture(shop, "vscode-tree");

  // The prompt, with more in it than fits.
  const full = await session.open("full");
  await full.page.setViewportSize({ width: 1000, height: 640 });
  await command(full, "workbench.action.closeSidebar");
  await full.show(".claude/skills/translate/SKILL.md");
  await full.page.locator(".codelens-decoration", { hasText: "preview prompt" }).first().waitFor();
  await command(full, "skillLsp.previewPrompt");
  const frame = await full.frame("main.listing");
  await frame.locator("del").first().waitFor();
  await picture(full, "vscode-prompt");

  // The same in high contrast.
  await full.inside((vscode) =>
    vscode.workspace.getConfiguration("workbench").update("colorTheme", "Default High Contrast", true),
  );
  await frame.locator("body.vscode-high-contrast").waitFor();
  await picture(full, "vscode-high-contrast");
  await full.inside((vscode) => vscode.workspace.getConfiguration("workbench").update("colorTheme", "Default Light Modern", true));

  // A plugin in the repository of its author, as whoever installs it has it.
  const market = await session.open("market");
  await market.page.setViewportSize({ width: 1320, height: 520 });
  await market.show("plugins/bio/skills/align/SKILL.md");
  await command(market, "skillLsp.skills.focus");
  const plugin = (label) => market.page.locator(".pane-body .monaco-list-row", { hasText: label }).first();
  await plugin("Claude Code").click();
  await plugin("bio:align").waitFor();
  await wider(market, 60);
  await command(market, "skillLsp.previewPrompt");
  const listed = await market.frame("main.listing");
  await listed.locator(".entry.current", { hasText: "bio:align" }).first().waitFor();
  await market.page.locator(".codelens-decoration", { hasText: "preview prompt" }).first().waitFor();
  await picture(market, "vscode-plugin");

  // Two hundred skills: the cause of what is wrong, and the entry of the file among all of them.
  const many = await session.open("many");
  await many.page.setViewportSize({ width: 1200, height: 700 });
  await command(many, "workbench.action.closeSidebar");
  await many.show(".claude/skills/stock-plan-eu/SKILL.md");
  await command(many, "skillLsp.previewPrompt");
  const crowd = await many.frame("main.listing");
  await crowd.locator(".entry.current").first().waitFor();
  await command(many, "workbench.actions.view.problems");
  await many.page.locator(".markers-panel .monaco-list-row", { hasText: "The same in" }).first().waitFor();
  await picture(many, "vscode-many");
} finally {
  await session.stop();
}
