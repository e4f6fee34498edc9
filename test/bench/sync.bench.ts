import { randomUUID } from "node:crypto";
import { openStore } from "../../src-main/store/index.ts";
import { analyse, type WireFields, wireFields } from "../../src-shared/language/index.ts";
import { canonicalFields, merge } from "../../src-shared/sync/index.ts";
import { SPARSE } from "../sync/sparse.ts";
import { longFlow } from "./long-flow.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";
import { accountOf, numbers, ONCE, place } from "./sync-place.ts";
import {
  type BareAnswer,
  bareClient,
  type Program,
  type Started,
  startBare,
  startRemote,
  startSparse,
  syncsInWords,
} from "./sync-program.ts";

const FIELDS = {
  title: "Loan",
  duration: 14,
  process: {
    "dsl-version": "0.3.0",
    stages: [
      {
        signing: {
          actions: [{ notify: { users: ["alice", "bob"], methods: { email: "invitation" } } }],
          expect: { "signed-by": { users: ["alice", "bob"], documents: ["contract"] } },
        },
      },
    ],
  },
  process_parameters: {
    users: {
      alice: { id_type: "email", id: "alice@example.test" },
      bob: { id_type: "email", id: "bob@example.test" },
    },
    messages: { invitation: "Please sign." },
  },
};

const DRAFTS = 10_000;

type Bare = ReturnType<typeof bareClient>;

