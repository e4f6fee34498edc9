import { fail, ok, type Result, type SyncNote, type SyncReport } from "../host/index.ts";
import type { RemoteAccountRow } from "../store/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { titleOf } from "./drafts/sync-draft.ts";
import type { SyncSettings } from "./drafts/sync-settings.ts";
import { requestOf } from "./instances/outbox.ts";
import { instanceNote, nameOf, titleOf as titleOfRun } from "./instances/save-instance.ts";
import { requestKinds } from "./remote/requests.ts";

/** What an author reviewed in a dry run: each draft's revision, and the waiting retention and commands. */
interface Looked {
  readonly id: string;
  readonly drafts: ReadonlyMap<string, number | null>;
  readonly retention: string;
  readonly commands: ReadonlySet<string>;
}

/** What a sync leaves as it changed after the look. */
export interface Skipped {
  readonly leaves: (draftKey: string) => boolean;
  readonly leavesRetention: boolean;
  readonly leavesCommand: (key: string) => boolean;
  /** Why a command is left; those behind it in its run wait for it. */
  readonly whyCommand: (key: string) => string;
  /** The drafts that were found to be so, by now. */
  readonly changed: () => readonly string[];
  /** The commands and starts that are left or behind one that is, and still wait, by their keys. */
  readonly commands: () => readonly string[];
}

/** Nothing is left, and no list of commands is read. */
const NOTHING: Skipped = {
  ...{ leaves: () => false, leavesRetention: false, changed: () => [] },
  ...{ leavesCommand: () => false, whyCommand: () => LEFT_OUT, commands: () => [] },
};

/** What waits for its author: a sync that nobody asks for leaves it. */
export function skipWaiting({ reads }: Workspace, account: RemoteAccountRow, { waiting }: SyncSettings): Skipped {
  const leavesCommand = (key: string): boolean => waiting.commands.includes(key);
  return {
    leaves: (key) => waiting.drafts.includes(key),
    leavesRetention: waiting.retention && (account.retention?.wanted ?? null) !== null,
    leavesCommand,
    changed: () => waiting.drafts,
    commands: () => waitingCommands(reads, account.key, leavesCommand),
    whyCommand: () => WAITS,
  };
}

/** The starts that are under way and the commands that wait, by their keys: a list for each of an account's runs. */
function openCommands({ remoteInstances }: Workspace["reads"], accountKey: string): readonly (readonly string[])[] {
  const open = remoteInstances.commandsNotDone(accountKey).filter(({ state }) => OPEN.has(state));
  const ofRun = Map.groupBy(open, ({ instanceKey }) => instanceKey);
  return remoteInstances
    .ofAccount(accountKey)
    .map(({ key, state }) => (state === "starting" ? [key] : (ofRun.get(key) ?? []).map((command) => command.key)));
}

const OPEN: ReadonlySet<string> = new Set(["waiting", "sending"]);

/** Those that are left, and those behind them: a run's commands go in order [Y11]. */
const waitingCommands = (reads: Workspace["reads"], accountKey: string, leaves: Skipped["leavesCommand"]) =>
  openCommands(reads, accountKey).flatMap((keys) => {
    const first = keys.findIndex(leaves);
    return first < 0 ? [] : keys.slice(first);
  });

/** What was left, in words. @param held what its author holds back anyway */
export function heldBackNotes(
  workspace: Workspace,
  { key: accountKey }: RemoteAccountRow,
  { changed, leavesRetention, commands, whyCommand }: Skipped,
  held: ReadonlySet<string>,
): readonly SyncNote[] {
  const { remotes } = workspace.reads;
  const nameOf = (localKey: string) =>
    titleOf({ workspace }, remotes.mapping({ accountKey, kind: "draft", localKey }) ?? { localKey, remoteId: null });
  return [
    ...changed().flatMap((key) => (held.has(key) ? [] : [waits(nameOf(key))])),
    ...(leavesRetention ? [waits("the data retention", { kind: "retention" })] : []),
    ...commands().flatMap((key) => commandNote(workspace, key, whyCommand(key))),
  ];
}

