import { z } from "zod";
import { dialectFile } from "../dialect/index.ts";
import { dataRetention } from "../service/index.ts";
import { accountStates, remoteCredentials, remoteLevels, syncStates, syncSums } from "../sync/index.ts";
import { mutation, nothing, query } from "./parts.ts";

/** The sync state of a draft with its account [Y17]. */
export const syncState = z.enum(syncStates);

const note = z.object({
  /** The title of a draft, or the name of the account. */
  what: z.string(),
  why: z.string(),
  /** For a run: its key, its remote id if known, and the days by which its deadline is extended. */
  run: z.string().optional(),
  remoteId: z.string().nullable().optional(),
  days: z.number().nullable().optional(),
  /** The subject if it is not a flow; left out: a flow, a run or a command. */
  about: z
    .union([
      z.object({ kind: z.enum(["remote_draft", "document"]), id: z.string() }),
      z.object({ kind: z.literal("field"), title: z.string(), path: z.array(z.string()) }),
      z.object({ kind: z.literal("command"), request: z.string(), title: z.string() }),
      // `check`: a failed check of a run; mostly nobody refused it.
      z.object({ kind: z.enum(["account", "retention", "run", "check"]) }),
    ])
    .optional(),
});
const plannedRequest = z.object({
  /** In words, and as the request that will be sent [Y16]. */
  what: z.string(),
  kind: z.string(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  /** Title of the flow that a document is uploaded for; "": none. */
  flow: z.string(),
  /** The key of its draft; null: it does not belong to one draft alone. */
  draft: z.string().nullable(),
  /** The key of its command or start; null: none. */
  command: z.string().nullable(),
  /** The key of the run that a command belongs to; null: none. */
  run: z.string().nullable(),
  /** The remote id of that run; null: none. */
  remoteId: z.string().nullable(),
  /** Days by which a deadline is extended; null: none is. */
  days: z.number().nullable(),
});
const keys = z.array(z.string());

/** The result of a request to an account. */
export const outcome = z.object({
  done: keys,
  /** For a dry run: the planned requests. */
  planned: z.array(plannedRequest),
  refused: z.array(note),
  /** Creates, starts and commands without an answer [Y9-Y11]. */
  perhaps: z.array(note),
  /** Why the requested command still waits. */
  waits: z.string().nullable(),
  unreachable: z.string().nullable(),
  /** It ended by a fault of this program or machine, such as a full disk; the reason. */
  failed: z.string().nullable(),
  canceled: z.boolean(),
});

/** The result of an account's sync or dry run; drafts by their keys. `done`: starts and commands, in words. */
export const syncReport = outcome.omit({ waits: true }).extend({
  /** `bound`: local flows that were bound to the same remote flow [Y1]. */
  ...{ pushed: keys, pulled: keys, bound: keys, merged: keys, archived: keys },
  conflicts: z.array(z.object({ draft: z.string() })),
  /** Runs of the account with new events [Y12]. */
  runs: keys,
  requests: z.number().int(),
  /** The address answered but is not used, for example because its certificate is refused. */
  unusable: z.boolean(),
  /** For a dry run: local changes that need no remote change [Y16]. */
  incoming: z.array(
    z.object({
      how: z.enum(["new", "bound", "changed", "merged", "archived", "conflict"]),
      draft: z.string(),
      title: z.string(),
    }),
  ),
  /** For a dry run: identifies the reviewed plan, for the sync after it. */
  review: z.string().nullable(),
  /** Local changes since the review; they wait for the next one. */
  heldBack: z.array(note),
});
const seen = z.boolean().nullable();
const shown = z.union([z.number(), z.string()]).nullable();
const retention = z.object({
  ...{ trash_completed: shown, trash_failed: shown, trash_timed_out: shown, delete_trashed: shown },
});
/** A remote account, without its secrets. */
export const remoteAccount = z.object({
  /** Stays the same when the account is renamed. */
  key: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  dialect: z.string(),
  level: z.enum(remoteLevels),
  parts: z.object({
    ...{ list: z.boolean(), remove: z.boolean(), upload: z.boolean(), files: z.boolean(), folders: z.boolean() },
    ...{ etag: seen, marks: seen },
  }),
  /** null: the service does not say. */
  apiVersion: z.string().nullable(),
  /** Its interface version is older than ours, so it may refuse newer features (V101). */
  older: z.boolean(),
  /** The name of another local account that lists the same drafts [Y1]; null: none. */
  sameAs: z.string().nullable(),
  /** Calls with their own path in its dialect that answer "not found": each with its method and path. */
  notFound: z.array(z.object({ call: z.enum(["drafts", "draft"]), asks: z.string() })),
  /** For its home folder: the last seen value, the author's pending request, and why it failed; null: not seen yet. */
  retention: z
    .object({ seen: retention.nullable(), wanted: retention.nullable(), why: z.string().nullable() })
    .nullable(),
  drafts: z.number().int(),
  conflicts: z.number().int(),
  /** Why nothing is sent until somebody intervenes [Y14]. */
  stopped: z.string().nullable(),
  wallContact: z.number(),
  /** Until when, wall time, the service asked us to wait; null: it did not [Y13]. */
  waitsUntil: z.number().nullable(),
  /** Whether it is synced while the app runs: from its first sync on, until it is switched off. */
  automatic: z.boolean(),
  /** Before its first sync, the app shows the planned requests [Y16]. */
  synced: z.boolean(),
  /** The keys of drafts that are excluded from sync. */
  held: keys,
  /** Why its sync state cannot be read, so that nothing is synced. */
  damaged: z.string().nullable(),
  /** In one word [Y17]. */
  state: z.enum(accountStates),
  activity: z.object({
    running: z.boolean(),
    /** Since when an expected answer is overdue. */
    silentSince: z.number().nullable(),
    /**
     * A request is in progress, and the service does not answer now, or was offline before and has not answered yet.
     */
    unanswered: z.boolean(),
    offline: z.object({ since: z.number(), why: z.string(), unusable: z.boolean() }).nullable(),
    last: z.object({ wallAt: z.number(), report: syncReport }).nullable(),
    /** Counts of the last sync that changed anything; null: none has since the workspace was opened. */
    did: z.object({ wallAt: z.number(), sums: z.record(z.enum(syncSums), z.number().int()) }).nullable(),
    /** Drafts archived because they are gone on the account [Y7]. */
    archived: z.array(z.object({ id: z.string(), title: z.string() })).readonly(),
  }),
});

/** A draft that belongs to an account. */
export const draftStanding = z.object({
  /** The draft's key. */
  key: z.string(),
  account: z.string(),
  /** The interface version that its service reports, for V101; null: none. */
  apiVersion: z.string().nullable(),
  state: syncState,
  /** Why it was refused; null: it was not. */
  why: z.string().nullable(),
  /** Since when the account's service cannot be reached. */
  offlineSince: z.number().nullable(),
  /** The address answers, but is not used. */
  unusable: z.boolean(),
  /** The author excluded it from sync: nothing is sent or taken. */
  held: z.boolean(),
});

/** A draft of an account that is not up to date. */
const openDraft = draftStanding.omit({ account: true, apiVersion: true, offlineSince: true, unusable: true }).extend({
  /** null: it was deleted here. */
  id: z.string().nullable(),
  title: z.string(),
});

const side = z.enum(["mine", "theirs"]);
const conflict = z.object({
  /** Keys and names from the draft's root; empty: the whole draft. */
  path: z.array(z.string()),
  kind: z.enum(["changed", "removed", "order", "renamed"]),
  /** Left out, here and below: that side has none. */
  base: z.unknown().optional(),
  mine: z.unknown().optional(),
  theirs: z.unknown().optional(),
});
const choice = z.intersection(
  conflict.pick({ path: true, kind: true }),
  z.union([z.object({ take: side }), z.object({ take: z.literal("value"), value: z.unknown() })]),
);

/** How to resolve a draft's conflict: take one side, the text as shown, or part by part. */
const settling = z.union([side, z.literal("text"), z.array(choice)]);

const named = z.object({ name: z.string() });
const address = z.string().max(2_000, "An account's address has at most 2000 characters: shorten it.");

/** Remote accounts, and the sync of their drafts (docs/sync.md). */
export const syncProcedures = {
  "sync.accounts.list": query(nothing, z.object({ items: z.array(remoteAccount) })),
  /** The flows without an account, and how many of them are unchanged examples. */
  "sync.unbound.count": query(nothing, z.object({ drafts: z.number().int(), examples: z.number().int() })),
  /** A failed check names the field concerned [Y14]; null: the account was added. */
  "sync.accounts.add": mutation(
    z.object({
      name: z.string(),
      url: address,
      credentials: remoteCredentials,
      dialect: dialectFile.optional(),
      bind: z.enum(["all", "own", "none"]),
    }),
    z.object({ wrong: z.object({ field: z.enum(["name", "url", "credentials"]), why: z.string() }).nullable() }),
  ),
  /**
   * Checks the account again, with new credentials if given. A stopped account continues. `wrong`: why the given
   * credentials are not accepted [Y14]; null: the account works.
   */
  "sync.accounts.check": mutation(
    named.extend({ credentials: remoteCredentials.optional() }),
    z.object({ wrong: z.string().nullable() }),
  ),
  /** Checks the account at its new address first. */
  "sync.accounts.setAddress": mutation(named.extend({ url: address }), nothing),
  "sync.accounts.rename": mutation(named.extend({ to: z.string() }), nothing),
  /** @returns how many drafts belonged to it [Y18] */
  "sync.accounts.remove": mutation(
    named.extend({ drafts: z.enum(["keep", "archive"]) }),
    z.object({ drafts: z.number().int() }),
  ),
  "sync.accounts.setAutomatic": mutation(named.extend({ automatic: z.boolean() }), nothing),
  /** For the account's home folder, now or with the next sync; null withdraws a pending request [Y11]. */
  "sync.accounts.setRetention": mutation(named.extend({ wanted: dataRetention.nullable() }), outcome),
  /** The URL that receives the account's callbacks: a secret, created on first request. */
  "sync.accounts.callbackUrl": mutation(named, z.object({ url: z.string() })),
  /** What an author confirms before publishing, and the address of the service. */
  "sync.publish.get": query(
    named.extend({ draftId: z.string() }),
    z.object({ fingerprint: z.string(), address: z.string().nullable() }),
  ),
  /**
   * For an account whose service only takes new drafts: creates a new one each time. If the content changed since the
   * author saw it, by its fingerprint, nothing is published. A dry run lists the planned requests.
   */
  "sync.publish": mutation(
    named.extend({ draftId: z.string(), fingerprint: z.string(), dryRun: z.boolean() }),
    outcome,
  ),
  "sync.bind": mutation(named.extend({ draftId: z.string() }), nothing),
  "sync.unbind": mutation(z.object({ draftId: z.string() }), nothing),
  /**
   * Answers when it is done.
   * @param without drafts to exclude from sync from now on
   * @param withoutCommands commands and starts to hold back this time
   * @param only a draft that is no longer excluded: only this one is synced
   */
  "sync.run": mutation(
    named.extend({
      dryRun: z.boolean(),
      without: keys.optional(),
      withoutCommands: keys.optional(),
      only: z.string().optional(),
      review: z.string().optional(),
    }),
    syncReport,
  ),
  "sync.cancel": mutation(named, nothing),
  /** Ends requests that only their author waits for; a sync and a comparison go on. */
  "sync.stopAsking": mutation(named, nothing),
  /** The drafts of an account that are not up to date, 500 at most. */
  "sync.drafts.list": query(named, z.object({ items: z.array(openDraft) })),
  /** By the draft's id. null: it belongs to no account. */
  "sync.drafts.get": query(z.object({ draftId: z.string() }), z.object({ standing: draftStanding.nullable() })),
  /**
   * Resolves a create without an answer: it is this remote draft, or it was never made [Y9].
   * @param asks whether a draft with other content is reported as `other` instead of taken
   */
  "sync.resolve": mutation(
    named.extend({ key: z.string(), remoteId: z.string().nullable(), asks: z.boolean() }),
    z.object({ other: z.object({ title: z.string() }).nullable() }),
  ),
  /** By the draft's key. null: it has no conflict any more; `settled` says how it was resolved, if known. */
  "sync.conflict.get": query(
    // The proposal shows the current choices.
    named.extend({ key: z.string(), chosen: settling.optional() }),
    z.object({
      conflict: z
        .object({
          title: z.string(),
          id: z.string().nullable(),
          conflicts: z.array(conflict),
          /** `another_flow`: the other side is another flow. `broken`: the merge would introduce errors [Y5]. */
          reason: z.enum(["parts", "one_side", "another_flow", "broken"]),
          /** Passed back when it is resolved, so that nobody resolves what they have not seen. */
          seen: z.string(),
          /** Title of the remote flow; "": it has none; null: it is gone. */
          titleThere: z.string().nullable(),
          /** Errors that the proposal would introduce and neither side has, each with its place. */
          errors: z.array(z.object({ path: z.array(z.string()), message: z.string() })),
          /** Whole texts; null: that side has none. */
          base: z.string().nullable(),
          mine: z.string().nullable(),
          theirs: z.string().nullable(),
          /** The local text cannot be parsed now: `mine` is its last version that could. */
          isOlder: z.boolean(),
          proposal: z.string().nullable(),
          /** Titles of the local documents of all sides, by their content's SHA-256. */
          documents: z.record(z.string(), z.string()),
        })
        .nullable(),
      settled: settling.nullable(),
    }),
  ),
  /** `changed`: the conflict differs from the one that was seen, and nothing was resolved. */
  "sync.settle": mutation(
    named.extend({ key: z.string(), how: settling, seen: z.string().optional() }),
    z.object({ changed: z.boolean() }),
  ),
} as const;
