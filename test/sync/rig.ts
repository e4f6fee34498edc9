import { onTestFinished, vi } from "vitest";
import type { Host, RemoteRun, SyncReport } from "../../src-main/host/types.ts";
import type { Reaching } from "../../src-main/sync/remote/transport.ts";
import { countersignRemote, type DialectFile } from "../../src-shared/dialect/index.ts";
import { FIRST_POLL_DELAY } from "../../src-shared/sync/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { inputs } from "../fuzz/effort.ts";
import { copyFolder, temporaryFolder } from "../harness/temporary.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";
import { openService, type ServiceBefore, type TestService } from "../service/harness.ts";
import { type Asked, type Disguise, type Entrance, FAULTS, type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { SPARSE, sparseDisguise } from "./sparse.ts";

/** The remotes that every rule holds on. */
export const REMOTES = ["countersign", "sparse"] as const;
export type RemoteName = (typeof REMOTES)[number];

/** The faults to try on a remote: in the test run each on one of the two, in a longer one (`npm run fuzz`) all on both. */
export function faultsOn(name: RemoteName): typeof FAULTS {
  return FAULTS.filter((_, at) => inputs(1) > 1 || at % REMOTES.length === REMOTES.indexOf(name));
}

/** A workspace, an account of it on another service, and a proxy between the two. */
export interface Rig {
  readonly workspace: TestWorkspace;
  readonly host: Host;
  readonly remote: TestService;
  readonly proxy: FaultProxy;
  /** Milliseconds that the workspace's wall clock is ahead. */
  ahead: number;
  /** Milliseconds by which the machine's clock was set forward: no time went by. */
  setForward: number;
  /** The workspace's wall clock, epoch milliseconds. */
  clockNow(): number;
  sync(options?: { dryRun?: boolean }): Promise<SyncReport>;
  /** Has its accounts kept in sync from now on, as the app has; the first look comes at once. */
  keepsInSync(): void;
  /** A draft here that belongs to the account. */
  draft(text: string): Promise<{ readonly id: string; readonly key: string }>;
  /** A draft of a flow that can be started, with its PDF; it is there too. */
  flow(title?: string): Promise<{ readonly id: string; readonly key: string }>;
  /** A run that was started from here: by its key, and its id there. */
  started(title?: string): Promise<{ readonly key: string; readonly id: string }>;
  /** What is known of the only run, or of the last that was started. */
  run(): RemoteRun;
  /**
   * Ends the program while a request is under way, and opens what it left: what went out before its answer.
   * @param arrives whether the service has got the request
   */
  crash(fits: (asked: Asked) => boolean, arrives: boolean, work: () => Promise<unknown>): Promise<void>;
  /** Ends the program, and opens what it left. */
  reopen(): Promise<void>;
  /** Copies the workspace. @returns what puts the copy back in its place, and opens it */
  backup(): Promise<() => Promise<void>>;
  textOf(id: string): string;
  /** The drafts there, by title. */
  there(): ReadonlyMap<string | null, string>;
  state(key: string): string | undefined;
}

interface Said {
  /** How the path begins. */
  readonly path: string;
  readonly body: string;
}

/** Wall milliseconds. */
interface Patience {
  /** That a start waits for an answer. */
  readonly patience?: number;
  /** For the answer to what is canceled and may have changed something there. */
  readonly grace?: number;
  /** Until an answer must be whole. */
  readonly timeout?: number;
  /** Without a change, until a draft is sent by itself. */
  readonly restsAfter?: number;
  /** How the account is reached. */
  readonly reaching?: Reaching;
}

export interface RigOptions extends Patience {
  readonly name?: RemoteName;
  readonly remote?: TestService;
  readonly dialect?: DialectFile;
  /** What the service answers to such GETs once the account is added. */
  readonly says?: Said;
  /** How a service that is not quite as ours answers. */
  readonly disguise?: Disguise;
  /** The address of the proxy; left out, one that ends with it. */
  readonly entrance?: Entrance;
}

/** What the workspace of a rig is opened with. @param now wall time, epoch milliseconds */
function optionsOf(clock: Clock, { patience, grace, timeout, restsAfter, reaching }: Patience, now: () => number) {
  return {
    clockNow: () => now() + clock.ahead + clock.setForward,
    steadyNow: () => now() + clock.ahead,
    remoteWait: async (milliseconds: number) => {
      clock.ahead += milliseconds;
    },
    ...(patience !== undefined && { remotePatience: patience }),
    ...(grace !== undefined && { remoteGrace: grace }),
    ...(timeout !== undefined && { remoteTimeout: timeout }),
    ...(restsAfter !== undefined && { remoteRests: restsAfter }),
    ...(reaching !== undefined && { remoteReaching: reaching }),
  };
}

export async function openRig({
  name = "countersign",
  remote,
  dialect,
  says,
  disguise,
  entrance,
  ...patience
}: RigOptions = {}): Promise<Rig> {
  const service = remote ?? (await openService());
  if (remote === undefined) onTestFinished(() => service.close());
  let said: Said | undefined;
  const proxy = await startFaultProxy(
    service.baseUrl,
    disguise ?? (name === "sparse" ? sparseDisguise() : lying(() => said)),
    entrance,
  );
  onTestFinished(() => proxy.close());
  const clock = { ahead: 0, setForward: 0 };
  const options = optionsOf(clock, patience, Date.now);
  const workspace = await testWorkspace(options);
  const spelling = dialect ?? (name === "sparse" ? SPARSE : { name: countersignRemote.name });
  const request = { name: "Bank", url: proxy.url, credentials: service.credentials, bind: "none" } as const;
  const rig = rigOf({ workspace, service, proxy, clock, options });
  must(await workspace.host.sync.add({ ...request, dialect: spelling }));
  said = says;
  return rig;
}

/** A rig as it was when both sides were closed. */
export interface RigBefore {
  readonly name: RemoteName;
  readonly workspace: string;
  readonly service: ServiceBefore;
  /** The address that the account has. */
  readonly entrance: Entrance;
  readonly asked: readonly string[];
  /** Wall time, epoch milliseconds: it goes on from there. */
  readonly at: number;
}

/** Opens copies of both sides. */
export async function openRigAgain(
  before: RigBefore,
  { disguise, ...patience }: Patience & Pick<RigOptions, "disguise"> = {},
): Promise<Rig> {
  const service = await openService({}, before.service);
  onTestFinished(() => service.close());
  const spelling = disguise ?? (before.name === "sparse" ? sparseDisguise() : undefined);
  const proxy = await startFaultProxy(service.baseUrl, spelling, before.entrance, before.asked);
  onTestFinished(() => proxy.close());
  const [clock, since] = [{ ahead: 0, setForward: 0 }, Date.now() - before.at];
  const options = optionsOf(clock, patience, () => Date.now() - since);
  const workspace = await testWorkspace(options, before.workspace);
  return rigOf({ workspace, service, proxy, clock, options });
}

interface Clock {
  ahead: number;
  setForward: number;
}

interface Parts {
  workspace: TestWorkspace;
  readonly service: TestService;
  readonly proxy: FaultProxy;
  readonly clock: Clock;
  readonly options: ReturnType<typeof optionsOf>;
}

/** Until the test is finished. */
function rigOf(parts: Parts): Rig {
  const { service, proxy, clock, options } = parts;
  onTestFinished(() => parts.workspace.dispose());
  const rig: Rig = {
    ...{ remote: service, proxy },
    get workspace() {
      return parts.workspace;
    },
    get host() {
      return parts.workspace.host;
    },
    get ahead() {
      return clock.ahead;
    },
    set ahead(milliseconds) {
      clock.ahead = milliseconds;
    },
    get setForward() {
      return clock.setForward;
    },
    set setForward(milliseconds) {
      clock.setForward = milliseconds;
    },
    clockNow: () => options.clockNow(),
    sync: async (options = {}) => must(await parts.workspace.host.sync.run("Bank", options)),
    keepsInSync: () => withoutRest(() => parts.workspace.host.sync.start()),
    async draft(text) {
      const { id, key } = must(await parts.workspace.host.drafts.createFromText({ text }));
      must(await parts.workspace.host.sync.bind("Bank", id));
      return { id, key };
    },
    async flow(title = "Small") {
      const text = smallFlow({ documentId: await uploadPdf(parts.workspace.host) }).replace(
        "title: Small",
        `title: ${title}`,
      );
      const draft = await rig.draft(text);
      await rig.sync();
      return draft;
    },
    async started(title) {
      const { id } = await rig.flow(title);
      const report = must(await parts.workspace.host.sync.runs.start("Bank", id));
      if (report.done.length !== 1) throw new Error(`It was not started: ${JSON.stringify(report)}`);
      const run = rig.run();
      return { key: run.key, id: run.id ?? "" };
    },
    run() {
      const last = must(parts.workspace.host.sync.runs.list("Bank")).at(-1);
      if (last === undefined) throw new Error("There is no run.");
      return last;
    },
    async crash(fits, arrives, work) {
      using copy = temporaryFolder("crash");
      let ended = false;
      proxy.fault = (asked) => {
        if (ended) return "drop";
        if (!fits(asked)) return null;
        ended = true;
        // Nothing is written while the answer is waited for.
        copyFolder(parts.workspace.dir, copy.path);
        return arrives ? "lose" : "drop";
      };
      await work();
      proxy.fault = () => null;
      if (!ended) throw new Error("The request never came.");
      await parts.workspace.dispose();
      parts.workspace = await testWorkspace(options, copy.path);
    },
    async reopen() {
      // The same files: a copy would be asked what of it was sent already.
      await parts.workspace.reopen();
    },
    async backup() {
      const copy = temporaryFolder("backup");
      onTestFinished(() => copy.remove());
      copyFolder(parts.workspace.dir, copy.path);
      return async () => {
        await parts.workspace.dispose();
        parts.workspace = await testWorkspace(options, copy.path);
      };
    },
    textOf: (id) => must(parts.workspace.host.drafts.get(id)).text,
    there: () => new Map(service.host.drafts.list({}).items.map((row) => [row.title, row.id])),
    state: (key) => must(parts.workspace.host.sync.states("Bank")).find(({ draft }) => draft === key)?.state,
  };
  return rig;
}

/** An account rests before its first look: what is under test comes after it. */
function withoutRest(work: () => void): void {
  const later = globalThis.setTimeout;
  const hurried = (call: () => void, milliseconds?: number) =>
    later(call, milliseconds === FIRST_POLL_DELAY ? 0 : milliseconds);
  const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(hurried as typeof setTimeout);
  try {
    work();
  } finally {
    timers.mockRestore();
  }
}

/** Our service, which may say something else. */
const lying = (now: () => Said | undefined): Disguise => ({
  request: (asked) => asked,
  answer: ({ path, method }, answer) => {
    const said = now();
    const fits = said !== undefined && method === "GET" && path.startsWith(said.path);
    return fits ? { ...answer, body: Buffer.from(said.body) } : answer;
  },
});

/** What a sync reports that had nothing to do. */
export const EMPTY = {
  pushed: [],
  pulled: [],
  merged: [],
  archived: [],
  conflicts: [],
  refused: [],
  perhaps: [],
  runs: [],
  done: [],
  unreachable: null,
};

/** A flow of two people, in a text with comments. */
export const TEXT = `# The loan of a flat
title: Loan # for the bank
duration: 14
process:
  dsl-version: 0.3.0
  stages:
    - signing: # both at once
        actions:
          - notify: { users: [alice, bob], methods: { email: invitation } }
        expect:
          signed-by: { users: [alice, bob], documents: [contract] }
process_parameters:
  documents: {}
  users:
    alice: { id_type: email, id: alice@example.test } # the borrower
    bob: { id_type: email, id: bob@example.test }
  messages:
    invitation: Please sign.
`;