const CHANGED =
  "It changed after the list of requests was shown: it is held back until you look at the list again, or sync.";
const LEFT_OUT = "It was left out of this sync: it is held back until the next one that you ask for.";
/** Of a command behind one that its author took out. */
export const BEHIND = "It waits for an earlier command of its run, which is held back.";
const WAITS = "It is held back until the next sync that you ask for.";

function commandNote({ reads: { remoteInstances } }: Workspace, key: string, why: string): readonly SyncNote[] {
  const start = remoteInstances.get(key);
  if (start?.sent) {
    const about = { kind: "command", request: start.sent.kind, title: nameOf(start) } as const;
    const what = `${requestKinds[start.sent.kind].words}: ${nameOf(start)}`;
    return [{ ...instanceNote(start, why, undefined, what), about }];
  }
  const command = remoteInstances.command(key);
  const run = command === null ? null : remoteInstances.get(command.instanceKey);
  if (command === null || run === null) return [];
  const about = { kind: "command", request: requestOf(command.command), title: titleOfRun(run) } as const;
  return [{ ...instanceNote(run, why, command.command), about }];
}

const waits = (what: string, about?: SyncNote["about"]): SyncNote => ({ what, ...(about && { about }), why: CHANGED });

/** Remembers the last review of each account, so that the sync after it sends nothing else [Y16]. */
export function createReviews(workspace: Workspace) {
  const { reads } = workspace;
  const last = new Map<string, Looked>();
  const revisionOf = (key: string): number | null => reads.drafts.byKey(key)?.revision ?? null;
  const wantedOf = ({ key }: RemoteAccountRow) => JSON.stringify(reads.remotes.account(key)?.retention?.wanted ?? null);
  const keysOf = ({ key }: RemoteAccountRow) => reads.remotes.draftNames(key).map(({ localKey }) => localKey);

  return {
    /** As things stand before a dry run. @returns keeps it with what would be bound, and says its name */
    take(account: RemoteAccountRow): (found: SyncReport) => string {
      const drafts = new Map(keysOf(account).map((key) => [key, revisionOf(key)]));
      const commands = new Set(openCommands(reads, account.key).flat());
      const looked: Looked = { id: workspace.newId(), drafts, retention: wantedOf(account), commands };
      return ({ incoming }) => {
        for (const { how, draft } of incoming) if (how === "bound") drafts.set(draft, revisionOf(draft));
        last.set(account.key, looked);
        return looked.id;
      };
    },
    /** What a sync after that look leaves. */
    of(account: RemoteAccountRow, id: string | undefined, without: ReadonlySet<string>): Result<Skipped> {
      const isLeftOut = (key: string): boolean => without.has(key);
      const left = (leavesCommand: Skipped["leavesCommand"]) => ({
        leavesCommand,
        whyCommand: (key: string) => (isLeftOut(key) ? LEFT_OUT : leavesCommand(key) ? CHANGED : BEHIND),
        commands: () => waitingCommands(reads, account.key, leavesCommand),
      });
      if (id === undefined) return ok(without.size === 0 ? NOTHING : { ...NOTHING, ...left(isLeftOut) });
      const looked = last.get(account.key);
      if (looked?.id !== id) return fail("conflict_error", "The list of what would be sent is too old: open it again.");
      const differs = (key: string): boolean => looked.drafts.get(key) !== revisionOf(key);
      const changed = new Set(keysOf(account).filter(differs));
      const leaves = (key: string): boolean => {
        if (differs(key)) changed.add(key);
        return changed.has(key);
      };
      return ok({
        ...{ leaves, leavesRetention: looked.retention !== wantedOf(account), changed: () => [...changed] },
        ...left((key) => isLeftOut(key) || !looked.commands.has(key)),
      });
    },
  };
}
