import { notificationOf, type State } from "../../../src-shared/flow/index.ts";
import type { DueWork } from "../../host/index.ts";
import { isJobKind, type JobPayload, type JobRow, payloadOf } from "../../store/index.ts";
import type { Workspace } from "../workspace.ts";

/** The id of the event that a job delivers; null: it is not a callback. */
export function eventOf(job: Pick<JobRow, "kind" | "payload">): string | null {
  return payloadOf(job, "callback")?.eventId ?? null;
}

/** @param state of its instance, which names a message's recipient; null: the recipient is not needed */
export function dueWork(
  { reads, runner, scriptedSeals }: Pick<Workspace, "reads" | "runner" | "scriptedSeals">,
  job: JobRow,
  state: State | null,
): DueWork {
  const { id, instanceId, clockId, kind, dueAt, wall, attempts } = job;
  const eventId = eventOf(job);
  const callback = eventId === null ? null : reads.callbacks.get(eventId);
  const name = callback?.body.callback_name;
  const document = payloadOf(job, "seal")?.document ?? null;
  const waitsForStep = document !== null && scriptedSeals.of(instanceId, document) === "waits";
  return {
    ...{ id, instanceId, clockId, at: dueAt, wall },
    kind: isJobKind(kind) ? kind : "unknown",
    participant: kind === "reminder" ? reminded(job) : addressed(payloadOf(job, "mail"), state),
    event: callback?.type ?? null,
    callbackName: typeof name === "string" ? name : null,
    document,
    action: payloadOf(job, "retention")?.action ?? null,
    attempt: attempts + 1,
    waits: waitsForStep ? { why: "step", until: dueAt } : runner.waiting(id),
  };
}

/** A reminder's id ends in the participant, whose name may hold colons: `<instance>:reminder:<entry>:<name>`. */
function reminded({ id, instanceId }: JobRow): string {
  return id
    .slice(instanceId.length + 1)
    .split(":")
    .slice(2)
    .join(":");
}

function addressed(asked: JobPayload<"mail"> | null, state: State | null): string | null {
  if (asked === null || "participant" in asked) return asked?.participant ?? null;
  return state === null ? null : (notificationOf(state, asked.notification)?.participant ?? null);
}
