// Bundles the extension and the page of the preview into dist/.
import { build } from "esbuild";

const common = { bundle: true, minify: true, legalComments: "none", outdir: "dist", logLevel: "warning" };
await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
await build({ ...common, entryPoints: ["src/page.ts"], platform: "browser", format: "iife", target: "es2022" });
