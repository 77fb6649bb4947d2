// Copilot CLI with our server; its model is played here. The model asks for the symbols of a skill.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import http from "node:http";

const { COPILOT, SHOP, SKILL } = process.env;
let told;

/** The answer of the model, in the pieces of its protocol. */
function pieces(request) {
  const [result] = request.messages.filter((message) => message.role === "tool");
  told ??= result?.content;
  const call = { name: "lsp", arguments: JSON.stringify({ operation: "documentSymbol", file: SKILL }) };
  const tool = { index: 0, id: "call_1", type: "function", function: call };
  const [delta, finish_reason] =
    told === undefined
      ? [{ role: "assistant", content: null, tool_calls: [tool] }, "tool_calls"]
      : [{ role: "assistant", content: "done" }, "stop"];
  const piece = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return [
    { ...piece, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...piece, choices: [{ index: 0, delta: {}, finish_reason }], usage },
  ];
}

const model = http.createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  response.setHeader("content-type", "text/event-stream");
  for (const piece of pieces(JSON.parse(body))) response.write(`data: ${JSON.stringify(piece)}\n\n`);
  response.end("data: [DONE]\n\n");
});
await new Promise((ready) => model.listen(0, "127.0.0.1", ready));

const copilot = spawn(COPILOT, ["-p", "Which fields has the skill?", "--allow-all-tools"], {
  cwd: SHOP,
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${model.address().port}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "gpt-4.1",
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
  },
  stdio: ["ignore", "pipe", "pipe"],
});
let output = "";
copilot.stdout.on("data", (piece) => (output += piece));
copilot.stderr.on("data", (piece) => (output += piece));
await new Promise((ended) => copilot.once("exit", ended));
model.closeAllConnections();
model.close();

assert.match(told ?? "nothing", /description \(property\) - line 3/, output);
console.log(told);
