// Bundles the extension and the pages of the previews into dist/.
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
const pages = ["src/page.ts", "src/loaded_page.ts"];
await build({ ...common, entryPoints: pages, platform: "browser", format: "iife", target: "es2022" });
