import { spawn } from "node:child_process";
import { build } from "electron-vite";
import { limitGarbage } from "../src-main/cli/limit-garbage.ts";
import { ensureRenderer } from "./build-renderer.ts";
import { findElectron } from "./electron.ts";
import { at, ROOT } from "./places.ts";

/** `npm start`: the desktop window where there can be one, else the same app in the browser. */

const HEADLESS = "--headless";

async function openWindow(electron: string, args: readonly string[]): Promise<void> {
  await build({ configFile: at("electron.vite.config.ts"), logLevel: "warn", ignoreConfigWarning: true });
  const child = spawn(electron, [ROOT, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  child.on("exit", (code) => {
    process.exitCode = code ?? 1;
  });
}

async function start(args: readonly string[]): Promise<void> {
  const passedOn = args.filter((arg) => arg !== HEADLESS);
  await ensureRenderer();
  const electron = args.includes(HEADLESS) ? null : await findElectron();
  if (electron?.ok) return openWindow(electron.path, passedOn);
  if (electron !== null) process.stderr.write(`${electron.why}\n`);
  limitGarbage({ yields: true });
  const { main } = await import("../src-main/cli/main.ts");
  process.exitCode = await main(["open", ...passedOn]);
}

await start(process.argv.slice(2));
