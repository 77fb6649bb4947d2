// Runs what the tests send, inside the extension host: a function as text comes in, its answer goes out as JSON.
const fs = require("node:fs");
const http = require("node:http");
const path = require("node:path");
const vscode = require("vscode");

exports.activate = (context) => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "none";
  const socket = path.join(process.env.DRIVER_SOCKETS, path.basename(folder));
  const server = http.createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    const { source, argument } = JSON.parse(body);
    let answer;
    try {
      answer = { value: await eval(`(${source})`)(vscode, argument) };
    } catch (error) {
      answer = { error: String(error?.stack ?? error) };
    }
    response.end(JSON.stringify(answer));
  });
  // One that was ended by force has left its own.
  fs.rmSync(socket, { force: true });
  server.listen(socket);
  context.subscriptions.push({ dispose: () => server.close() });
};
