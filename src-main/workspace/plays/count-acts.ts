import { failureReasons } from "../../../src-shared/authentication/index.ts";
import { type ScenarioStep, writtenStep } from "../../../src-shared/foresight/index.ts";
import type { AuthenticationStatus, InstanceUseCases, ParticipantUseCases, Result } from "../../host/index.ts";
import { errorsAsValues } from "../workspace.ts";

/** Notes a step that somebody took by hand. */
export type Count = (instanceId: string, step: ScenarioStep) => Promise<void>;

type Label = Extract<ScenarioStep, { readonly kind: "label" }>["label"];

/** Acts on participants' pages; each counts as the next step of a run if it equals it (0435). */
export function countedParticipants(participants: ParticipantUseCases, count: Count): ParticipantUseCases {
  const counted = (label: Label, id: string, done: Promise<Result<null>>) =>
    afterwards(done, () => count(id, { kind: "label", label }));
  const attempted = (
    who: string,
    id: string,
    entered: { readonly code?: string | undefined },
    done: Promise<Result<AuthenticationStatus>>,
  ) =>
    afterwards(done, async ({ kind, status, reason: why }) => {
      const to = kind === "view" ? { to: kind } : {};
      if (status === "pending" && entered.code !== undefined)
        return count(id, { kind: "label", label: { kind: "mistype", who, ...to } });
      if (status === "pending") return;
      if (status === "success") return count(id, { kind: "label", label: { kind: "authenticate", who, ...to } });
      const reason = failureReasons.find((known) => known === why);
      const label = { kind: "fail_authentication", who, ...to, ...(reason !== undefined && { reason }) } as const;
      await count(id, { kind: "label", label });
    });
  return errorsAsValues<ParticipantUseCases>({
    ...participants,
    sign: (asked) => {
      const { instanceId, participant: who, document } = asked;
      return counted({ kind: "act", who, does: "signs", document }, instanceId, participants.sign(asked));
    },
    approve: (asked) => {
      const { instanceId, participant: who, document } = asked;
      return counted({ kind: "act", who, does: "approves", document }, instanceId, participants.approve(asked));
    },
    rejectDocument: (asked) => {
      const { instanceId, participant: who, document } = asked;
      return counted({ kind: "reject", who, document }, instanceId, participants.rejectDocument(asked));
    },
    rejectInstance: (asked) => {
      const { instanceId, participant: who } = asked;
      return counted({ kind: "reject_flow", who }, instanceId, participants.rejectInstance(asked));
    },
    checkAuthentication: (asked) =>
      attempted(asked.participant, asked.instanceId, asked, participants.checkAuthentication(asked)),
    unlock: (id, who) => counted({ kind: "unlock", who }, id, participants.unlock(id, who)),
  });
}

/** The same for the author's operations. */
export function countedInstances(instances: InstanceUseCases, count: Count): InstanceUseCases {
  return errorsAsValues<InstanceUseCases>({
    ...instances,
    cancel: (id) => afterwards(instances.cancel(id), () => count(id, { kind: "label", label: { kind: "cancel" } })),
    prolong: (id, days) =>
      afterwards(instances.prolong(id, days), () =>
        count(id, days === 1 ? { kind: "label", label: { kind: "prolong" } } : { kind: "prolong", days }),
      ),
  });
}

async function afterwards<T>(work: Promise<Result<T>>, note: (value: T) => Promise<void>): Promise<Result<T>> {
  const done = await work;
  if (done.ok) await note(done.value);
  return done;
}

/**
 * Whether the step just taken is the next one, however both are spelled. Any failure counts as a plain failure, and
 * so does the last wrong code.
 */
export function isSameStep(next: ScenarioStep, taken: ScenarioStep): boolean {
  const written = JSON.stringify(writtenStep(next));
  if (written === JSON.stringify(writtenStep(taken))) return true;
  const failed = taken.kind === "label" && taken.label.kind === "fail_authentication" ? taken.label : null;
  if (failed === null) return false;
  const { reason: _, ...plain } = failed;
  const alike = [plain, { ...plain, kind: "mistype" as const }];
  return alike.some((label) => written === JSON.stringify(writtenStep({ kind: "label", label })));
}
