import i18next from "i18next";
import { workerFailure } from "./worker-failure.ts";

/** Questions for a worker, each with its arguments. */
type Answers<A> = { readonly [Q in keyof A]: (asked: never) => unknown };

interface Request<A, Q extends keyof A> {
  readonly id: number;
  readonly question: Q;
  readonly ask: unknown;
  /** The reader's, such as `sv`. */
  readonly language: string;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Rejects only when the worker itself fails. */
export type Asker<A> = <Q extends keyof A>(question: Q, ask: Ask<A, Q>, language?: string) => Promise<Answer<A, Q>>;

export type Ask<A, Q extends keyof A> = A[Q] extends (asked: infer T) => unknown ? T : never;
export type Answer<A, Q extends keyof A> = A[Q] extends (asked: never) => infer T ? Awaited<T> : never;

/** Asks one worker of the page, which starts with the first question; answers are in the reader's language. */
export function workerAsker<A extends Answers<A>>(start: () => Worker): Asker<A> {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let asked = 0;

  function started(): Worker {
    const fresh = start();
    fresh.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly answer: unknown }>) => {
      waiting.get(data.id)?.resolve(data.answer);
      waiting.delete(data.id);
    };
    // The called rooms never throw; if one does, callers must still get an answer.
    fresh.onerror = (event: Event) => {
      const { message, isLost } = workerFailure(event);
      if (isLost) worker = null;
      for (const { reject } of waiting.values()) reject(new Error(message));
      waiting.clear();
    };
    return fresh;
  }

  return function ask<Q extends keyof A>(
    question: Q,
    what: Ask<A, Q>,
    language: string = i18next.language,
  ): Promise<Answer<A, Q>> {
    worker ??= started();
    asked += 1;
    const request: Request<A, Q> = { id: asked, question, ask: what, language };
    worker.postMessage(request);
    return new Promise<unknown>((resolve, reject) => waiting.set(asked, { resolve, reject })) as Promise<Answer<A, Q>>;
  };
}

const translations = import.meta.glob<Readonly<Record<string, string>>>("../../../resources/locales/language.*.json", {
  eager: true,
  import: "default",
});

/** The language's sentences for a reader; English needs no translation. */
export function translationFor(language: string): Readonly<Record<string, string>> | undefined {
  return translations[`../../../resources/locales/language.${language}.json`];
}

/** The worker's side: answers each request by its question. */
export function answerAll<A extends Answers<A>>(
  answers: A,
  setTranslation: (translation: Readonly<Record<string, string>> | undefined) => void,
): void {
  self.onmessage = ({ data: { id, question, ask, language } }: MessageEvent<Request<A, keyof A>>) => {
    setTranslation(translationFor(language));
    const answer = (answers[question] as (asked: never) => unknown)(ask as never);
    if (!(answer instanceof Promise)) self.postMessage({ id, answer });
    else answer.then((late: unknown) => self.postMessage({ id, answer: late }), reportError);
  };
}
