import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Host } from "../../../src-main/host/types.ts";
import { due, replay, type State } from "../../../src-shared/flow/index.ts";
import { must } from "../../harness/workspace.ts";
import type { CallbackSeen, Expected, ExpectedInstance } from "./protocol.ts";

export interface Checked {
  readonly problems: readonly string[];
  readonly callbacks: readonly CallbackSeen[];
}

/**
 * Holds an open workspace against what was acknowledged before its last crash.
 * @param settle first wait until everything due has run, then check what came of it as well
 */
export async function checkHost(host: Host, expected: Expected, settle: boolean): Promise<Checked> {
  if (settle) await host.idle();
  const problems = expected.instances.flatMap((one) => instanceProblems(host, one, settle));
  for (const one of expected.documents) problems.push(...(await documentProblems(host, one)));
  for (const { id, title, gone } of expected.drafts) {
    const found = host.drafts.get(id);
    if (gone === false && !found.ok) problems.push(`The draft ${id} is lost.`);
    if (gone === true && found.ok) problems.push(`The draft ${id} was deleted, and is there.`);
    if (title !== null && found.ok && found.value.title !== title)
      problems.push(`The draft ${id} is called ${found.value.title}, not ${title}.`);
  }
  for (const { id, at } of expected.clocks) {
    const now = must(host.clocks.now(id));
    if (now < at) problems.push(`The clock ${id} went back from ${at} to ${now}.`);
  }
  const home = host.folders.list().find((folder) => folder.home);
  if (expected.deleteTrashed !== null && home?.retention.delete_trashed !== expected.deleteTrashed)
    problems.push(`The retention ${expected.deleteTrashed} is lost: ${JSON.stringify(home?.retention)}.`);
  return { problems, callbacks: settle ? allCallbacks(host) : [] };
}

function instanceProblems(host: Host, one: ExpectedInstance, settled: boolean): string[] {
  const { id } = one;
  const found = host.instances.get(id);
  if (!found.ok) return one.gone === false ? [`The instance ${id} is lost: ${found.error.message}`] : [];
  if (one.gone === true) return [`The instance ${id} was deleted, and is there.`];
  const problems: string[] = [];
  const { items } = must(host.instances.history(id, { limit: 5000 }));
  const acts = items.flatMap(({ event }) => (event.type === "acted" ? [`${event.participant} ${event.document}`] : []));
  const kept = new Set(acts);
  if (kept.size < acts.length) problems.push(`An act of ${id} happened twice: ${acts.join(", ")}.`);
  for (const act of one.acts) if (!kept.has(act)) problems.push(`The act “${act}” of ${id} is lost.`);
  if (one.canceled && found.value.status !== "canceled")
    problems.push(`${id} was cancelled, and is ${found.value.status}.`);
  if (one.trashed !== null && found.value.trashed !== one.trashed)
    problems.push(`${id} should${one.trashed ? "" : " not"} be trashed.`);
  if (must(host.instances.verifyHistory(id)).brokenAt !== null) problems.push(`The history of ${id} is broken.`);
  return [...problems, ...plannedProblems(host, id, replay(items.map(({ event }) => event)), settled)];
}

/** What the state says will happen is what is planned: nothing lost, nothing left over. */
function plannedProblems(host: Host, id: string, state: State | null, settled: boolean): string[] {
  if (state === null) return [`${id} has no history.`];
  const problems: string[] = [];
  const planned = due(state).map(({ id: what, at }) => `${id}:${what} ${at}`);
  const jobs = must(host.instances.due(id)).filter(({ kind }) => kind === "time_out" || kind === "reminder");
  const had = jobs.map((job) => `${job.id} ${job.at}`);
  if (had.sort().join() !== planned.sort().join())
    problems.push(`${id} has planned ${had.join(", ")} in place of ${planned.join(", ")}.`);
  if (settled && state.notifications.flat().some(({ status }) => status === "queued"))
    problems.push(`${id} has a message that was never sent.`);
  if (settled && state.documents.some((doc) => doc.sealRequested && doc.state === "in_progress"))
    problems.push(`${id} has a document that was never sealed.`);
  return problems;
}

async function documentProblems(host: Host, { id, sha256 }: Expected["documents"][number]): Promise<string[]> {
  const found = await host.documents.blobPath(id, { original: true });
  if (!found.ok) return [`The document ${id} is lost: ${found.error.message}`];
  const bytes = await readFile(found.value.path).catch(() => null);
  if (bytes === null) return [`The file of document ${id} is missing.`];
  return createHash("sha256").update(bytes).digest("hex") === sha256 ? [] : [`The file of document ${id} is damaged.`];
}

function allCallbacks(host: Host): readonly CallbackSeen[] {
  const seen: CallbackSeen[] = [];
  let cursor: string | null = null;
  do {
    const page = host.callbacks.list({ cursor, limit: 500 });
    seen.push(...page.items.map(({ eventId, state }) => ({ eventId, state })));
    cursor = page.next;
  } while (cursor !== null);
  return seen;
}
