import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { RENDERER, ROOT } from "./paths.ts";

/**
 * The built renderer's folder. In a checkout it is built where it is missing or stale; a packaged app carries it.
 * @throws when it is missing and cannot be built.
 */
export async function builtRenderer(): Promise<string> {
  const script = path.join(ROOT, "scripts", "build-renderer.ts");
  if (existsSync(script) && !(await isBuilt(script))) {
    const child = spawn(process.execPath, [script], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0) throw new Error("The app's pages could not be built; the lines above say why.");
  }
  if (!existsSync(path.join(RENDERER, "index.html"))) throw new Error(`The app's pages are missing from ${RENDERER}.`);
  return RENDERER;
}

/** Checked in this process, because few starts have to build. The build runs in another process, with its memory. */
async function isBuilt(script: string): Promise<boolean> {
  const { isRendererBuilt }: { isRendererBuilt: () => boolean } = await import(pathToFileURL(script).href);
  return isRendererBuilt();
}
