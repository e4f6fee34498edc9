import { useEffect, useMemo, useState } from "react";

/** Workers are asked when the typing pauses. */
const PAUSE_MS = 150;

type Question = Readonly<Record<string, string | number>>;

interface Listener<Answer> {
  /** States seen so far. */
  readonly onProgress: (states: number) => void;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (message: string) => void;
}

/** Asks a worker. @returns cancels the question */
export type Ask<Asked, Answer> = (asked: Asked, listener: Listener<Answer>) => () => void;

interface Newest<Answer> {
  /** The last answer: it stays while a newer question is open. */
  readonly answer: Answer | null;
  /** Whether the answer is to the current question. */
  readonly isNewest: boolean;
  /** States seen so far for the current question; null: it is answered, has failed, or there is none. */
  readonly progress: number | null;
  /** Why the worker failed; null: it did not. */
  readonly failure: string | null;
}

/**
 * Asks a worker whenever the question changes, and cancels the one before.
 * @param asked the same object while the question is the same; null: there is none
 * @param ask the same function while its worker is the same
 */
export function useNewest<Asked extends Question, Answer>(
  asked: Asked | null,
  ask: Ask<Asked, Answer>,
): Newest<Answer> {
  const [answered, setAnswered] = useState<{ readonly asked: Asked; readonly answer: Answer } | null>(null);
  const [failed, setFailed] = useState<{ readonly asked: Asked; readonly message: string } | null>(null);
  const [states, setStates] = useState(0);
  useEffect(() => {
    if (asked === null) return undefined;
    let cancel: (() => void) | undefined;
    const timer = window.setTimeout(() => {
      setStates(0);
      cancel = ask(asked, {
        onProgress: setStates,
        onAnswer: (answer) => setAnswered({ asked, answer }),
        onFailure: (message) => setFailed({ asked, message }),
      });
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      cancel?.();
    };
  }, [asked, ask]);
  return useMemo(() => {
    const isNewest = isSame(answered?.asked, asked);
    const failure = isSame(failed?.asked, asked) ? (failed?.message ?? null) : null;
    const waits = asked !== null && !isNewest && failure === null;
    return { answer: answered?.answer ?? null, isNewest, progress: waits ? states : null, failure };
  }, [answered, failed, states, asked]);
}

function isSame(one: Question | undefined, other: Question | null): boolean {
  return one !== undefined && other !== null && Object.entries(one).every(([key, value]) => other[key] === value);
}
