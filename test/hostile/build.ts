import { rmSync } from "node:fs";
import path from "node:path";
import { build } from "vite";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The programs that hostile tests start and kill, each as one file: a start costs half the processor time of one from source. */
export interface Programs {
  readonly victim: string;
  readonly target: string;
  /** For each process that runs one of them. */
  readonly env: NodeJS.ProcessEnv;
}

export interface BuiltPrograms extends Programs {
  remove(): void;
}

/** Bundles the programs into a folder of this process's own, as deep in the checkout as src-main: they find resources from there. */
export async function buildPrograms(): Promise<BuiltPrograms> {
  const dir = path.join(ROOT, `.cache/hostile-${process.pid}`);
  const source = (name: string) => path.join(ROOT, name);
  await bundle(dir, "cjs", {
    victim: source("test/hostile/kills/victim.ts"),
    target: source("test/hostile/requests/target.ts"),
  });
  // They await at their top level, which only a module may.
  await bundle(dir, "es", {
    "documents-worker": source("src-main/documents/worker/documents-worker.ts"),
    "unzip-worker": source("src-main/workspace/archives/unzip-worker.ts"),
  });
  return { ...programsIn(dir), remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Those that were built for all files of this test run (programs.ts). */
export function programsOfRun(): Programs {
  const dir = process.env.COUNTERSIGN_TEST_PROGRAMS;
  if (dir === undefined)
    throw new Error("The programs are built by test/hostile/programs.ts, which vitest.config.ts names.");
  return programsIn(dir);
}

function programsIn(dir: string): Programs {
  const program = (name: string) => path.join(dir, `${name}.cjs`);
  return {
    victim: program("victim"),
    target: program("target"),
    // Its own cache: the bundles change with every build, and would fill the one of the checkout.
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(dir, "compile") },
  };
}

async function bundle(outDir: string, format: "cjs" | "es", input: Readonly<Record<string, string>>): Promise<void> {
  const extension = format === "cjs" ? "cjs" : "js";
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "warn",
    ssr: { noExternal: true, external: ["better-sqlite3"] },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: format === "cjs",
      minify: true,
      target: "node24",
      rollupOptions: {
        input: { ...input },
        output: {
          format,
          entryFileNames: `[name].${extension}`,
          chunkFileNames: `[name]-[hash].${extension}`,
        },
      },
    },
  });
}
