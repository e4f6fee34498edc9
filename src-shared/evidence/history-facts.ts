import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { BundleProblem, Contents } from "./contents.ts";
import type { ChainReport } from "./history-chain.ts";
import { HISTORY_FILE, RUN_FILE, type RunFacts } from "./run-facts.ts";

/**
 * The event fields that other files of a bundle repeat. Bypasses the language and the engine, to keep the check page
 * small.
 */
const started = z.looseObject({
  type: z.literal("started"),
  at: z.number(),
  title: z.string(),
  settings: z.looseObject({ timeZone: z.string() }),
  participants: z.array(
    z.looseObject({
      ...{ name: z.string(), idType: z.string(), id: z.string() },
      ...{ email: z.string().nullable(), phoneNumber: z.string().nullable() },
    }),
  ),
  documents: z.array(z.looseObject({ name: z.string(), title: z.string(), sha256: z.string() })),
});
const later = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("document_sealed"), document: z.string(), sha256: z.string() }),
  z.looseObject({ type: z.literal("document_rejected"), document: z.string() }),
  z.looseObject({ type: z.literal("failed"), at: z.number(), document: z.string().nullable().optional() }),
  z.looseObject({ type: z.enum(["completed", "canceled", "timed_out", "prolonged"]), at: z.number() }),
]);
const signed = z.looseObject({
  type: z.literal("acted"),
  signature: z.looseObject({ sha256: z.string() }),
});

type Rows = ChainReport["rows"];
interface Ended {
  status: string;
  at: number | null;
  /** By document. */
  readonly states: Map<string, string>;
  readonly seals: Map<string, string>;
}

/** Contradictions between the history and run.json, the documents and the signatures. */
export async function historyProblems(
  run: RunFacts,
  { rows, events, lastHash }: ChainReport,
  contents: Contents,
): Promise<readonly BundleProblem[]> {
  if (events !== run.events || lastHash !== run.last_hash)
    return [{ file: HISTORY_FILE, message: "The history does not end where the run did." }];
  const start = started.safeParse(rows[0]?.event).data;
  if (start === undefined)
    return [{ file: HISTORY_FILE, message: "The history does not begin with the start of a run." }];
  const ended = endOf(
    rows,
    start.documents.map(({ name }) => name),
  );
  const said: readonly (readonly [what: string, facts: unknown, history: unknown])[] = [
    ["title", run.title, start.title],
    ["status", run.status, ended.status],
    ["time zone", run.time_zone, start.settings.timeZone],
    ["start", instantOf(run.started), start.at],
    ["end", instantOf(run.ended), ended.at],
    ["list of people", run.participants, start.participants.map(personIn)],
    ["list of documents", run.documents.map(documentIn), start.documents.map((document) => expected(document, ended))],
  ];
  const different = said.filter(([, facts, history]) => JSON.stringify(facts) !== JSON.stringify(history));
  return [
    ...different.map(([what]) => ({ file: RUN_FILE, message: `Its ${what} is not what the history says.` })),
    ...(await signatureProblems(rows, contents)),
  ];
}

function instantOf(iso: string): number | null {
  try {
    return Temporal.Instant.from(iso).epochMilliseconds;
  } catch {
    return null; // Not an instant of the history.
  }
}

type Started = z.output<typeof started>;

const personIn = ({ name, idType, id, email, phoneNumber }: Started["participants"][number]) => ({
  ...{ name, full_name: idType === "full_name" ? id : null, email, phone_number: phoneNumber },
});

const documentIn = ({ name, title, state, sealed, sha256 }: RunFacts["documents"][number]) => ({
  ...{ name, title, state, sealed, sha256 },
});

function expected({ name, title, sha256 }: Started["documents"][number], { states, seals }: Ended) {
  const seal = seals.get(name);
  return { name, title, state: states.get(name), sealed: seal !== undefined, sha256: seal ?? sha256 };
}

/** The document states that change when the run ends with a status, or goes on [G6]. */
const TURNS: Readonly<Record<string, readonly [to: string, ...from: readonly string[]]>> = {
  completed: ["in_progress"],
  failed: ["canceled", "in_progress"],
  canceled: ["canceled", "in_progress", "timed_out"],
  timed_out: ["timed_out", "in_progress"],
  prolonged: ["in_progress", "timed_out"],
};

/** How the run and each of its documents ended [G6, G12]. */
function endOf(rows: Rows, documents: readonly string[]): Ended {
  const ended: Ended = {
    ...{ status: "in_progress", at: null, seals: new Map() },
    states: new Map(documents.map((name) => [name, "in_progress"])),
  };
  for (const { event: found } of rows) {
    const event = later.safeParse(found).data;
    if (event === undefined) continue;
    if (event.type === "document_sealed") ended.seals.set(event.document, event.sha256);
    const own = OWN_STATE[event.type];
    if (own !== undefined && typeof event.document === "string") ended.states.set(event.document, own);
    if (event.type in TURNS) end(ended, event.type, event.at);
  }
  return ended;
}

/** The state of the document that an event names. */
const OWN_STATE: Readonly<Record<string, string>> = {
  document_sealed: "sealed",
  document_rejected: "rejected",
  failed: "failed",
};

function end(ended: Ended, type: string, at: unknown): void {
  const goesOn = type === "prolonged";
  ended.status = goesOn ? "in_progress" : type;
  ended.at = goesOn || typeof at !== "number" ? null : at;
  const [to = "", ...from] = TURNS[type] ?? [];
  for (const [name, state] of ended.states) if (from.includes(state)) ended.states.set(name, to);
}

const SIGNATURE_FILE = /^signatures\/(\d+)-/;

/**
 * Each signature is the one that came with its act. One may be gone from the workspace, so a missing one is no problem.
 */
async function signatureProblems(rows: Rows, { names, sha256 }: Contents): Promise<readonly BundleProblem[]> {
  const problems: BundleProblem[] = [];
  for (const file of names.filter((name) => name.startsWith("signatures/"))) {
    const act = signed.safeParse(rows[Number(SIGNATURE_FILE.exec(file)?.[1] ?? 0) - 1]?.event).data;
    const message = "It is not the signature that came with the act of its number.";
    if (act === undefined || act.signature.sha256 !== (await sha256(file))) problems.push({ file, message });
  }
  return problems;
}
