// Bundles the extension and the pages of the previews into dist/, and tells in dist/THIRD-PARTY.txt whose work is inside.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const common = { bundle: true, minify: true, legalComments: "none", outdir: "dist", logLevel: "warning", metafile: true };
const extension = await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});
const pages = readdirSync("src").filter((name) => name === "page.ts" || name.endsWith("_page.ts"));
const shown = await build({
  ...common,
  entryPoints: pages.map((name) => `src/${name}`),
  platform: "browser",
  format: "iife",
  target: "es2022",
});

const inputs = [extension, shown].flatMap((it) => Object.keys(it.metafile.inputs));
const folders = new Set(inputs.map((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]).filter(Boolean));
const parts = ["The extension contains these packages, each with its licence."];
for (const folder of [...folders].sort()) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  parts.push(`${"-".repeat(80)}\n${name} ${version}\nLicence: ${license}`);
  for (const file of readdirSync(folder).filter((it) => /^(licen[sc]e|notice|thirdparty)/i.test(it)).sort()) {
    parts.push(readFileSync(`${folder}/${file}`, "utf8").trim());
  }
}
writeFileSync("dist/THIRD-PARTY.txt", `${parts.join("\n\n")}\n`);
