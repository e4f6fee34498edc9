import { type ChildProcess, type ForkOptions, fork, type SpawnOptions, spawn } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../../scripts/ensure-built.ts";
import { at } from "../../scripts/places.ts";

/** What tests start as processes of their own. */
const PROGRAMS = [
  "bin/countersign.mjs",
  "test/engine/children/run-host.ts",
  "test/hostile/kills/victim.ts",
  "test/hostile/requests/target.ts",
  "test/service/children/ports.ts",
  "test/service/children/serve.ts",
  "test/sync/children/sync-and-act.ts",
  "test/sync/children/sync-often.ts",
  "test/workspace/children/delete-run.ts",
] as const;
/** What those start as threads. */
const WORKERS = ["src-main/documents/worker/documents-worker.ts", "src-main/workspace/archives/unzip-worker.ts"];

type Source = (typeof PROGRAMS)[number];

/** As deep in the checkout as the rooms of src-main: they find resources from there. */
const BUILT = {
  out: at(".cache/programs"),
  sources: ["bin", "src-main", "src-shared", "test", "package-lock.json"].map((source) => at(source)),
};
const BY_ENVIRONMENT = "COUNTERSIGN_TEST_PROGRAMS";

const nameOf = (source: string): string => path.basename(source).replace(/\.\w+$/, "");

/**
 * Bundles what tests start, which halves the processor time of a start; the code is the product's own. From then on this
 * process and its children start the bundles.
 */
export async function buildPrograms(): Promise<void> {
  await ensureBuilt(BUILT, bundle);
  process.env[BY_ENVIRONMENT] = BUILT.out;
}

const builtIn = (): string | undefined => process.env[BY_ENVIRONMENT];

/** A program as a process of its own: its bundle where they were built, else from source. */
export const spawnProgram = (source: Source, args: readonly string[], options: SpawnOptions = {}): ChildProcess =>
  spawn(process.execPath, [programFile(source), ...args], { env: programEnv(), ...options });

/** As `spawnProgram`, with a channel for messages. */
export const forkProgram = (source: Source, args: readonly string[], options: ForkOptions = {}): ChildProcess =>
  fork(programFile(source), args, { env: programEnv(), ...options });

/** Its bundle, where they were built; else its source. */
export function programFile(source: Source): string {
  const folder = builtIn();
  return folder === undefined ? at(source) : path.join(folder, `${nameOf(source)}.js`);
}

/** What they run in, unless told. */
export function programEnv(): NodeJS.ProcessEnv {
  const folder = builtIn();
  // Its own cache: the bundles change with every build, and would fill the one of the checkout.
  return folder === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: compileCache(folder) };
}

const compileCache = (folder: string): string => path.join(folder, "compile");

async function bundle(outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: at(),
    logLevel: "warn",
    ssr: { noExternal: true, external: ["better-sqlite3"] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: true,
      target: "node24",
      rollupOptions: {
        input: Object.fromEntries([...PROGRAMS, ...WORKERS].map((source) => [nameOf(source), at(source)])),
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  mkdirSync(compileCache(outDir));
  // Also for programs that a test starts as another user.
  chmodSync(compileCache(outDir), 0o1777);
}
