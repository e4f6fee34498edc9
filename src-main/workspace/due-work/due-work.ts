import { z } from "zod";
import { notificationOf, type State } from "../../../src-shared/flow/index.ts";
import type { DueWork } from "../../host/index.ts";
import { isJobKind, type JobRow } from "../../store/index.ts";
import type { Workspace } from "../workspace.ts";

/** What the payloads of every kind may hold; each kind's own handler reads its own strictly. */
const payload = z.object({
  eventId: z.string().optional(),
  notification: z.number().int().optional(),
  participant: z.string().optional(),
  document: z.string().optional(),
  action: z.enum(["trash", "delete"]).optional(),
});
type Payload = z.output<typeof payload>;

/** The id of the event that a job delivers; null: it is no callback. */
export function eventOf(job: Pick<JobRow, "kind" | "payload">): string | null {
  return job.kind === "callback" ? (payloadOf(job).eventId ?? null) : null;
}

/** @param state of its instance, which knows whom a message is for; null: that is not asked */
export function dueWork(
  { reads, runner }: Pick<Workspace, "reads" | "runner">,
  job: JobRow,
  state: State | null,
): DueWork {
  const { id, instanceId, clockId, kind, dueAt, wall, attempts } = job;
  const known = isJobKind(kind);
  const asked = known ? payloadOf(job) : {};
  const eventId = eventOf(job);
  const callback = eventId === null ? null : reads.callbacks.get(eventId);
  const name = callback?.body.callback_name;
  return {
    ...{ id, instanceId, clockId, at: dueAt, wall },
    kind: known ? kind : "unknown",
    participant: kind === "reminder" ? reminded(job) : kind === "mail" ? addressed(asked, state) : null,
    event: callback?.type ?? null,
    callbackName: typeof name === "string" ? name : null,
    document: asked.document ?? null,
    action: asked.action ?? null,
    attempt: attempts + 1,
    waits: runner.waiting(id),
  };
}

function payloadOf(job: Pick<JobRow, "payload">): Payload {
  return payload.safeParse(job.payload).data ?? {};
}

/** A reminder's id ends in the participant, whose name may hold colons: `<instance>:reminder:<entry>:<name>`. */
function reminded({ id, instanceId }: JobRow): string {
  return id
    .slice(instanceId.length + 1)
    .split(":")
    .slice(2)
    .join(":");
}

function addressed({ participant, notification }: Payload, state: State | null): string | null {
  if (participant !== undefined) return participant;
  return state === null || notification === undefined
    ? null
    : (notificationOf(state, notification)?.participant ?? null);
}
