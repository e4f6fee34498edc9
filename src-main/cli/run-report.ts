import type { Diagnostic } from "../../src-shared/basics/index.ts";
import { instantOf, localMinute } from "../../src-shared/flow/index.ts";
import { analyse } from "../../src-shared/language/index.ts";
import { createSealVerifier, inWords, type RemovedContent, writeCopies } from "../documents/index.ts";
import type { HistoryEntry, Host, HostError, InstanceDetail } from "../host/index.ts";
import { wholeList } from "../store/index.ts";
import { must } from "./play.ts";
import { problemPrinter } from "./reports/lint-report.ts";
import { oneLine } from "./terminal-text.ts";

const iso = (instant: number) => new Date(instant).toISOString();

/** The output of `run --json`; times are ISO 8601. @param received bodies that the receiver got; null without one */
export async function report(host: Host, instance: InstanceDetail, dir: string, received: readonly string[] | null) {
  const { id, title, timeZone } = instance;
  return {
    instance: { id, title, status: instance.status, timeZone },
    workspace: dir,
    history: wholeHistory(host, id).map(({ seq, at, by, text }) => ({ seq, at: iso(at), by, text })),
    mail: wholeList(host.mailbox.list, { instanceId: id })
      .reverse()
      .map(({ sentAt, method, kind, to, status }) => ({ at: iso(sentAt), method, kind, to, status })),
    callbacks: wholeList(host.callbacks.list, { instanceId: id })
      .sort((a, b) => a.sequence - b.sequence)
      .map(({ sequence, type, state }) => ({ sequence, type, state })),
    /** Bodies that the receiver got, in the order of their arrival; null without `--receiver`. */
    received: received?.map((body) => JSON.parse(body) as unknown) ?? null,
    documents: await writeDocuments(host, instance, dir),
  };
}

export type RunResult = Awaited<ReturnType<typeof report>>;

function wholeHistory(host: Host, id: string): HistoryEntry[] {
  const entries: HistoryEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const page: { items: readonly HistoryEntry[]; next: number | null } = must(host.instances.history(id, { after }));
    entries.push(...page.items);
    after = page.next;
  }
  return entries;
}

async function writeDocuments(host: Host, { id, documents }: InstanceDetail, dir: string) {
  const seals = createSealVerifier();
  const valid = new Set<string>();
  const read = async ({ documentId, name, state }: InstanceDetail["documents"][number]) => {
    const { bytes } = must(await host.documents.content(documentId));
    if (state === "sealed" && (await seals.verify(bytes)).valid) valid.add(name);
    return bytes;
  };
  try {
    const copied = documents.map((document) => ({ name: document.name, bytes: () => read(document) }));
    const files = await writeCopies(dir, id, copied);
    return documents.map(({ name, documentId, state }, at) => ({
      ...{ name, path: files[at] ?? "", sealed: state === "sealed", sealValid: valid.has(name) },
      removed: must(host.documents.get(documentId)).removed,
    }));
  } finally {
    await seals.close();
  }
}

/**
 * Says why a flow file was refused, problem by problem with its place in the file.
 * @param text of the file, for the places of problems: the started text has ids in place of paths, and other callbacks
 */
export function printProblems(file: string, error: HostError, text = ""): void {
  const diagnostics = error.details?.diagnostics;
  const problems: readonly Diagnostic[] = Array.isArray(diagnostics) ? diagnostics : [];
  const [first] = problems;
  // The list of problems follows, so the sentence need not repeat the first one.
  const [head = ""] = first === undefined ? [error.message] : error.message.split(` ${first.rule}: `);
  const lines = [head.includes(file) ? head : `${file}: ${head}`];
  if (first !== undefined) {
    const line = problemPrinter({ file, text });
    const own = analyse(text).diagnostics;
    for (const { severity, rule, message, pointer, range } of problems) {
      const there = own.find((each) => each.rule === rule && each.pointer === pointer)?.range ?? range;
      lines.push(line(rule, severity, message, there.from));
    }
  }
  process.stderr.write(`${lines.join("\n")}\n`);
}

/** The run for people: what happened when, what went out, and where the sealed documents are. */
export function printRun(result: RunResult): string {
  const { instance, history, mail, callbacks, received, documents } = result;
  // The time zone of dates in the sentences.
  const time = (iso: string) => localMinute(instantOf(iso) ?? 0, instance.timeZone);
  return [
    `${instance.title} (SIMULATED)`,
    `Instance ${instance.id}: ${instance.status}`,
    "",
    `History (${instance.timeZone})`,
    ...history.map(({ at, text }) => `  ${time(at)}  ${oneLine(text)}`),
    "",
    `Mail and SMS (${instance.timeZone})`,
    ...mail.map(
      (each) =>
        `  ${time(each.at)}  ${each.method.padEnd(5)}  ${each.kind.padEnd(12)}  ${each.to ?? "no address"}  ${each.status}`,
    ),
    "",
    received ? `Callbacks (${received.length} received on localhost)` : "Callbacks",
    ...callbacks.map(({ sequence, type, state }) => `  ${String(sequence).padStart(3)}  ${type.padEnd(28)}  ${state}`),
    "",
    "Documents",
    ...documents.flatMap(({ name, path, sealed, sealValid, removed }) => [
      `  ${name}: ${path} (${sealed ? (sealValid ? "seal verifies" : "SEAL DOES NOT VERIFY") : "not sealed"})`,
      ...onArrival(removed),
    ]),
    "",
  ].join("\n");
}

/** Changes to a document at intake, and whether others have signed it. */
function onArrival(removed: readonly RemovedContent[]): readonly string[] {
  const takenOut = removed.filter((kind) => kind !== "damage" && kind !== "signatures");
  return [
    ...(removed.includes("damage") ? ["    repaired before anybody read it"] : []),
    ...(takenOut.length === 0 ? [] : [`    taken out before anybody read it: ${inWords(takenOut)}`]),
    ...(removed.includes("signatures") ? ["    signed digitally by others before: their signatures are kept"] : []),
  ];
}
