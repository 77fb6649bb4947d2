// A session of the real VS Code (code-server and Chromium) on a tree of files of its own.
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";

const { CODE_SERVER, PLAYWRIGHT, CHROMIUM, VSIX, DRIVER } = process.env;
const { chromium } = createRequire(import.meta.url)(PLAYWRIGHT);

/** Longer than anything takes on a busy machine; whatever is waited for is waited for by its condition. */
export const PATIENCE = Number(process.env.PATIENCE ?? 90_000);

const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.colorTheme": "Default Light Modern",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "chat.disableAIFeatures": true,
  "files.autoSave": "off",
  "editor.minimap.enabled": false,
  "git.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
};

/** Writes files, by path. */
export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
}

/** Waits until `check` answers something; never longer than patience lasts. */
export async function until(what, check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** VS Code with our extension, and the home that it runs in. */
export class Session {
  /** Starts VS Code with `files` in its home. */
  static async start(
    files,
    settings = {},
    { size = { width: 1400, height: 860 }, extensions = [VSIX, DRIVER], trust = false } = {},
  ) {
    const session = new Session();
    const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), "skill-lsp-vscode-"));
    session.root = root;
    session.home = path.join(root, "home");
    const data = path.join(root, "data");
    write(session.home, files);
    write(data, { "User/settings.json": JSON.stringify({ ...SETTINGS, ...settings }) });
    fs.mkdirSync(path.join(root, "sockets"));
    const common = [
      "--user-data-dir",
      data,
      "--extensions-dir",
      path.join(root, "extensions"),
      "--config",
      path.join(root, "config.yaml"),
    ];
    const env = {
      PATH: process.env.PATH,
      HOME: session.home,
      LANG: "C.UTF-8",
      DRIVER_SOCKETS: path.join(root, "sockets"),
      XDG_CONFIG_HOME: path.join(root, "xdg"),
      XDG_DATA_HOME: path.join(root, "xdg"),
    };
    for (const extension of extensions) {
      await finished(spawn(process.execPath, [CODE_SERVER, ...common, "--install-extension", extension], { env }));
    }
    const flags = ["--bind-addr", "127.0.0.1:0", "--auth", "none", "--disable-telemetry", "--disable-update-check"];
    if (!trust) flags.push("--disable-workspace-trust");
    session.server = spawn(process.execPath, [CODE_SERVER, ...common, ...flags], { env });
    session.address = await address(session.server);
    session.browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking"],
    });
    session.size = size;
    return session;
  }

  /** Opens a window on a folder of the home. */
  async open(folder) {
    const page = await this.browser.newPage({ viewport: this.size });
    page.setDefaultTimeout(PATIENCE);
    const place = path.join(this.home, folder);
    await page.goto(`${this.address}/?folder=${encodeURIComponent(place)}`, { waitUntil: "domcontentloaded" });
    await page.waitForSelector(".monaco-workbench");
    const socket = path.join(this.root, "sockets", path.basename(folder));
    await until("the driver", () => fs.existsSync(socket));
    return new Window(this, page, place, socket);
  }

  /** The ends of the logs of all extension hosts. */
  lastWords() {
    const logs = path.join(this.root, "data/logs");
    const all = fs.readdirSync(logs, { recursive: true }).filter((name) => /exthost.*\.log$/.test(name));
    const end = (name) => fs.readFileSync(path.join(logs, name), "utf8").split("\n").slice(-8).join("\n");
    return all.map((name) => `${name}\n${end(name)}`).join("\n");
  }

  async stop() {
    await this.browser?.close();
    if (this.server !== undefined && this.server.exitCode === null) {
      const ended = new Promise((done) => this.server.once("exit", done));
      this.server.kill();
      await ended;
    }
    fs.rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** One window of VS Code. */
export class Window {
  constructor(session, page, folder, socket) {
    Object.assign(this, { session, page, folder, socket });
  }

  /** Runs a function inside the extension host: `(vscode, argument) => answer`. It sees nothing else of this file. */
  async inside(run, argument) {
    const body = JSON.stringify({ source: run.toString(), argument });
    for (const end = Date.now() + PATIENCE; ; ) {
      try {
        return await this.sent(body);
      } catch (error) {
        // A busy machine may end an extension host, and VS Code starts another: nothing was asked of the first.
        if (error.code !== "ECONNREFUSED" || Date.now() > end) throw error;
        console.error(`the extension host of ${this.folder} is gone:\n${this.session.lastWords()}`);
        await new Promise((done) => setTimeout(done, 1000));
      }
    }
  }

  sent(body) {
    return new Promise((done, fail) => {
      const request = http.request({ socketPath: this.socket, method: "POST" }, async (response) => {
        let text = "";
        for await (const piece of response) text += piece;
        const { value, error } = JSON.parse(text);
        if (error === undefined) done(value);
        else fail(new Error(`in the extension host: ${error}`));
      });
      request.setTimeout(PATIENCE, () => request.destroy(new Error("the extension host does not answer")));
      request.on("error", fail);
      request.end(body);
    });
  }

  /** Waits until a function inside the extension host answers something. */
  insideUntil(what, run, argument) {
    return until(what, () => this.inside(run, argument));
  }

  /** Opens a file of the folder in the editor. */
  async show(name, options = {}) {
    const file = path.resolve(this.folder, name);
    await this.inside(
      async (vscode, { file, options }) => {
        const document = await vscode.workspace.openTextDocument(file);
        await vscode.window.showTextDocument(document, { preview: false, ...options });
      },
      { file, options },
    );
    return file;
  }

  /** The frame of the webview that has `selector` in it. */
  frame(selector) {
    return until(`a webview with ${selector}`, async () => {
      for (const frame of this.page.frames()) {
        if ((await frame.$(selector).catch(() => null)) !== null) return frame;
      }
      return undefined;
    });
  }
}

function finished(child) {
  let said = "";
  child.stdout.on("data", (piece) => (said += piece));
  child.stderr.on("data", (piece) => (said += piece));
  return new Promise((done, fail) => {
    child.once("exit", (code) => (code === 0 ? done() : fail(new Error(`${child.spawnargs.join(" ")}\n${said}`))));
  });
}

/** Where the server listens, as it says itself. */
function address(child) {
  let said = "";
  return new Promise((done, fail) => {
    child.once("exit", () => fail(new Error(said)));
    const hear = (piece) => {
      said += piece;
      const found = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (found) done(found[1]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
  });
}
