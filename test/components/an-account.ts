import { vi } from "vitest";
import { host } from "../../src-renderer/app/connection/host.ts";
import type { Account, SyncReport } from "../../src-renderer/syncing/types.ts";

export const REPORT: SyncReport = {
  ...{
    pushed: [],
    pulled: [],
    bound: [],
    merged: [],
    archived: [],
    conflicts: [],
    refused: [],
    perhaps: [],
    runs: [],
    done: [],
  },
  ...{
    requests: 0,
    unreachable: null,
    unusable: false,
    failed: null,
    canceled: false,
    planned: [],
    incoming: [],
    review: null,
  },
  heldBack: [],
};
export const ACCOUNT: Account = {
  ...{ key: "a-1", name: "Bank", baseUrl: "https://bank.example", dialect: "countersign", level: "full" },
  parts: { list: true, remove: true, upload: true, files: true, folders: true, etag: true, marks: true },
  ...{
    apiVersion: null,
    older: false,
    sameAs: null,
    notFound: [],
    retention: null,
    drafts: 1,
    conflicts: 0,
    stopped: null,
  },
  ...{ wallContact: 0, waitsUntil: null, automatic: true, synced: true, held: [], damaged: null, state: "up_to_date" },
  activity: {
    running: false,
    silentSince: null,
    unanswered: false,
    offline: null,
    last: null,
    did: null,
    archived: [],
  },
};
export const FULL = "The sync ended here: the workspace's disk is full. Free some space, then try again.";

/** The host answers with one account, and a sync with a report. @returns the syncs that were asked for */
export function answering(
  account: Account,
  report: Partial<SyncReport> = {},
  open: readonly unknown[] = [],
): () => readonly unknown[] {
  const answers: Readonly<Record<string, unknown>> = {
    "sync.accounts.list": { items: [account] },
    "sync.drafts.list": { items: open },
    "sync.commands.list": { items: [], left: 0 },
    "sync.run": { ...REPORT, ...report },
  };
  const call = vi
    .spyOn(host, "call")
    .mockImplementation(async (name: string) => ({ ok: true, value: answers[name] ?? {} }) as never);
  return () => call.mock.calls.flatMap(([name, request]) => (name === "sync.run" ? [request] : []));
}
