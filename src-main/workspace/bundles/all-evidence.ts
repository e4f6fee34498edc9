import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { ZipFile } from "yazl";
import { messageOf } from "../../../src-shared/basics/index.ts";
import { type EvidenceProgress, type EvidenceUseCases, fail, ok } from "../../host/index.ts";
import { errorsAsValues, type Workspace } from "../workspace.ts";
import { exportBundle } from "./export-bundle.ts";

/** The file in the archive that lists everything that could not be exported, one line each. */
const PROBLEMS_FILE = "not exported.txt";
/** Most exports to remember: a page that closes without canceling leaves its own behind. */
const MOST_EXPORTS = 16;

interface Export {
  progress: EvidenceProgress;
  readonly runs: readonly string[];
  readonly stop: AbortController;
}

/** The evidence of every ended run, one bundle each, in one zip. */
export function evidenceUseCases(workspace: Workspace): EvidenceUseCases {
  const exports = new LRUCache<string, Export>({ max: MOST_EXPORTS });
  const { reads } = workspace;
  return errorsAsValues<EvidenceUseCases>({
    runs: () => reads.instances.endedIds(),
    begin() {
      const runs = reads.instances.endedIds();
      const id = randomUUID();
      const progress = { runs: runs.length, done: 0, failed: 0, state: "waiting" } as const;
      exports.set(id, { progress, runs, stop: new AbortController() });
      return { id, runs: runs.length };
    },
    progress: (id) => {
      const found = exports.get(id);
      return found === undefined ? notThere() : ok(found.progress);
    },
    archive(id) {
      const found = exports.get(id);
      if (found === undefined || found.progress.state !== "waiting") return notThere();
      return ok({ fileName: "evidence.zip", open: () => archive(workspace, found) });
    },
    async cancel(id) {
      exports.get(id)?.stop.abort();
      exports.delete(id);
      return ok(null);
    },
  });
}

const notThere = () => fail("resource_not_found", "This export is over or was canceled: begin a new one.");

function archive(workspace: Workspace, one: Export): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const report = (more: Partial<EvidenceProgress>) => {
    one.progress = { ...one.progress, ...more };
  };
  report({ state: "running" });
  one.stop.signal.addEventListener("abort", () => output.destroy());
  const fill = async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "countersign-evidence-"));
    try {
      await addBundles(workspace, zip, dir, one, report);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };
  // A zip without its end record is invalid, so its reader sees that the download broke off.
  void fill().then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(messageOf(error))),
  );
  output.once("close", () => {
    one.stop.abort();
    report({ state: output.readableEnded ? "done" : "stopped" });
  });
  return output;
}

/** Writes each bundle whole to a file of its own first: a run that cannot be exported must not spoil the others. */
async function addBundles(
  workspace: Workspace,
  zip: ZipFile,
  dir: string,
  { runs, stop, progress }: Export,
  report: (more: Partial<EvidenceProgress>) => void,
): Promise<void> {
  const names = new Set<string>();
  const problems: string[] = [];
  let done = progress.done;
  for (const id of runs) {
    if (stop.signal.aborted) return;
    const file = path.join(dir, "bundle.asice");
    const name = await writeBundleOf(workspace, id, file).catch((error: unknown) => {
      problems.push(`${id}: ${messageOf(error)}`);
      return null;
    });
    if (name !== null) {
      const bundle = createReadStream(file, { signal: stop.signal });
      zip.addReadStream(bundle, unused(names, name), { compress: false, mtime: new Date(workspace.clockNow()) });
      await finished(bundle);
    }
    done += 1;
    report({ done, failed: problems.length });
  }
  if (problems.length > 0) zip.addBuffer(Buffer.from(`${problems.join("\n")}\n`), PROBLEMS_FILE);
}

/** @returns the bundle's own file name. @throws a sentence if the run's evidence cannot be exported */
async function writeBundleOf(workspace: Workspace, id: string, file: string): Promise<string> {
  const made = await exportBundle(workspace, id);
  if (!made.ok) throw new Error(made.error.message);
  await writeFile(file, made.value.pieces());
  return made.value.fileName;
}

/** Runs with the same title have bundles with the same name: "NDA evidence.asice", "NDA evidence 2.asice". */
export function unused(names: Set<string>, name: string): string {
  const { name: stem, ext } = path.parse(name);
  let free = name;
  for (let at = 2; names.has(free.toLowerCase()); at += 1) free = `${stem} ${at}${ext}`;
  names.add(free.toLowerCase());
  return free;
}
