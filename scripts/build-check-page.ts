import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";
import { at } from "./places.ts";

export const CHECK_PAGE = "check-evidence.html";

/**
 * Builds the page that checks evidence into one file that loads nothing, since it is opened from a disk.
 * @param outDir gets `check-evidence.html`
 * @throws Vite's error when a source does not build
 */
export async function buildCheckPage(outDir: string): Promise<void> {
  const built = await build({
    configFile: false,
    root: at("src-renderer"),
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      minify: true,
      cssCodeSplit: false,
      lib: { entry: at("src-renderer/evidence/check-page.ts"), formats: ["iife"], name: "check" },
    },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const script = outputs.find((file) => file.type === "chunk")?.code.replaceAll("</script", "<\\/script") ?? "";
  const style = outputs.find((file) => file.type === "asset" && file.fileName.endsWith(".css"));
  const css = style?.type === "asset" ? String(style.source) : "";
  await writeFile(path.join(outDir, CHECK_PAGE), page(script, css));
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function page(script: string, css: string): string {
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(css)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${policy}">
<title>Check evidence</title>
<style>${css}</style>
</head>
<body>
<script>${script}</script>
</body>
</html>
`;
}
