// Claude Code with our plugin; its model is played here. The model writes a skill with a mistake, and then does small
// things until it is told of the mistake.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { played } from "../../played_model.mjs";

const { CLAUDE, PLUGIN, SHOP } = process.env;
const PATIENCE = 90_000;
const skill = path.join(SHOP, ".claude/skills/release/SKILL.md");
const text = "---\nname: release\ndescription: Use this when: you release\n---\n\nDo it.\n";

const began = Date.now();
let told;

/** What the model does next. */
function next(request) {
  const said = JSON.stringify(request.messages);
  told ??= /<new-diagnostics>.*?<\/new-diagnostics>/s.exec(said)?.[0];
  if (!said.includes('"tool_result"')) return { name: "Write", input: { file_path: skill, content: text } };
  if (told === undefined && Date.now() - began < PATIENCE) return { name: "Bash", input: { command: "sleep 0.2" } };
  return undefined;
}

const model = await played(next);

const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.address().port}`,
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  // All it can do is what this file tells it to.
  IS_SANDBOX: "1",
};
const claude = spawn(CLAUDE, ["-p", "Write a skill.", "--plugin-dir", PLUGIN, "--dangerously-skip-permissions"], {
  cwd: SHOP,
  env: environment,
  stdio: ["ignore", "pipe", "pipe"],
});
let output = "";
claude.stdout.on("data", (piece) => (output += piece));
claude.stderr.on("data", (piece) => (output += piece));
await new Promise((ended) => claude.once("exit", ended));
model.closeAllConnections();
model.close();

assert.ok(told !== undefined, `the model was told nothing\n${output}`);
assert.match(told, /Line 3:27.*in the unquoted value of `description`.*yaml-syntax.*skill-lsp/s);
console.log(JSON.parse(`"${told}"`));
