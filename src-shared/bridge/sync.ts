import { z } from "zod";
import { dialectFile } from "../dialect/index.ts";
import { dataRetention } from "../service/index.ts";
import { accountStates, remoteCredentials, remoteLevels, syncStates, syncSums } from "../sync/index.ts";
import { mutation, nothing, query } from "./parts.ts";

/** How a draft stands with its account [Y17]. */
export const syncState = z.enum(syncStates);

const note = z.object({
  /** A draft by its title, or the account by its name. */
  what: z.string(),
  why: z.string(),
  /** Of a run: its key, its id there, where that is known, and the days that its deadline is extended by. */
  run: z.string().optional(),
  remoteId: z.string().nullable().optional(),
  days: z.number().nullable().optional(),
  /** What it is about, where that is no flow; left out: a flow, a run or a command. */
  about: z
    .union([
      z.object({ kind: z.enum(["remote_draft", "document"]), id: z.string() }),
      z.object({ kind: z.literal("field"), title: z.string(), path: z.array(z.string()) }),
      z.object({ kind: z.literal("command"), request: z.string(), title: z.string() }),
      // `check`: of a look at a run, which came to nothing; mostly nobody refused it.
      z.object({ kind: z.enum(["account", "retention", "run", "check"]) }),
    ])
    .optional(),
});
const plannedRequest = z.object({
  /** In words, and as it will be sent [Y16]. */
  what: z.string(),
  kind: z.string(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  /** Title of the flow that a document is uploaded for; "": none. */
  flow: z.string(),
  /** The key of the draft that it is for; null: it is not for one alone. */
  draft: z.string().nullable(),
  /** The key of the command, or of the start, that it is; null: it is none. */
  command: z.string().nullable(),
  /** The key of the run that a command is of; null: it is none. */
  run: z.string().nullable(),
  /** The id there of that run; null: it is none. */
  remoteId: z.string().nullable(),
  /** Days that a deadline is extended by; null: none is. */
  days: z.number().nullable(),
});
const keys = z.array(z.string());

/** What became of something that an account was asked for. */
export const outcome = z.object({
  done: keys,
  /** Of a dry run: what would be sent. */
  planned: z.array(plannedRequest),
  refused: z.array(note),
  /** Creates, starts and commands without an answer [Y9-Y11]. */
  perhaps: z.array(note),
  /** Why the command that was asked for still waits. */
  waits: z.string().nullable(),
  unreachable: z.string().nullable(),
  /** It ended by a fault of this program or machine, such as a full disk, and why. */
  failed: z.string().nullable(),
  canceled: z.boolean(),
});

/** What a sync of an account did, or would do; drafts by their keys. `done`: starts and commands, in words. */
export const syncReport = outcome.omit({ waits: true }).extend({
  /** `bound`: flows here that were bound to the same flow there [Y1]. */
  ...{ pushed: keys, pulled: keys, bound: keys, merged: keys, archived: keys },
  conflicts: z.array(z.object({ draft: z.string() })),
  /** Runs of the account in which something was seen to happen [Y12]. */
  runs: keys,
  requests: z.number().int(),
  /** Something answered at its address that is not used, such as one whose certificate is refused. */
  unusable: z.boolean(),
  /** Of a dry run: what would change here, without changing anything there [Y16]. */
  incoming: z.array(
    z.object({
      how: z.enum(["new", "bound", "changed", "merged", "archived", "conflict"]),
      draft: z.string(),
      title: z.string(),
    }),
  ),
  /** Of a dry run: names what was looked at, for the sync after it. */
  review: z.string().nullable(),
  /** What changed here after it was looked at, and waits for the next look. */
  heldBack: z.array(note),
});
const seen = z.boolean().nullable();
const shown = z.union([z.number(), z.string()]).nullable();
const retention = z.object({
  ...{ trash_completed: shown, trash_failed: shown, trash_timed_out: shown, delete_trashed: shown },
});
/** A remote account, without its secrets. */
export const remoteAccount = z.object({
  /** Stays as it is when the account is renamed. */
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
  /** Its version of the interface is before ours, so that it may refuse what is newer (V101). */
  older: z.boolean(),
  /** The name of another account here whose drafts it lists [Y1]; null: there is none. */
  sameAs: z.string().nullable(),
  /** Calls that its dialect has a path of its own for, and where nothing is found: each with its method and path. */
  notFound: z.array(z.object({ call: z.enum(["drafts", "draft"]), asks: z.string() })),
  /** Of its home folder: as it was seen, what its author asked for and is not done, and why not; null: not seen yet. */
  retention: z
    .object({ seen: retention.nullable(), wanted: retention.nullable(), why: z.string().nullable() })
    .nullable(),
  drafts: z.number().int(),
  conflicts: z.number().int(),
  /** Why nothing is sent until somebody looks [Y14]. */
  stopped: z.string().nullable(),
  wallContact: z.number(),
  /** Until when, wall time, its service asked to be left alone; null: it did not [Y13]. */
  waitsUntil: z.number().nullable(),
  /** Whether it is kept in sync while the app runs: from its first sync on, until it is switched off. */
  automatic: z.boolean(),
  /** Before its first sync, the app shows what would be sent [Y16]. */
  synced: z.boolean(),
  /** The keys of drafts of which nothing is sent or taken. */
  held: keys,
  /** Why how it is kept in sync cannot be read, so that nothing of it is synced. */
  damaged: z.string().nullable(),
  /** In one word [Y17]. */
  state: z.enum(accountStates),
  activity: z.object({
    running: z.boolean(),
    /** Since when no answer has come, where one is waited for and that is a while. */
    silentSince: z.number().nullable(),
    /** Work is under way, and its service gives no answer now, or was not reached before and has given none yet. */
    unanswered: z.boolean(),
    offline: z.object({ since: z.number(), why: z.string(), unusable: z.boolean() }).nullable(),
    last: z.object({ wallAt: z.number(), report: syncReport }).nullable(),
    /** How much the last sync did that did anything; null: none did since the workspace was opened. */
    did: z.object({ wallAt: z.number(), sums: z.record(z.enum(syncSums), z.number().int()) }).nullable(),
    /** Drafts that were archived, as they are gone there [Y7]. */
    archived: z.array(z.object({ id: z.string(), title: z.string() })).readonly(),
  }),
});

/** A draft that belongs to an account. */
export const draftStanding = z.object({
  /** The draft's. */
  key: z.string(),
  account: z.string(),
  /** The version of the interface that its service reports, for V101; null: none. */
  apiVersion: z.string().nullable(),
  state: syncState,
  /** Why it was refused; null: it was not. */
  why: z.string().nullable(),
  /** Since when the account's service is not reached. */
  offlineSince: z.number().nullable(),
  /** Something answers at its address meanwhile, and is not used. */
  unusable: z.boolean(),
  /** The author took it out of a sync: nothing of it is sent or taken. */
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

/** How a draft's conflict is settled: for a side, as the text stands, or part by part. */
const settling = z.union([side, z.literal("text"), z.array(choice)]);

const named = z.object({ name: z.string() });
const address = z.string().max(2_000, "An account's address has at most 2000 characters: shorten it.");

/** Remote accounts, and what becomes of the drafts that belong to them (docs/sync.md). */
export const syncProcedures = {
  "sync.accounts.list": query(nothing, z.object({ items: z.array(remoteAccount) })),
  /** The flows that belong to none, and how many of them are examples that nobody changed. */
  "sync.unbound.count": query(nothing, z.object({ drafts: z.number().int(), examples: z.number().int() })),
  /** What does not do is told with the field that it is about [Y14]; null: it is added. */
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
   * Asks the account anew; with other credentials where some are given. One that was stopped goes on. `wrong`: why those that were
   * given are not taken [Y14]; null: it can be used.
   */
  "sync.accounts.check": mutation(
    named.extend({ credentials: remoteCredentials.optional() }),
    z.object({ wrong: z.string().nullable() }),
  ),
  /** Asks the account at its new address first. */
  "sync.accounts.setAddress": mutation(named.extend({ url: address }), nothing),
  "sync.accounts.rename": mutation(named.extend({ to: z.string() }), nothing),
  /** @returns how many drafts belonged to it [Y18] */
  "sync.accounts.remove": mutation(
    named.extend({ drafts: z.enum(["keep", "archive"]) }),
    z.object({ drafts: z.number().int() }),
  ),
  "sync.accounts.setAutomatic": mutation(named.extend({ automatic: z.boolean() }), nothing),
  /** Of the account's home folder, now or with the next sync; null takes back what waits [Y11]. */
  "sync.accounts.setRetention": mutation(named.extend({ wanted: dataRetention.nullable() }), outcome),
  /** Where the account's callbacks are taken: a secret, made when it is first asked for. */
  "sync.accounts.callbackUrl": mutation(named, z.object({ url: z.string() })),
  /** What an author confirms with a publishing, and the address of the service. */
  "sync.publish.get": query(
    named.extend({ draftId: z.string() }),
    z.object({ fingerprint: z.string(), address: z.string().nullable() }),
  ),
  /**
   * On an account whose service only takes new drafts: a new one each time. What has changed since its author saw it, by its
   * fingerprint, is not published. A dry run lists what would be sent.
   */
  "sync.publish": mutation(
    named.extend({ draftId: z.string(), fingerprint: z.string(), dryRun: z.boolean() }),
    outcome,
  ),
  "sync.bind": mutation(named.extend({ draftId: z.string() }), nothing),
  "sync.unbind": mutation(z.object({ draftId: z.string() }), nothing),
  /**
   * Answers when it is done.
   * @param without the drafts of which nothing is sent or taken from now on
   * @param withoutCommands commands and starts that are held back this time
   * @param only a draft that is held back no more: it alone is synced
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
  /** Ends what its author waits for alone; a sync and a comparison go on. */
  "sync.stopAsking": mutation(named, nothing),
  /** The drafts of an account that are not up to date, 500 at most. */
  "sync.drafts.list": query(named, z.object({ items: z.array(openDraft) })),
  /** By the draft's id. null: it belongs to no account. */
  "sync.drafts.get": query(z.object({ draftId: z.string() }), z.object({ standing: draftStanding.nullable() })),
  /**
   * Says what became of a create without an answer: it is this draft there, or it was never made [Y9].
   * @param asks whether a draft of other content is told as `other`, and not taken
   */
  "sync.resolve": mutation(
    named.extend({ key: z.string(), remoteId: z.string().nullable(), asks: z.boolean() }),
    z.object({ other: z.object({ title: z.string() }).nullable() }),
  ),
  /**
   * By the draft's key. null: it has no conflict any more; `settled` says how it was settled, where that is known.
   */
  "sync.conflict.get": query(
    // What is chosen so far shows in the proposal.
    named.extend({ key: z.string(), chosen: settling.optional() }),
    z.object({
      conflict: z
        .object({
          title: z.string(),
          id: z.string().nullable(),
          conflicts: z.array(conflict),
          /** `another_flow`: it stands there. `broken`: the merge would bring in errors [Y5]. */
          reason: z.enum(["parts", "one_side", "another_flow", "broken"]),
          /** Named when it is settled, so that nobody settles what they have not seen. */
          seen: z.string(),
          /** Of the flow there; "": it has none; null: it is gone. */
          titleThere: z.string().nullable(),
          /** What the proposal would bring in that neither side has, each with its place. */
          errors: z.array(z.object({ path: z.array(z.string()), message: z.string() })),
          /** Whole texts; null: that side has none. */
          base: z.string().nullable(),
          mine: z.string().nullable(),
          theirs: z.string().nullable(),
          /** The text here cannot be read now: `mine` is its last version that could. */
          isOlder: z.boolean(),
          proposal: z.string().nullable(),
          /** Titles of the documents of all sides that are here, by their content's SHA-256. */
          documents: z.record(z.string(), z.string()),
        })
        .nullable(),
      settled: settling.nullable(),
    }),
  ),
  /** `changed`: the conflict is another than the one that was seen, and nothing was settled. */
  "sync.settle": mutation(
    named.extend({ key: z.string(), how: settling, seen: z.string().optional() }),
    z.object({ changed: z.boolean() }),
  ),
} as const;
