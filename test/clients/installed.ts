import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

/** The folder of the package with other people's clients. */
export const CLIENTS = import.meta.dirname;

/** What an install leaves behind; it differs as soon as the lock file does. */
const INSTALLED = path.join(CLIENTS, "node_modules/.package-lock.json");

function installedVersions(file: string): string {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, { integrity?: string }> };
  const entries = Object.entries(packages).filter(([at]) => at !== "");
  return JSON.stringify(entries.map(([at, { integrity }]) => [at, integrity]).sort());
}

/** Whether the clients are here as their lock file says. `npm test` installs them; by hand: `npm ci --prefix test/clients`. */
export function clientsInstalled(): boolean {
  return (
    existsSync(INSTALLED) && installedVersions(INSTALLED) === installedVersions(path.join(CLIENTS, "package-lock.json"))
  );
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  /** Both outputs, for a message. */
  readonly all: string;
}

/** Runs a program of the package on this Node, in its folder. */
export async function runClient(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = { cwd: CLIENTS, env: { ...process.env, ...env }, maxBuffer: 16 * 1024 * 1024 };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], options);
    return { code: 0, out: stdout, all: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout: string; stderr: string };
    return { code: typeof code === "number" ? code : 1, out: stdout, all: stdout + stderr };
  }
}
