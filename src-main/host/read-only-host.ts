import { fail, type Result } from "./errors.ts";
import type { Host } from "./types.ts";

/** What a change of a workspace that is open for looking is answered with. */
export const READ_ONLY = "This workspace is read-only: nothing in it can be changed, and nothing runs.";

type Room = Exclude<
  { [K in keyof Host]: Host[K] extends (...args: never[]) => unknown ? never : K }[keyof Host],
  "dir"
>;
/** The cases that promise a result: whatever changes something is among them, and some that only ask. */
type Promised<C> = {
  [K in keyof C]: C[K] extends (...args: never[]) => Promise<Result<unknown>> ? K : never;
}[keyof C];

/** Every such case of every room is sorted here, or this does not compile. */
type Sorting = { readonly [R in Room]: { readonly [K in Promised<Host[R]>]: "asks" | "changes" } };

const sorting: Sorting = {
  drafts: {
    nameVersion: "changes",
    restore: "changes",
    createFromText: "changes",
    createFromFields: "changes",
    saveText: "changes",
    patch: "changes",
    duplicate: "changes",
    setArchived: "changes",
    remove: "changes",
    importFlowFile: "changes",
    exportFlow: "asks",
    start: "changes",
  },
  draftFiles: { state: "asks", text: "asks", open: "changes", take: "changes", keep: "changes", save: "changes" },
  documents: { upload: "changes", content: "asks", blobPath: "asks", remove: "changes" },
  instances: {
    startProcess: "changes",
    reject: "changes",
    cancel: "changes",
    prolong: "changes",
    remind: "changes",
    trash: "changes",
    restore: "changes",
    remove: "changes",
    fork: "changes",
  },
  participants: {
    sign: "changes",
    approve: "changes",
    rejectDocument: "changes",
    rejectInstance: "changes",
    startAuthentication: "changes",
    checkAuthentication: "changes",
    sendNewCode: "changes",
    scriptOutcomes: "changes",
    unlock: "changes",
  },
  mailbox: { attachmentPath: "asks", eml: "asks", setRules: "changes" },
  callbacks: {
    test: "changes",
    setFaults: "changes",
    replay: "changes",
    replayDead: "changes",
    setHeld: "changes",
    setAllowedHosts: "changes",
    setSigningSecret: "changes",
  },
  clocks: { create: "changes", advance: "changes", rename: "changes", remove: "changes" },
  accounts: {
    create: "changes",
    setPassword: "changes",
    setRecordEndUserInfo: "changes",
    checkPassword: "asks",
    logIn: "changes",
    credentials: "asks",
    putCredentials: "changes",
    createCredentials: "changes",
    removeCredentials: "changes",
  },
  folders: { create: "changes", rename: "changes", setRetention: "changes", previewRetention: "asks" },
  settings: { setTimeZone: "changes", set: "changes", setSecret: "changes" },
  ledger: {},
};

const refusal = fail("server_error", READ_ONLY, { store: "read_only" });

/**
 * A host that refuses every change, each with the same error and before anything is done for it: some begin with a file,
 * a request or a timer, which the store's own refusal would come too late for.
 */
export function readOnlyHost(host: Host): Host {
  const rooms = Object.entries(sorting).map(([room, cases]) => {
    const refused = Object.entries(cases).filter(([, what]) => what === "changes");
    return [
      room,
      { ...host[room as Room], ...Object.fromEntries(refused.map(([name]) => [name, async () => refusal])) },
    ];
  });
  const looking = { ...host, ...(Object.fromEntries(rooms) as Pick<Host, Room>) };
  return { ...looking, clocks: { ...looking.clocks, play: () => refusal } };
}
