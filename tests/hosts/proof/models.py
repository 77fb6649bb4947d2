"""The stand-in for the model APIs: it keeps what a host sends, calls the tools it is told to, and answers "ok"."""
import gzip
import http.server
import json
import threading

PORT = 8899
ADDRESS = f"http://127.0.0.1:{PORT}"


class Models(http.server.ThreadingHTTPServer):
    """Answers on loopback. `requests` is what was sent so far, as (path, JSON body); `calls` are the tools to call
    first, each with its input."""
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
    """The answer in the dialect of the path: a table to be sent whole, or a list of server-sent events."""
    if path.endswith("/messages"):
        return anthropic(sent, calls)
    if path.endswith("/count_tokens"):
        return {"input_tokens": 10}
    if path.endswith("/chat/completions"):
        return chat(sent, calls)
    if "enerateContent" in path or "countTokens" in path:
        return gemini("stream" in path)
    return {}


def anthropic(sent, calls):
    """The Anthropic API; calls tools first, when there are any to call."""
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": sent.get("model", "m"), "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
    if not sent.get("stream"):
        return message | {"content": [{"type": "text", "text": "ok"}], "stop_reason": "end_turn"}
    has_called = '"tool_result"' in json.dumps(sent.get("messages", []))
    if calls and sent.get("tools") and not has_called:
        stop = "tool_use"
        blocks = [({"type": "tool_use", "id": f"toolu_{number:02}", "name": tool, "input": {}},
                   {"type": "input_json_delta", "partial_json": json.dumps(given)})
                  for number, (tool, given) in enumerate(calls)]
    else:
        stop = "end_turn"
        blocks = [({"type": "text", "text": ""}, {"type": "text_delta", "text": "ok"})]
    events = [{"type": "message_start", "message": message}]
    for index, (start, delta) in enumerate(blocks):
        events += [{"type": "content_block_start", "index": index, "content_block": start},
                   {"type": "content_block_delta", "index": index, "delta": delta},
                   {"type": "content_block_stop", "index": index}]
    events += [{"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None},
                "usage": {"output_tokens": 1}}, {"type": "message_stop"}]
    return [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events]


def chat(sent, calls):
    """The OpenAI chat API; calls tools first, when there are any to call."""
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    head = {"id": "c1", "created": 1, "model": sent.get("model", "m")}
    text = {"role": "assistant", "content": "ok"}
    if not sent.get("stream"):
        choice = {"index": 0, "message": text, "finish_reason": "stop"}
        return head | {"object": "chat.completion", "usage": usage, "choices": [choice]}
    head["object"] = "chat.completion.chunk"
    has_called = any(message.get("role") == "tool" for message in sent.get("messages", []))
    stop = "stop"
    if calls and sent.get("tools") and not has_called:
        stop = "tool_calls"
        text = {"role": "assistant", "tool_calls": [
            {"index": number, "id": f"call_{number:02}", "type": "function",
             "function": {"name": tool, "arguments": json.dumps(given)}} for number, (tool, given) in enumerate(calls)]}
    parts = [head | {"choices": [{"index": 0, "delta": text, "finish_reason": None}]},
             head | {"choices": [{"index": 0, "delta": {}, "finish_reason": stop}], "usage": usage}]
    return [f"data: {json.dumps(part)}\n\n" for part in parts] + ["data: [DONE]\n\n"]


def gemini(is_stream):
    """The Gemini API."""
    content = {"role": "model", "parts": [{"text": "ok"}]}
    whole = {"candidates": [{"content": content, "finishReason": "STOP", "index": 0}],
             "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2},
             "totalTokens": 2, "modelVersion": "m"}
    return [f"data: {json.dumps(whole)}\n\n"] if is_stream else whole
