import { onTestFinished } from "vitest";
import type { Host, SyncReport } from "../../src-main/host/types.ts";
import { countersignRemote, type DialectFile } from "../../src-shared/dialect/index.ts";
import { must, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";
import { openService, type TestService } from "../service/harness.ts";
import { type Disguise, type FaultProxy, startFaultProxy } from "./fault-proxy.ts";
import { SPARSE, sparseDisguise } from "./sparse.ts";

/** The remotes that every rule holds on. */
export const REMOTES = ["countersign", "sparse"] as const;
export type RemoteName = (typeof REMOTES)[number];

/** A workspace, an account of it on another service, and a proxy between the two. */
export interface Rig {
  readonly workspace: TestWorkspace;
  readonly host: Host;
  readonly remote: TestService;
  readonly proxy: FaultProxy;
  /** Milliseconds that the workspace's wall clock is ahead. */
  ahead: number;
  sync(options?: { dryRun?: boolean }): Promise<SyncReport>;
  /** A draft here that belongs to the account. */
  draft(text: string): Promise<{ readonly id: string; readonly key: string }>;
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

export interface RigOptions {
  readonly name?: RemoteName;
  readonly remote?: TestService;
  readonly dialect?: DialectFile;
  /** What the service answers to such GETs once the account is added. */
  readonly says?: Said;
}

export async function openRig({ name = "countersign", remote, dialect, says }: RigOptions = {}): Promise<Rig> {
  const service = remote ?? (await openService());
  if (remote === undefined) onTestFinished(() => service.close());
  let said: Said | undefined;
  const proxy = await startFaultProxy(service.baseUrl, name === "sparse" ? sparseDisguise() : lying(() => said));
  onTestFinished(() => proxy.close());
  const clock = { ahead: 0 };
  const workspace = await testWorkspace({
    clockNow: () => Date.now() + clock.ahead,
    remoteWait: async (milliseconds) => {
      clock.ahead += milliseconds;
    },
  });
  onTestFinished(() => workspace.dispose());
  const { host } = workspace; // Until it is opened again.
  const spelling = dialect ?? (name === "sparse" ? SPARSE : { name: countersignRemote.name });
  const request = { name: "Bank", url: proxy.url, credentials: service.credentials, bind: "none" } as const;
  must(await host.sync.add({ ...request, dialect: spelling }));
  said = says;
  return {
    ...{ workspace, remote: service, proxy },
    get host() {
      return workspace.host;
    },
    get ahead() {
      return clock.ahead;
    },
    set ahead(milliseconds) {
      clock.ahead = milliseconds;
    },
    sync: async (options = {}) => must(await workspace.host.sync.run("Bank", options)),
    async draft(text) {
      const { id, key } = must(await workspace.host.drafts.createFromText({ text }));
      must(await workspace.host.sync.bind("Bank", id));
      return { id, key };
    },
    textOf: (id) => must(workspace.host.drafts.get(id)).text,
    there: () => new Map(service.host.drafts.list({}).items.map((row) => [row.title, row.id])),
    state: (key) => must(workspace.host.sync.states("Bank")).find(({ draft }) => draft === key)?.state,
  };
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
