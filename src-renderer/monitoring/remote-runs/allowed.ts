import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { whyNotAllowed } from "../../../src-shared/sync/index.ts";
import type { RemoteRun } from "./types.ts";

export type Command = InputOf<"sync.runs.command">["command"];

/** Whether the state of a run allows a command; at a status that nobody knows, the service judges. */
export function allows({ id, state, status, trashed, adminActions }: RemoteRun, kind: Command["kind"]): boolean {
  if (id === null || state === "deleted_there") return false;
  if (kind === "cancel" && status === "canceled") return false;
  if (kind === "restore") return trashed;
  if (kind === "trash" && trashed) return false;
  return whyNotAllowed({ kind }, { status: status ?? "", trashed, adminActions }) === null;
}

/** Whether the same is in the outbox and not answered: deadlines and reminders can be asked for on top of others. */
export const waitsAlready = ({ commands }: Pick<RemoteRun, "commands">, kind: Command["kind"]): boolean =>
  kind !== "prolong" &&
  kind !== "remind" &&
  commands.some((one) => one.kind === kind && (one.state === "waiting" || one.state === "sending"));
