"""The stand-in for the model APIs: it keeps what a host sends, and answers "ok", or first with calls of tools."""
import gzip
import http.server
import json
import threading

PORT = 8899
ADDRESS = f"http://127.0.0.1:{PORT}"


class Models(http.server.ThreadingHTTPServer):
    """Answers on loopback. `requests` is what was sent so far, as (path, JSON body)."""
    daemon_threads = True

    def __init__(self, calls=()):
        super().__init__(("127.0.0.1", PORT), Talk)
        self.requests, self.calls = [], list(calls)

    def start(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Talk(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer(200, "text/plain", b"")

    def do_GET(self):
        self.answer(404, "application/json", b"{}")

    def do_POST(self):
        path = self.path.partition("?")[0]
        try:
            sent = json.loads(self.sent())
        except ValueError:
            sent = {}
        sent = sent if isinstance(sent, dict) else {}
        self.server.requests.append((path, sent))
        events = reply(path, sent, self.server.calls)
        if isinstance(events, dict):
            self.answer(200, "application/json", json.dumps(events).encode())
        else:
            self.answer(200, "text/event-stream", "".join(events).encode())

    def sent(self):
        if "chunked" in self.headers.get("transfer-encoding", ""):
            data = b""
            while size := int(self.rfile.readline().split(b";")[0] or b"0", 16):
                data += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            data = self.rfile.read(int(self.headers.get("content-length") or 0))
        return gzip.decompress(data) if self.headers.get("content-encoding") == "gzip" else data

    def answer(self, status, kind, data):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def reply(path, sent, calls):
    """The answer in the dialect of the path: a table to be sent whole, or a list of server-sent events. The calls,
    each the name of a tool and its input, are made once, all together, of whoever offers such tools."""
    calls = [] if has_called(sent) else [call for call in calls if f'"{call[0]}"' in json.dumps(sent.get("tools", []))]
    if path.endswith("/messages"):
        return anthropic(sent, calls)
    if path.endswith("/count_tokens"):
        return {"input_tokens": 10}
    if path.endswith("/chat/completions"):
        return chat(sent, calls)
    if path.endswith("/responses"):
        done = {"type": "response.completed", "response": {"id": "r1", "output": [], "usage": None}}
        return [f"event: response.completed\ndata: {json.dumps(done)}\n\n"]
    if "enerateContent" in path or "countTokens" in path:
        return gemini("stream" in path, calls)
    return {}


def has_called(sent):
    """Whether the answers of tools are among what was sent."""
    talk = json.dumps([sent.get("messages", []), sent.get("contents", [])])
    return any(word in talk for word in ('"tool_result"', '"role": "tool"', '"functionResponse"'))


def anthropic(sent, calls):
    """The Anthropic API."""
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": sent.get("model", "m"), "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
    if not sent.get("stream"):
        return message | {"content": [{"type": "text", "text": "ok"}], "stop_reason": "end_turn"}
    stop = "tool_use" if calls else "end_turn"
    blocks = [({"type": "tool_use", "id": f"toolu_{number:02}", "name": tool, "input": {}},
               {"type": "input_json_delta", "partial_json": json.dumps(given)})
              for number, (tool, given) in enumerate(calls)]
    blocks = blocks or [({"type": "text", "text": ""}, {"type": "text_delta", "text": "ok"})]
    events = [{"type": "message_start", "message": message}]
    for index, (start, delta) in enumerate(blocks):
        events += [{"type": "content_block_start", "index": index, "content_block": start},
                   {"type": "content_block_delta", "index": index, "delta": delta},
                   {"type": "content_block_stop", "index": index}]
    events += [{"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None},
                "usage": {"output_tokens": 1}}, {"type": "message_stop"}]
    return [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]


def chat(sent, calls):
    """The OpenAI chat API."""
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    head = {"id": "c1", "created": 1, "model": sent.get("model", "m")}
    made = [{"index": number, "id": f"call_{number:02}", "type": "function",
             "function": {"name": tool, "arguments": json.dumps(given)}} for number, (tool, given) in enumerate(calls)]
    text = {"role": "assistant", "content": None if made else "ok"} | ({"tool_calls": made} if made else {})
    stop = "tool_calls" if made else "stop"
    if not sent.get("stream"):
        choice = {"index": 0, "message": text, "finish_reason": stop}
        return head | {"object": "chat.completion", "usage": usage, "choices": [choice]}
    head["object"] = "chat.completion.chunk"
    parts = [head | {"choices": [{"index": 0, "delta": text, "finish_reason": None}]},
             head | {"choices": [{"index": 0, "delta": {}, "finish_reason": stop}], "usage": usage}]
    return [f"data: {json.dumps(part)}\n\n" for part in parts] + ["data: [DONE]\n\n"]


def gemini(is_stream, calls):
    """The Gemini API."""
    made = [{"functionCall": {"name": tool, "args": given}} for tool, given in calls]
    content = {"role": "model", "parts": made or [{"text": "ok"}]}
    whole = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
             "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
             "totalTokens": 2, "modelVersion": "m"}
    return [f"data: {json.dumps(whole)}\n\n"] if is_stream else whole
