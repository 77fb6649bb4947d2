// Claude Code with our plugin; its model is played here. The model writes a skill with a mistake, and then does small
// things until it is told of the mistake.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import http from "node:http";
import path from "node:path";

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

/** An answer of the model, in the events of its protocol. */
function events(tool, count) {
  const message = { id: `msg_${count}`, type: "message", role: "assistant", model: "m", content: [], stop_reason: null };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const [block, delta] =
    tool === undefined
      ? [{ type: "text", text: "" }, { type: "text_delta", text: "done" }]
      : [
          { type: "tool_use", id: `toolu_${count}`, name: tool.name, input: {} },
          { type: "input_json_delta", partial_json: JSON.stringify(tool.input) },
        ];
  const stop_reason = tool === undefined ? "end_turn" : "tool_use";
  return [
    { type: "message_start", message: { ...message, usage } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ];
}

let count = 0;
const model = http.createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const asked = body === "" ? {} : JSON.parse(body);
  if (!asked.stream) {
    response.setHeader("content-type", "application/json");
    const [content, usage] = [[{ type: "text", text: "ok" }], { input_tokens: 1, output_tokens: 1 }];
    const message = { id: "m", type: "message", role: "assistant", model: "m", content, stop_reason: "end_turn", usage };
    response.end(JSON.stringify(message));
    return;
  }
  count += 1;
  response.setHeader("content-type", "text/event-stream");
  for (const event of events(asked.tools?.length > 0 ? next(asked) : undefined, count)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
});
await new Promise((ready) => model.listen(0, "127.0.0.1", ready));

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
