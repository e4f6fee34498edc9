import { LRUCache } from "lru-cache";
import type { BridgeHandlers, OutputOf } from "../../../src-shared/bridge/index.ts";
import { MAY_ARRIVE } from "../../../src-shared/sync/index.ts";
import type { Host, RemoteRun, RemoteRunInList, Result, Startable, SyncReport } from "../../host/index.ts";
import { answer, done, ok } from "./shared.ts";

/** Runs on accounts above the list of those here. */
const MOST_NEWEST = 3;

/** Commands whose outcome is kept until it is asked for. */
const MOST_SENDINGS = 100;

/** Runs on remote accounts. */
export function remoteRunHandlers({ sync: { runs } }: Host, fileUrl: (path: string) => string) {
  const sendings = new LRUCache<string, Promise<Result<SyncReport>>>({ max: MOST_SENDINGS });
  return {
    "sync.runs.list": async ({ name }) => answer(runs.listed(name), (items) => ({ items: items.map(rowOf) })),
    "sync.newest.list": async ({ search = "", ...wanted }) => {
      const { runs: newest, counts } = runs.newest({ search, ...wanted }, MOST_NEWEST);
      return ok({ items: newest.map(({ account, run }) => ({ account, ...rowOf(run) })), counts: [...counts] });
    },
    "sync.runs.get": async ({ name, run }) => answer(runs.get(name, run), (found) => wholeOf(found, fileUrl)),
    "sync.commands.list": async ({ name }) => answer(runs.listed(name), openOf),
    "sync.runs.recipients": async ({ id, name }) => answer(runs.recipients(id, name), listOf),
    "sync.runs.start": async ({ name, draftId, ...given }) => {
      let run: string | null = null;
      const began = (key: string) => {
        run = key;
      };
      return answer(runs.start(name, draftId, { ...given, began }), (sync) => ({ ...sync, run }));
    },
    "sync.drift.recipients": async ({ of, name }) =>
      answer(runs.driftRecipients(of, name), ({ acts, left, ...found }) => ({
        ...listOf(found),
        acts,
        left: [...left],
      })),
    "sync.drift.start": async ({ name, of, ...given }) => {
      const begun = Promise.withResolvers<string>();
      const ended = runs.drift(name, of, { ...given, began: begun.resolve });
      const first = await Promise.race([begun.promise, ended]);
      if (typeof first === "string") return ok({ ...NOTHING, run: first });
      return answer(first, ({ sync, run }) => ({ ...sync, run }));
    },
    "sync.drift.get": async ({ name, run }) => answer(runs.driftOf(name, run), (report) => ({ report })),
    "sync.links.list": async ({ name, run }) => answer(runs.links(name, run), (links) => ({ items: [...links] })),
    "sync.runs.adopt": async ({ name, run, start }) => answer(runs.adopt(name, run, start), ({ key }) => ({ key })),
    "sync.runs.command": async ({ name, run, command }) => {
      const kept = Promise.withResolvers<Result<string>>();
      const sent = runs.command(name, run, command, { kept: (key) => kept.resolve({ ok: true, value: key }) });
      sent.then((ended) => ended.ok || kept.resolve(ended), kept.reject);
      const first = await kept.promise;
      if (first.ok) sendings.set(first.value, sent);
      return answer(first, (key) => ({ command: key }));
    },
    "sync.outcome.get": async ({ command }) => {
      const sent = await sendings.get(command);
      return sent === undefined ? ok({ outcome: null }) : answer(sent, (report) => ({ outcome: report }));
    },
    "sync.runs.clear": async ({ name, run, command }) => done(runs.clear(name, run, command)),
    "sync.runs.forget": async ({ name, run }) => done(runs.forget(name, run)),
  } satisfies Partial<BridgeHandlers>;
}

const listOf = ({ people, fingerprint, address }: Startable) => ({ items: [...people], fingerprint, address });

/** What tells a run from others [Y10]. */
const nameOf = ({ key, id, title, wallCreated, draft }: RemoteRunInList) => ({
  ...{ key, id, title, wallCreated, adopted: draft === null },
});

function rowOf(run: RemoteRunInList) {
  const { state, seen, commands, wallLooked } = run;
  return {
    ...{ ...nameOf(run), state, status: seen?.status ?? null, trashed: seen?.trashed ?? false },
    ...{ stage: seen?.stage ?? null, looked: wallLooked },
    waitingFor: [...new Set(seen?.pending.map(({ user }) => user))],
    open: commands.filter((command) => command.state !== "done" && command.state !== "refused").length,
    refused: commands.filter((command) => command.state === "refused").length,
  };
}

function wholeOf(run: RemoteRun, fileUrl: (path: string) => string): OutputOf<"sync.runs.get"> {
  const { key: runKey, why, seen, changes, files, commands } = run;
  return {
    ...{ ...rowOf(run), why, changes: [...changes] },
    files: files.map((file, at) => ({ ...file, url: fileUrl(`remote/${runKey}/${at}.pdf`) })),
    ...{ timeout: seen?.timeout ?? null, participants: [...(seen?.participants ?? [])] },
    documents: [...(seen?.documents ?? [])],
    adminActions: seen?.adminActions == null ? null : [...seen.adminActions],
    commands: commandsOf(commands, seen),
  };
}

/** The commands of a run, in the order in which they were asked for. */
function commandsOf(commands: RemoteRun["commands"], seen: RemoteRunInList["seen"]) {
  const names = new Map(seen?.participants.map(({ id, name }) => [id, name]));
  const isUnanswered = ({ state }: RemoteRun["commands"][number]) => state === "sending";
  return commands.map(({ key, command, state, why, wallCreated, wallSent }) => ({
    ...{ key, kind: command.kind, state, why, wallCreated, wallSent },
    days: command.kind === "prolong" ? command.days : null,
    participants: command.kind === "remind" ? command.participants.map((id) => names.get(id) ?? id) : [],
    // A reminder leaves nothing to see: it is never repeated by itself.
    againFrom: state === "sending" && command.kind !== "remind" && wallSent !== null ? wallSent + MAY_ARRIVE : null,
    behind: state === "waiting" && commands.some(isUnanswered),
  }));
}

/** The newest runs first, the commands of each in the order in which they were asked for. */
function openOf(runs: readonly RemoteRunInList[]): OutputOf<"sync.commands.list"> {
  const open = runs.toReversed().flatMap((one) => {
    const { state, why, seen, commands } = one;
    const run = { ...nameOf(one), state, why };
    const own = state === "up_to_date" || state === "deleted_there" ? [] : [{ ...run, command: null }];
    return [...own, ...commandsOf(commands, seen).map((command) => ({ ...run, command }))];
  });
  return { items: open.slice(0, MOST_OPEN), left: Math.max(0, open.length - MOST_OPEN) };
}

/** Of what is open of an account's runs, on one page. */
const MOST_OPEN = 200;
const NOTHING = {
  ...{ done: [], planned: [], refused: [], perhaps: [] },
  ...{ waits: null, unreachable: null, failed: null, canceled: false },
};
