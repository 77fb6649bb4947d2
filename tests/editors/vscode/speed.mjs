// How long a key takes until it stands in the preview and in the inlay hint, with 60 skills and with 600, in the real VS Code:
// PROGRAM=FILE-OF-A-RELEASE tests/editors/vscode/run speed.mjs. In turn, one window at a time: of several, those behind are
// slower. KEYS says how often a key goes down in each of them.
import path from "node:path";
import { Session, until } from "./session.mjs";
import { closeAll, command, cursorAfter, skill } from "./steps.mjs";

const KEYS = Number(process.env.KEYS ?? 10);
const TURNS = 3;
const SIZES = [60, 600];

const files = Object.fromEntries(
  SIZES.flatMap((size) => [
    [`shop-${size}/.git/HEAD`, "ref: refs/heads/main\n"],
    ...Array.from({ length: size }, (_, index) => `skill-${String(index + 1).padStart(3, "0")}`).map((name) => [
      `shop-${size}/.claude/skills/${name}/SKILL.md`,
      skill(name, name === "skill-030" ? "Typed." : `Does the work of ${name} in the shop and tells how it went. Use when somebody asks for ${name}.`),
    ]),
  ]),
);
const program = process.env.PROGRAM === undefined ? {} : { "skillLsp.server.path": path.resolve(process.env.PROGRAM) };
const session = await Session.start(files, program);

/** Opens a folder with its preview, and begins to note when a key goes down, and when what it does is seen. */
async function opened(size) {
  const window = await session.open(`shop-${size}`);
  await window.show(".claude/skills/skill-030/SKILL.md");
  await command(window, "skillLsp.previewPrompt");
  const frame = await window.frame("main.listing");
  await until("the entry", async () => (await frame.locator(".entry.current").count()) > 0);
  await window.page.evaluate(() => {
    const now = () => performance.timeOrigin + performance.now();
    window.noted = { keys: [], hints: {} };
    document.addEventListener("keydown", () => window.noted.keys.push(now()), { capture: true });
    const lines = document.querySelector(".monaco-editor .view-lines");
    new MutationObserver(() => {
      const found = /(\d+)\sof\s1024/.exec(lines.textContent.replaceAll("\u00a0", " "));
      if (found !== null) window.noted.hints[found[1]] ??= now();
    }).observe(lines, { childList: true, subtree: true, characterData: true });
  });
  await frame.evaluate(() => {
    window.noted = {};
    new MutationObserver(() => {
      const shown = document.querySelector(".entry.current")?.textContent ?? "";
      window.noted[/: (.*)$/.exec(shown)?.[1].length] ??= performance.timeOrigin + performance.now();
    }).observe(document.querySelector("main.listing"), { childList: true, subtree: true, characterData: true });
  });
  await window.page.locator(".monaco-editor .view-lines").first().click();
  await cursorAfter(window, "Typed");
  return { window, frame, length: "Typed.".length };
}

/** One key, and the time until it is seen in each of both places. */
async function key(it) {
  it.length += 1;
  const before = await it.window.page.evaluate(() => window.noted.keys.length);
  await it.window.page.keyboard.press("x");
  const [began, hint, preview] = await until("the key to be seen", async () => {
    const began = await it.window.page.evaluate((before) => window.noted.keys[before], before);
    const hint = await it.window.page.evaluate((length) => window.noted.hints[length], it.length);
    const preview = await it.frame.evaluate((length) => window.noted[length], it.length);
    return began && hint && preview && [began, hint, preview];
  });
  return { hint: hint - began, preview: preview - began };
}

const middle = (times) => [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];

try {
  const [small, large] = SIZES.map(() => ({ hint: [], preview: [] }));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [size, times] of [[SIZES[0], small], [SIZES[1], large]]) {
      const it = await opened(size);
      for (let count = 0; count < KEYS; count += 1) {
        // What concerns all skills together follows a key after a pause: people do not type faster than that for long.
        await new Promise((done) => setTimeout(done, 700));
        const { hint, preview } = await key(it);
        times.hint.push(hint);
        times.preview.push(preview);
      }
      await closeAll(it.window);
      await it.window.page.close();
    }
  }
  for (const kind of ["hint", "preview"]) {
    const [one, other] = [small, large].map((it) => [middle(it[kind]), Math.min(...it[kind])]);
    const told = ([half, least]) => `${half.toFixed(1)} ms (least ${least.toFixed(1)})`;
    const ratios = `ratio ${(other[0] / one[0]).toFixed(2)} (of the least ${(other[1] / one[1]).toFixed(2)})`;
    console.log(`${kind}: ${SIZES[0]} skills ${told(one)}, ${SIZES[1]} skills ${told(other)}, ${ratios}`);
  }
} finally {
  await session.stop();
}
