// A model of Claude Code that is played: a server on this machine that answers with what a function says next.
import http from "node:http";

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

/** A server whose model calls the tool that `next` gives for a request, or says that it is done. */
export async function played(next) {
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
  return model;
}
