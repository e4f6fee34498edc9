import { useCallback, useEffect, useRef, useState } from "react";
import type { AuthenticationKind } from "../../../src-shared/flow/index.ts";
import type { EidStatus, SimulatedOutcome } from "../../../src-shared/service/index.ts";
import { useBusy } from "../../components/basics/use-busy.ts";
import type { Answer, Problem } from "../session/api.ts";
import { useSession } from "../session/session.ts";
import { forgetAttempt, rememberAttempt, runningAttempt } from "./attempt-memory.ts";

export type Outcome = SimulatedOutcome["outcome"];

/** The result of the attempt's last step; its texts are in the catalogue's `auth`. */
export type AttemptMessage =
  | "codeSent"
  | "newCodeSent"
  | "wrongCode"
  | "usedUpCode"
  | "spentCode"
  | "noSmsLeft"
  | "codeFilledIn"
  | "codeNotArrived"
  | "noSmsLeftStart"
  | "succeeded"
  | `failed.${Exclude<Outcome, "success">}`;

interface AttemptState {
  readonly transactionId: string | null;
  readonly message: AttemptMessage | null;
  readonly problem: Problem | null;
}

export interface AttemptSteps extends AttemptState {
  readonly busy: boolean;
  readonly start: () => Promise<void>;
  readonly enterCode: (code: string) => Promise<void>;
  readonly sendNewCode: () => Promise<void>;
  /** The code of the newest SMS; null if there is none to read, and a message says why. */
  readonly readCode: () => Promise<string | null>;
  readonly pick: (outcome: Outcome) => Promise<void>;
}

export interface AttemptInput {
  readonly kind: AuthenticationKind;
  readonly byCode: boolean;
  /** Identifiers that a sign authentication covers [U1]. */
  readonly documents: readonly string[];
  readonly onSuccess: () => Promise<void>;
}

/** Polling interval for a simulated provider's attempt: a script or the author may decide it elsewhere [U5]. */
const LOOK_EVERY_MS = 2000;

const IDLE: AttemptState = { transactionId: null, message: null, problem: null };

/** The steps of one authentication, from its start to its end [U1] [U4] [U5]. */
export function useAttempt({ kind, byCode, documents, onSuccess }: AttemptInput): AttemptSteps {
  const { api, place, reload } = useSession();
  const [state, setState] = useState(IDLE);
  const { busy: isAsking, unlessBusy } = useBusy();
  const { transactionId } = state;
  // A successful step stays until the page has moved on: the focused element must not disappear before its successor
  // exists.
  const isDone = state.message === "succeeded";
  const latest = useRef({ onSuccess, documents });
  latest.current = { onSuccess, documents };
  const over = useRef(false);

  const settle = useCallback(
    async (status: EidStatus, pending: Partial<AttemptState>, failure: Outcome = "failure") => {
      if (status === "pending") return setState((before) => ({ ...before, problem: null, ...pending }));
      if (over.current) return;
      over.current = true;
      forgetAttempt(place, kind);
      if (status === "success") {
        setState((before) => ({ ...before, message: "succeeded", problem: null }));
        return latest.current.onSuccess();
      }
      // The page shows how many tries are left.
      await reload();
      setState({ ...IDLE, message: failure === "success" ? "failed.failure" : `failed.${failure}` });
    },
    [kind, place, reload],
  );

  const look = useCallback(
    async (id: string, pending: Partial<AttemptState> = {}) => {
      const answer = await api.checkAuthentication(id);
      if (answer.ok) await settle(answer.value, pending);
      else if (answer.problem.kind === "resource_not_found") setState((before) => ({ ...before, transactionId: null }));
    },
    [api, settle],
  );

  useEffect(() => {
    const running = runningAttempt(place, kind, latest.current.documents);
    if (running !== null) void look(running.transactionId, { transactionId: running.transactionId });
  }, [kind, place, look]);

  useEffect(() => {
    if (transactionId === null || byCode) return;
    void look(transactionId);
    const timer = window.setInterval(() => void look(transactionId), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, [transactionId, byCode, look]);

  const refuse = (problem: Problem, message: AttemptMessage | null = null) =>
    setState((before) => ({ ...before, message, problem: message === null ? problem : null }));

  async function start() {
    setState(IDLE);
    over.current = false;
    const answer = await api.startAuthentication(kind, documents);
    if (!answer.ok) {
      await reload();
      return refuse(answer.problem, startRefusal(answer.problem, byCode));
    }
    const { transactionId: begun, status } = answer.value;
    rememberAttempt(place, kind, { transactionId: begun, documents });
    await settle(status, { transactionId: begun, message: byCode ? "codeSent" : null });
  }

  async function step(ask: (id: string) => Promise<Answer<EidStatus>>, words: StepWords) {
    if (transactionId === null) return;
    setState((before) => ({ ...before, message: null, problem: null }));
    const answer = await ask(transactionId);
    if (answer.ok) {
      // The page shows how many entries are left.
      if (byCode && answer.value === "pending") await reload();
      return settle(answer.value, { message: words.pending ?? null }, words.failure);
    }
    if (answer.problem.kind !== "instance_state_error") return refuse(answer.problem);
    // Without its own message, this means that somebody else has decided the attempt: show the result.
    if (words.conflict === undefined) return look(transactionId);
    refuse(answer.problem, words.conflict);
  }

  async function readCode(): Promise<string | null> {
    if (transactionId === null) return null;
    setState((before) => ({ ...before, message: null, problem: null }));
    const answer = await api.readCode(transactionId);
    if (!answer.ok) {
      refuse(answer.problem, WHY_NO_CODE[answer.problem.kind] ?? null);
      return null;
    }
    setState((before) => ({ ...before, message: "codeFilledIn" }));
    return answer.value;
  }

  const unlessDone = async <T>(work: () => Promise<T>) => (isDone ? undefined : unlessBusy(work));
  const steps = (ask: (id: string) => Promise<Answer<EidStatus>>, words: StepWords) =>
    unlessDone(() => step(ask, words));
  return {
    ...state,
    busy: isAsking || isDone,
    start: () => unlessDone(start),
    readCode: async () => (await unlessDone(readCode)) ?? null,
    enterCode: (code) =>
      steps((id) => api.checkAuthentication(id, code), { pending: "wrongCode", conflict: "spentCode" }),
    sendNewCode: () => steps((id) => api.sendNewCode(id), { pending: "newCodeSent", conflict: "noSmsLeft" }),
    pick: (outcome) => steps((id) => api.pickOutcome(id, outcome), { failure: outcome }),
  };
}

const WHY_NO_CODE: Readonly<Partial<Record<Problem["kind"], AttemptMessage>>> = {
  conflict_error: "codeNotArrived",
  instance_state_error: "spentCode",
};

interface StepWords {
  /** When the attempt continues. */
  readonly pending?: AttemptMessage;
  /** When the step is refused with a 409. */
  readonly conflict?: AttemptMessage;
  readonly failure?: Outcome;
}

/** Refused with 403, and not locked: all SMS have been sent, and the attempt for the last one is lost. */
const startRefusal = (problem: Problem, byCode: boolean): AttemptMessage | null =>
  byCode && problem.kind === "insufficient_privileges" ? "noSmsLeftStart" : null;
