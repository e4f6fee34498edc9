import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { at } from "./places.ts";
import { runCommand } from "./run-command.ts";

const FETCH_LIMIT = 20_000;

export type ElectronFound =
  | { readonly ok: true; readonly path: string }
  /** A whole sentence for the person who wanted a window. */
  | { readonly ok: false; readonly why: string };

const absent = (why: string): ElectronFound => ({ ok: false, why });

/** Path of Electron's runtime when it is here. The package itself is only its wrapper: it fetches the runtime late. */
export function installedElectron(): string | null {
  const named = at("node_modules/electron/path.txt");
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override === undefined && !existsSync(named)) return null;
  const program = existsSync(named) ? readFileSync(named, "utf8") : "electron";
  const runtime = path.join(override ?? at("node_modules/electron/dist"), program);
  return existsSync(runtime) ? runtime : null;
}

function whyNoWindow(): string | null {
  if (process.platform !== "linux") return null;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return "this session has no display";
  if (process.getuid?.() === 0) return "Electron does not run as root";
  return null;
}

/** Finds Electron's runtime or fetches it with the package's own installer, within 20 seconds and quietly. */
export async function findElectron(): Promise<ElectronFound> {
  const obstacle = whyNoWindow();
  if (obstacle !== null)
    return absent(`No desktop window: ${obstacle}; the same app runs for the browser, at the address below.`);
  const here = installedElectron();
  if (here !== null) return { ok: true, path: here };
  await runCommand(process.execPath, [at("node_modules/electron/install.js")], { timeLimit: FETCH_LIMIT });
  const fetched = installedElectron();
  if (fetched !== null) return { ok: true, path: fetched };
  return absent(
    "No desktop window: Electron's runtime is not here and could not be fetched; the same app runs for the browser, at the address below.",
  );
}
