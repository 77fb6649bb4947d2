// The real Claude Code with `skill-lsp mcp` as a server; its model is played here. The model loads one skill, lists all,
// and tries one that is denied.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { played } from "../played_model.mjs";

const { CLAUDE, HOME } = process.env;
const shop = path.join(HOME, "shop");

function skill(name, description, body) {
  const folder = path.join(shop, ".agents/skills", name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "SKILL.md"), `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`);
}
skill("pdf", "Reads PDF files. Use when asked to.", "Read it with $ARGUMENTS.");
skill("notes", "Takes notes.", "Write it down.");

const calls = [
  { name: "mcp__skills__skills_load", input: { skill: "pd", arguments: "care" } },
  { name: "mcp__skills__skills_list", input: {} },
  { name: "mcp__skills__skills_load", input: { skill: "pdfs" } },
];
let tools;
const results = new Map();

/** What the model does next. */
function next(request) {
  tools ??= new Map(request.tools.map((tool) => [tool.name, tool]));
  for (const block of request.messages.flatMap((message) => message.content)) {
    if (block.type === "tool_result") results.set(block.tool_use_id, JSON.stringify(block.content));
  }
  return calls[results.size];
}

const model = await played(next);

const environment = {
  PATH: process.env.PATH,
  HOME,
  ANTHROPIC_BASE_URL: `http://127.0.0.1:${model.address().port}`,
  ANTHROPIC_API_KEY: "none",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_AUTOUPDATER: "1",
  ENABLE_TOOL_SEARCH: "false",
  IS_SANDBOX: "1",
};
async function claude(...words) {
  const child = spawn(CLAUDE, words, { cwd: shop, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (piece) => (output += piece));
  child.stderr.on("data", (piece) => (output += piece));
  await new Promise((ended) => child.once("exit", ended));
  return output;
}

// As the README says it.
const added = await claude("mcp", "add", "skills", "--", "skill-lsp", "mcp", "--host", "agentskills");
const listed = await claude("mcp", "list");
assert.match(listed, /skills: skill-lsp mcp --host agentskills.*Connected/, `${added}\n${listed}`);
const output = await claude("-p", "Read the file.", "--dangerously-skip-permissions");
model.closeAllConnections();
model.close();

const [load, list] = ["mcp__skills__skills_load", "mcp__skills__skills_list"].map((name) => tools?.get(name));
assert.ok(load !== undefined && list !== undefined, `the tools are not there: ${[...(tools?.keys() ?? [])]}\n${output}`);
assert.match(load.description, /- pdf: Reads PDF files\. Use when asked to\./);
const [loaded, all, unknown] = results.values();
if (process.env.DEBUG) console.log(load, "\n", loaded, "\n", all, "\n", unknown);
assert.match(loaded, /Read it with/);
assert.match(loaded, /Base directory: .*\/\.agents\/skills\/pdf/);
assert.match(all, /notes.*pdf/s);
assert.match(unknown, /did you mean `pdf`/);
console.log("Claude Code lists both tools, and its model loads a skill with them");
