import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { playAll, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must } from "./acts.ts";
import { documentUpload } from "./large-documents.ts";
import type { Asked, Large, Started, Synced } from "./sync-program.ts";

/** What a program does that syncs a workspace while an author goes on working in it. */

/** Milliseconds between what the author does meanwhile. */
const PACE = 100;
const own = { title: "Mine", process: { "dsl-version": "0.3.0", stages: [] } } as const;
/** Acts without a sync, for comparison. */
const ALONE = 20;
let host: Host | null = null;
let alone: readonly number[] = [];

const opened = (): Host => {
  if (host === null) throw new Error("The workspace is not open.");
  return host;
};

async function make(count: number, fields: object): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const { id } = must(await opened().drafts.createFromFields({ fields: { ...fields, title: `Loan ${n}` } as never }));
    must(await opened().sync.bind("Bank", id));
  }
}

async function start(runs: number): Promise<Started[]> {
  const { drafts, sync } = opened();
  const text = smallFlow({ documentId: await uploadPdf(opened()) });
  const { id } = must(await drafts.createFromText({ text }));
  must(await sync.bind("Bank", id));
  must(await sync.run("Bank"));
  for (let n = 0; n < runs; n += 1) must(await sync.runs.start("Bank", id));
  return must(sync.runs.list("Bank")).map(({ key, id: there }) => ({ key, id: there ?? "" }));
}

/** Flows of a document of so many MiB each that nobody has, and runs of as many others. */
async function large(count: number, mebibytes: number): Promise<Large> {
  const { drafts, documents } = opened();
  const [flows, runs]: [string[], Started[]] = [[], []];
  for (let nth = 0; nth < 2 * count; nth += 1) {
    const { id: documentId } = must(await documents.upload(documentUpload(mebibytes, nth)));
    const { id } = must(await drafts.createFromText({ text: smallFlow({ documentId }) }));
    if (nth < count) flows.push(documentId);
    else {
      runs.push({ key: documentId, id: must(await drafts.start(id)).id });
      must(await drafts.remove(id));
    }
  }
  return { flows, runs };
}

async function adopt(runs: readonly Started[]): Promise<void> {
  for (const { id } of runs) must(await opened().sync.runs.adopt("Bank", id));
}

/** How many of an account's documents are here with a valid seal. */
const sealed = (): number =>
  must(opened().sync.runs.list("Bank"))
    .flatMap(({ files }) => files)
    .filter(({ valid }) => valid).length;

/** A list is looked at and a draft of no account is changed, over and over. @param more whether to go on after so many */
async function working(more: (done: number) => boolean): Promise<number[]> {
  const { drafts } = opened();
  const waits: number[] = [];
  const { id } = must(await drafts.createFromFields({ fields: own as never }));
  while (more(waits.length)) {
    const began = performance.now();
    drafts.list({ limit: 50 });
    must(await drafts.patch(id, { duration: 1 + (waits.length % 300) }));
    waits.push(performance.now() - began);
    await new Promise((next) => setTimeout(next, PACE));
  }
  return waits;
}

async function sync(idle: boolean): Promise<Synced> {
  const before = process.cpuUsage();
  const began = performance.now();
  const running = opened().sync.run("Bank");
  let ended = false;
  void running.finally(() => {
    ended = true;
  });
  const meanwhile = idle ? [] : working(() => !ended);
  const { pushed, pulled, done, refused, perhaps, unreachable, requests } = must(await running);
  const milliseconds = performance.now() - began;
  const { user, system } = process.cpuUsage(before);
  const problems = [...refused, ...perhaps].map(({ what, why }) => `${what}: ${why}`);
  return {
    ...{ milliseconds, cpu: (user + system) / 1_000, requests, acts: await meanwhile, alone },
    ...{ moved: pushed.length + pulled.length + done.length, problems: [...problems, unreachable ?? []].flat() },
    mebibytes: process.resourceUsage().maxRSS / 1024,
  };
}

export async function answer(asked: Asked): Promise<unknown> {
  switch (asked.kind) {
    case "open":
      host = await openWorkspace({ dir: asked.dir });
      alone = await working((done) => done < ALONE);
      return null;
    case "add":
      must(await opened().sync.add({ name: "Bank", bind: "none", ...asked.account }));
      return null;
    case "make":
      return make(asked.count, asked.fields);
    case "start":
      return start(asked.runs);
    case "large":
      return large(asked.count, asked.mebibytes);
    case "play":
      for (const { id } of asked.runs) await playAll(opened(), id);
      return null;
    case "adopt":
      return adopt(asked.runs);
    case "sealed":
      return sealed();
    case "sync":
      return sync(asked.idle);
    case "close":
      await opened().close();
      host = null;
      return null;
  }
}
