import { useEffect, useMemo, useState } from "react";
import { createStore, type StoreApi, useStore } from "zustand";

/** Workers are asked when typing pauses. */
const PAUSE_MS = 150;

type Question = Readonly<Record<string, string | number>>;

interface Listener<Answer> {
  /** States seen so far. */
  readonly onProgress: (states: number) => void;
  /** Called with the partial answer before the work is done. */
  readonly onEarly: (answer: Answer) => void;
  readonly onAnswer: (answer: Answer) => void;
  readonly onFailure: (message: string) => void;
}

/**
 * States explored so far. They change many times a second, so they are kept out of the page's state: only the component
 * that shows them reads them.
 */
export type Progress = StoreApi<number>;

/** The states explored so far, for the component that shows them. */
export const useStatesSeen = (progress: Progress): number => useStore(progress);

/** Asks a worker. @returns cancels the question */
export type Ask<Asked, Answer> = (asked: Asked, listener: Listener<Answer>) => () => void;

interface Newest<Answer> {
  /** The last answer: it stays while a newer question is pending. */
  readonly answer: Answer | null;
  /** Whether the answer belongs to the current question, and is complete. */
  readonly isNewest: boolean;
  /** States explored for the current question; null: it is answered, has failed, or there is none. */
  readonly progress: Progress | null;
  /** Why the worker failed; null: it did not. */
  readonly failure: string | null;
}

interface Answered<Asked, Answer> {
  readonly asked: Asked;
  readonly answer: Answer;
  /** The worker continues. */
  readonly isEarly: boolean;
}

/**
 * Asks a worker whenever the question changes, and cancels the previous one.
 * @param asked the same object while the question is the same; null: there is none
 * @param ask the same function while its worker is the same
 */
export function useNewest<Asked extends Question, Answer>(
  asked: Asked | null,
  ask: Ask<Asked, Answer>,
): Newest<Answer> {
  const [answered, setAnswered] = useState<Answered<Asked, Answer> | null>(null);
  const [failed, setFailed] = useState<{ readonly asked: Asked; readonly message: string } | null>(null);
  const [seen] = useState(() => createStore<number>(() => 0));
  useEffect(() => {
    if (asked === null) return undefined;
    let cancel: (() => void) | undefined;
    const timer = window.setTimeout(() => {
      seen.setState(0);
      cancel = ask(asked, {
        onProgress: (states) => seen.setState(states),
        onEarly: (answer) => setAnswered({ asked, answer, isEarly: true }),
        onAnswer: (answer) => setAnswered({ asked, answer, isEarly: false }),
        onFailure: (message) => setFailed({ asked, message }),
      });
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
      cancel?.();
    };
  }, [asked, ask, seen]);
  return useMemo(() => {
    const isNewest = answered?.isEarly === false && isSame(answered.asked, asked);
    const failure = isSame(failed?.asked, asked) ? (failed?.message ?? null) : null;
    const waits = asked !== null && !isNewest && failure === null;
    return { answer: answered?.answer ?? null, isNewest, progress: waits ? seen : null, failure };
  }, [answered, failed, seen, asked]);
}

function isSame(one: Question | undefined, other: Question | null): boolean {
  return one !== undefined && other !== null && Object.entries(one).every(([key, value]) => other[key] === value);
}
