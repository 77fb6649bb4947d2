#!/usr/bin/env node
// Runs the program of the package for this platform, which npm has installed beside this one.
"use strict";
const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`@skill-lsp/${platform}/skill-lsp${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(
    `skill-lsp: there is no program for ${platform}. If npm was told to leave out optional dependencies, install again ` +
      "with them; else build it from the repository with `cargo install --path .`",
  );
  process.exit(2);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// An editor that ends us must end the server too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`skill-lsp: cannot run ${program}: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
