// Runs Neovim in a terminal of its own, waits until it shows what the picture is about, and takes the picture.
import { execFile, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { promisify } from "node:util";

const { NVIM_PROGRAM, XTERM, PLAYWRIGHT, CHROMIUM, HOME, OUT } = process.env;
const { chromium } = createRequire(import.meta.url)(PLAYWRIGHT);
const [rows, columns] = [18, 188];
const socket = path.join(HOME, "socket");
const shop = path.join(HOME, "shop");

/** What Lua inside answers. */
async function inside(lua) {
  const expression = `luaeval(${JSON.stringify(lua)})`;
  const asked = await promisify(execFile)(NVIM_PROGRAM, ["--server", socket, "--remote-expr", expression]);
  return asked.stdout.trim();
}

async function until(what, check) {
  for (const end = Date.now() + 90_000; Date.now() < end; ) {
    if (await check()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error(`waited in vain for ${what}`);
}

const flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
const browser = await chromium.launch({ executablePath: CHROMIUM, args: flags });
const page = await browser.newPage({ viewport: { width: 1700, height: 700 } });
await page.setContent(`<style>${fs.readFileSync(path.join(XTERM, "css/xterm.css"))} body { margin: 0; background: #14161b }
  #terminal { display: inline-block; padding: 8px } .xterm-viewport { display: none }</style><div id="terminal"></div>`);
await page.addScriptTag({ path: path.join(XTERM, "lib/xterm.js") });
await page.evaluate(
  ({ rows, columns }) => {
    globalThis.terminal = new Terminal({ rows, cols: columns, fontFamily: "DejaVu Sans Mono", fontSize: 14, scrollback: 0 });
    globalThis.terminal.open(document.querySelector("#terminal"));
  },
  { rows, columns },
);

const environment = { ...process.env, TERM: "xterm-256color", COLORTERM: "truecolor", LANG: "C.UTF-8" };
// Started through a loader, Neovim cannot start itself a second time for the screen: the two halves are started apart.
const nvim = spawn(NVIM_PROGRAM, ["--headless", "--listen", socket, ".claude/skills/deploy/SKILL.md"], {
  cwd: shop,
  env: environment,
  stdio: "ignore",
});
await until("Neovim", () => fs.existsSync(socket));
const command = `stty rows ${rows} cols ${columns}; exec '${NVIM_PROGRAM}' --server '${socket}' --remote-ui`;
const screen = spawn("script", ["-qfec", command, "/dev/null"], { cwd: shop, env: environment });
let drawn = Promise.resolve();
let last = Date.now();
screen.stdout.on("data", (bytes) => {
  last = Date.now();
  const text = bytes.toString("base64");
  drawn = drawn.then(() =>
    page.evaluate((text) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      return new Promise((done) => globalThis.terminal.write(bytes, done));
    }, text),
  );
});

try {
  await until("findings and lenses", async () =>
    (await inside("#vim.diagnostic.get(0) > 1 and #vim.lsp.codelens.get({ bufnr = 0 }) > 0 and 1 or 0")) === "1");
  await inside("vim.cmd('SkillPrompt claude-code')");
  const preview = "vim.fn.bufwinid('skill-lsp://prompt')";
  await until("the preview", async () =>
    (await inside(`${preview} ~= -1 and vim.wo[${preview}].winbar:find('Claude Code') and 1 or 0`)) === "1");
  await inside(`vim.api.nvim_win_set_width(${preview}, 64)`);
  await inside("vim.api.nvim_win_set_cursor(0, { 3, 26 })");
  // Nothing more is drawn when Neovim has been silent for a while.
  await until("silence", async () => Date.now() - last > 1500 && (await drawn, true));
  await page.locator("#terminal").screenshot({ path: OUT });
  console.log(`${OUT}: ${fs.statSync(OUT).size} bytes`);
} finally {
  screen.stdout.removeAllListeners("data");
  await drawn;
  await inside("vim.cmd('qall!')").catch(() => {});
  nvim.kill();
  screen.kill();
  await browser.close();
}