/** Every page of the list of drafts, as often as it is read. */
async function listTwice(bare: Bare): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let readings = 0; readings < 2; readings += 1) {
    let cursor: string | null = "";
    ids.length = 0;
    while (cursor !== null) {
      const target: string = `/flow/drafts?limit=500${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { json }: BareAnswer = await bare.ask("GET", target);
      const { items, next } = json as { items: readonly { id: string }[]; next?: string | null };
      ids.push(...items.map(({ id }) => id));
      cursor = next ?? null;
    }
  }
  return ids;
}

const filled = (bare: Bare): Promise<void> =>
  bare.each(numbers(DRAFTS), (n) => bare.ask("POST", "/flow/drafts", { ...FIELDS, title: `Loan ${n}` }));

/** A workspace that has its drafts, all of them an account's. */
async function withDrafts(
  at: ReturnType<typeof place>,
  account: ReturnType<typeof accountOf>,
  dialect?: typeof SPARSE,
) {
  const workspace = at.folder();
  const maker = await at.program(workspace);
  await maker.ask({ kind: "add", account: { ...account, ...(dialect && { dialect }) } });
  await maker.ask({ kind: "make", count: DRAFTS, fields: FIELDS });
  await maker.ask({ kind: "close" });
  maker.end();
  return workspace;
}

/** Drafts of an account that come in for the first time. */
export const firstPull: Row = {
  name: "first-sync-pull",
  unit: "drafts/s",
  each: DRAFTS,
  atLeast: 0.2,
  unlike:
    "Ours lists every request before it goes, makes of each draft a text with a version in History, checks it, and keeps it durably with all that a later sync needs, while its author goes on working; undici reads the same list and the same drafts from the same service, four at once, and keeps nothing.",
  peers: [],
  pace: ONCE,
  async open() {
    const at = place();
    const remote = at.later(await startRemote(at.folder()), ({ stop }) => stop());
    const bare = at.later(bareClient(remote), ({ close }) => close());
    await filled(bare);
    let program: Program;
    return {
      ours: {
        title: `sync of ${DRAFTS} drafts`,
        async prepare() {
          program = await at.program(at.folder());
          await program.ask({ kind: "add", account: accountOf(remote) });
        },
        async run() {
          await program.sync(DRAFTS);
          program.end();
        },
      },
      peer: {
        title: "bare undici, the same GETs",
        run: async () => bare.each(await listTwice(bare), (id) => bare.ask("GET", `/flow/drafts/${id}`)),
      },
      note: at.note,
      close: at.close,
    };
  },
};

/** Drafts that an account gets for the first time. */
export const firstPush: Row = {
  name: "first-sync-push",
  unit: "drafts/s",
  each: DRAFTS,
  atLeast: 0.4,
  unlike:
    "Ours reads each draft's text, lists every request before it goes, and keeps durably what is sent and what both sides have, while its author goes on working; undici only sends the same bodies to another such service, four at once.",
  peers: [],
  pace: ONCE,
  async open() {
    const at = place();
    const started = async () => at.later(await startRemote(at.folder()), ({ stop }) => stop());
    let program: Program;
    let bare: Bare;
    return {
      ours: {
        title: `sync of ${DRAFTS} drafts`,
        async prepare() {
          program = await at.program(await withDrafts(at, accountOf(await started())));
        },
        async run() {
          await program.sync(DRAFTS);
          program.end();
        },
      },
      peer: {
        title: "bare undici, the same POSTs",
        async prepare() {
          bare = at.later(bareClient(await started()), ({ close }) => close());
        },
        run: () => filled(bare),
      },
      note: at.note,
      close: at.close,
    };
  },
};

/** A sync of very many drafts of which none has changed. */
export const nothingChanged: Row = {
  name: "sync-unchanged",
  unit: "syncs/s",
  atLeast: 0.3,
  unlike:
    "Ours also asks whether the account can be used and for its folders, lists every request, compares the list with each draft here, and works for its author meanwhile; undici reads the same list twice.",
  peers: [],
  pace: { rounds: 7, roundMs: 1_000 },
  async open() {
    const at = place();
    const remote = at.later(await startRemote(at.folder()), ({ stop }) => stop());
    const bare = at.later(bareClient(remote), ({ close }) => close());
    await filled(bare);
    const workspace = at.folder();
    const first = await at.program(workspace);
    await first.ask({ kind: "add", account: accountOf(remote) });
    await first.sync(DRAFTS);
    await first.ask({ kind: "close" });
    first.end();
    const program = await at.program(workspace);
    return {
      ours: {
        title: `sync of ${DRAFTS} drafts`,
        async run(times) {
          for (let n = 0; n < times; n += 1) await program.sync(0);
        },
      },
      peer: {
        title: "bare undici, the list twice",
        async run(times) {
          for (let n = 0; n < times; n += 1) await listTwice(bare);
        },
      },
      note: () => syncsInWords(program.seen()),
      close: at.close,
    };
  },
};

/** The same on a service that has neither a list nor entity tags: each draft is read. */
export const nothingChangedSparse: Row = {
  name: "sync-unchanged-sparse",
  unit: "drafts/s",
  each: DRAFTS,
  atLeast: 0.4,
  unlike:
    "Ours lists every request durably before it goes, and compares each draft with the one here, while its author goes on working; undici reads the same drafts, four at once.",
  peers: [],
  pace: ONCE,
  async open() {
    const at = place();
    const remote = at.later(await startRemote(at.folder()), ({ stop }) => stop());
    const sparse = at.later(await startSparse(remote), ({ stop }) => stop());
    const bare = at.later(bareClient(sparse, { scheme: "", quoted: false, encoded: true }), ({ close }) => close());
    const workspace = await withDrafts(at, accountOf(sparse), SPARSE);
    const first = await at.program(workspace);
    await first.sync(DRAFTS);
    await first.ask({ kind: "close" });
    first.end();
    const program = await at.program(workspace);
    return {
      ours: { title: `sync of ${DRAFTS} drafts`, run: async () => void (await program.sync(0)) },
      peer: {
        title: "bare undici, the same GETs",
        run: () => bare.each(numbers(DRAFTS), (n) => bare.ask("GET", `/rest/v9/templates/d_${n + 1}`)),
      },
      note: () => syncsInWords(program.seen()),
      close: at.close,
    };
  },
};

const COMMANDS = 1_000;
const RUNS = 100;

/** Puts commands into the outbox of a workspace that nobody has open, as many for each run, in place of those of an earlier round. */
function fillOutbox(workspace: string, runs: readonly Started[]): void {
  const store = openStore(workspace);
  store.write((tx) => {
    for (const { key: instanceKey } of runs) {
      for (const { key } of tx.remoteInstances.commands(instanceKey)) tx.remoteInstances.removeCommand(key);
      for (let ordinal = 1; ordinal <= COMMANDS / RUNS; ordinal += 1)
        tx.remoteInstances.putCommand({
          ...{ key: randomUUID(), instanceKey, ordinal, command: { kind: "prolong", days: 1 } },
          ...{ state: "waiting", why: null, timeoutBefore: null, wallCreated: Date.now(), wallSent: null },
        });
    }
  });
  store.close();
}

/** A workspace that has runs on an account, with nothing in its outbox. */
async function withRuns() {
  const at = place();
  const remote = at.later(await startRemote(at.folder()), ({ stop }) => stop());
  const workspace = at.folder();
  const first = await at.program(workspace);
  await first.ask({ kind: "add", account: accountOf(remote) });
  const runs = (await first.ask({ kind: "start", runs: RUNS })) as readonly Started[];
  await first.ask({ kind: "close" });
  first.end();
  const { url, credentials } = remote;
  return { at, workspace, runs, asked: { remote: { url, credentials }, runs, each: COMMANDS / RUNS } };
}

const OUTBOX = {
  unit: "commands/s",
  each: COMMANDS,
  atLeast: 0.7,
  unlike:
    "Ours decides by each look whether the command is still to be sent, lists every request before it goes, and keeps what was seen and sent durably; undici sends the same looks and commands in the same order, four runs at once.",
  peers: [],
  // Many: a single one is a tenth quicker or slower by what else the machine does.
  pace: { rounds: 9, roundMs: 1 },
} as const;
const BARE = "bare undici, the same requests";

/** What waited in the outbox is sent, each command between a look before it and a look after it [Y11]. */
export const outboxDrained: Row = {
  ...OUTBOX,
  name: "sync-outbox",
  unlike: `${OUTBOX.unlike} Each in a process that was just started.`,
  async open() {
    const { at, workspace, runs, asked } = await withRuns();
    let program: Program | null = null;
    let bare: Awaited<ReturnType<typeof startBare>>;
    const closed = async () => {
      await program?.ask({ kind: "close" });
      program?.end();
      program = null;
    };
    const drained = (title: string, idle: boolean) => ({
      title,
      async prepare() {
        await closed();
        fillOutbox(workspace, runs);
        program = await at.program(workspace);
      },
      run: async () => void (await program?.sync(COMMANDS, idle)),
    });
    return {
      ours: drained(`outbox of ${COMMANDS} commands`, true),
      beside: [drained("while its author works", false)],
      peer: {
        title: BARE,
        async prepare() {
          await closed();
          bare = await startBare();
        },
        async run() {
          await bare.drain(asked);
          bare.end();
        },
      },
      note: at.note,
      close: at.close,
    };
  },
};

/** The same in an app that stays open: each side has sent such an outbox before. */
export const outboxDrainedAgain: Row = {
  ...OUTBOX,
  name: "sync-outbox-again",
  unlike: `${OUTBOX.unlike} Each in a process that has sent such an outbox before.`,
  async open() {
    const { at, workspace, runs, asked } = await withRuns();
    const program = await at.program(workspace);
    const bare = at.later(await startBare(), ({ end }) => end());
    const filled = async () => {
      await program.ask({ kind: "close" });
      fillOutbox(workspace, runs);
      await program.ask({ kind: "open", dir: workspace });
    };
    await filled();
    await program.sync(COMMANDS, true);
    await bare.drain(asked);
    return {
      ours: {
        title: `outbox of ${COMMANDS} commands`,
        prepare: filled,
        run: async () => void (await program.sync(COMMANDS, true)),
      },
      peer: { title: BARE, run: () => bare.drain(asked) },
      note: at.note,
      close: at.close,
    };
  },
};

const STAGES = 1_000;

/** Another version of the flow: each of some stages has another comment to sign, and one is new. */
function version(base: WireFields, from: number): WireFields {
  const { process, process_parameters: given } = structuredClone(base) as never as {
    process: { stages: Record<string, { expect: object }>[] };
    process_parameters: { users: object; messages: object };
  };
  for (let at = from; at < STAGES; at += 10)
    for (const stage of Object.values(process.stages[at] ?? {}))
      stage.expect = { ...stage.expect, "approved-by": { users: [`u${from}`], documents: ["d0"] } };
  process.stages.splice(from * 100, 0, { [`new-${from}`]: { expect: {}, ...{ actions: [] } } } as never);
  return canonicalFields({ ...base, process, process_parameters: given });
}

/** Two versions of a flow of 1,000 stages, merged by structure [Y4]. */
export const merge1000: Row = {
  name: "merge-1000",
  unit: "merges/s",
  atLeast: 0.3,
  unlike:
    "Ours finds what each side did, stage by stage, and puts it together; the ceiling only reads the three versions from their JSON, which anything that merges must look at.",
  peers: [],
  async open() {
    const { value } = analyse(longFlow(STAGES), { documentPaths: false });
    const base = canonicalFields(wireFields(value));
    const [mine, theirs] = [version(base, 2), version(base, 7)];
    const texts = [base, mine, theirs].map((fields) => JSON.stringify(fields));
    const waits: number[] = [];
    return {
      ours: {
        title: "merge of 1,000 stages",
        run(times) {
          for (let n = 0; n < times; n += 1) {
            const began = performance.now();
            const { fields, conflicts } = merge({ base, mine, theirs });
            waits.push(performance.now() - began);
            const { stages } = fields.process as { stages: readonly unknown[] };
            if (conflicts.length > 0 || stages.length !== STAGES + 2)
              throw new Error("The merge is not what it should be.");
          }
        },
      },
      peer: {
        title: "JSON.parse of the three",
        run(times) {
          for (let n = 0; n < times; n += 1) for (const text of texts) JSON.parse(text);
        },
      },
      note: () => `A merge takes ${waitsInWords(waits)}.`,
      close: async () => undefined,
    };
  },
};
