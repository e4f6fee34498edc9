import type { Expectation, ShownStep } from "../../../src-shared/foresight/index.ts";
import { workerFailure } from "../language/worker-failure.ts";
import type {
  Decided,
  Foreseen,
  ForesightAnswered,
  ForesightAnswers,
  ForesightAsked,
  LongWork,
  RunOf,
  Runs,
} from "./foreseen.ts";
import { heldWork } from "./held-work.ts";

/** A caller that waits for a long answer. */
export interface Waiting<T> {
  readonly onProgress: (states: number) => void;
  /** Called with the partial answer before the work is done. */
  readonly onEarly?: (answer: T) => void;
  readonly onAnswer: (answer: T) => void;
  readonly onFailure: (message: string) => void;
}

/** Long work that the page can cancel. */
type Newest = Exclude<LongWork, "json">;

type How = Pick<Extract<ForesightAsked, { readonly ask: "check" }>, "language" | "budget">;

/** Asks a dedicated worker what can happen; of each kind of long work only the newest runs. */
export function foresightAsker() {
  const waiting = new Map<number, Waiting<never>>();
  const newest: Partial<Record<Newest, number>> = {};
  /** Repeats the newest request of each kind. */
  const again: Partial<Record<Newest, () => void>> = {};
  const held = heldWork<Newest>();
  let worker: Worker | null = null;
  let asked = 0;

  function hear(answered: ForesightAnswered): void {
    const { id } = answered;
    const one = waiting.get(id);
    if ("states" in answered) one?.onProgress(answered.states);
    else if ("early" in answered) one?.onEarly?.(answered.early as never);
    else {
      waiting.delete(id);
      one?.onAnswer(answered.answer as never);
    }
  }

  function started(): Worker {
    const fresh = new Worker(new URL("./foresight-worker.ts", import.meta.url), { type: "module" });
    fresh.onmessage = ({ data }: MessageEvent<ForesightAnswered>) => hear(data);
    fresh.onerror = (event: Event) => {
      const { message, isLost } = workerFailure(event);
      if (isLost) worker = null;
      const failed = [...waiting.values()];
      waiting.clear();
      for (const { onFailure } of failed) onFailure(message);
    };
    return fresh;
  }

  function post<A extends keyof ForesightAnswers>(
    question: (id: number) => Extract<ForesightAsked, { readonly ask: A }>,
    heard: Waiting<ForesightAnswers[A]>,
  ): number {
    worker ??= started();
    asked += 1;
    waiting.set(asked, heard);
    worker.postMessage(question(asked));
    return asked;
  }

  function postNewest<A extends Newest>(work: A, ...[question, heard]: Parameters<typeof post<A>>): void {
    drop(work);
    const id = post(question, heard);
    newest[work] = id;
    again[work] = () => {
      if (waiting.has(id)) worker?.postMessage(question(id));
    };
  }

  function drop(work: Newest): void {
    held.drop(work);
    waiting.delete(newest[work] ?? 0);
  }

  function answerTo<A extends keyof ForesightAnswers>(
    question: (id: number) => Extract<ForesightAsked, { readonly ask: A }>,
  ): Promise<ForesightAnswers[A]> {
    return new Promise((resolve, reject) =>
      post<A>(question, {
        onProgress: () => undefined,
        onAnswer: resolve,
        onFailure: (message) => reject(new Error(message)),
      }),
    );
  }

  return {
    /** @param how the language, and the number of states to explore */
    check(text: string, how: How, heard: Waiting<Foreseen>): void {
      postNewest("check", (id) => ({ ask: "check", id, text, ...how }), heard);
    },
    /** Decides the expectations of a flow. */
    decide(of: Pick<Decided, "text" | "expectations">, how: How, heard: Waiting<Decided>): void {
      postNewest("decide", (id) => ({ ask: "decide", id, ...of, ...how }), heard);
    },
    /** Looks for expectations that hold. */
    suggest(text: string, heard: Waiting<readonly Expectation[]>): void {
      postNewest("suggest", (id) => ({ ask: "suggest", id, text }), heard);
    },
    /** Makes the check answer with what it has seen so far. */
    enough(): void {
      worker?.postMessage({ ask: "enough" } satisfies ForesightAsked);
    },
    /** A key was pressed: ends the current work at once, and resumes it later unless something newer is requested. */
    hold(): void {
      const works = (["check", "decide"] as const).filter((work) => waiting.has(newest[work] ?? 0));
      for (const work of works) worker?.postMessage({ ask: "leave", work } satisfies ForesightAsked);
      held.hold(works.map((work) => [work, () => again[work]?.()]));
    },
    /** Cancels the current work. */
    leave(work: Newest): void {
      drop(work);
      worker?.postMessage({ ask: "leave", work } satisfies ForesightAsked);
    },
    /** The run of an answer; null if another text has been checked since. These three reject when the worker fails. */
    run: (answer: number, run: RunOf): Promise<readonly ShownStep[] | null> =>
      answerTo<"run">((id) => ({ ask: "run", id, answer, run })),
    /** The answer in the format of `countersign check --json`; null if another text has been checked since. */
    json: (answer: number, file: string, expectations: string): Promise<string | null> =>
      answerTo<"json">((id) => ({ ask: "json", id, answer, file, expectations })),
    /** All runs of an answer; null if another text has been checked since. */
    runs: (answer: number): Promise<Runs | null> => answerTo<"runs">((id) => ({ ask: "runs", id, answer })),
    /** Terminates the worker, also in the middle of a task. */
    close(): void {
      worker?.terminate();
      worker = null;
      held.close();
      waiting.clear();
    },
  };
}

export type ForesightAsker = ReturnType<typeof foresightAsker>;
