import type { Expectation, ShownStep } from "../../../src-shared/foresight/index.ts";
import type { Decided, Foreseen, ForesightAnswered, ForesightAsked, RunOf, Runs } from "./foreseen.ts";

/** Who waits for an answer that takes long. */
export interface Waiting<T> {
  readonly onProgress: (states: number) => void;
  readonly onAnswer: (answer: T) => void;
  readonly onFailure: (message: string) => void;
}

export type Asked<T> = ({ readonly id: number } & Waiting<T>) | null;

/** Who waits for each kind of work, with the question that is wanted. */
export interface Wanted {
  check: Asked<Foreseen>;
  decide: Asked<Decided>;
  suggest: Asked<readonly Expectation[]>;
}

type How = Pick<Extract<ForesightAsked, { readonly ask: "check" }>, "language" | "budget">;

/** Asks a worker of its own what can happen; of each kind of long work the newest alone is done. */
export function foresightAsker() {
  const waiting = new Map<number, (answered: ForesightAnswered) => void>();
  let worker: Worker | null = null;
  let asked = 0;
  let wanted: Wanted = { check: null, decide: null, suggest: null };
  const working = () => [wanted.check, wanted.decide, wanted.suggest].filter((one) => one !== null);

  function heard(answered: ForesightAnswered): void {
    switch (answered.is) {
      case "progress":
        working()
          .find(({ id }) => id === answered.id)
          ?.onProgress(answered.states);
        return;
      case "foreseen":
        if (wanted.check?.id === answered.foreseen.id) wanted.check.onAnswer(answered.foreseen);
        return;
      case "decided":
        if (wanted.decide?.id === answered.id) wanted.decide.onAnswer(answered.decided);
        return;
      case "suggested":
        if (wanted.suggest?.id === answered.id) wanted.suggest.onAnswer(answered.suggestions);
        return;
      default:
        waiting.get(answered.id)?.(answered);
        waiting.delete(answered.id);
    }
  }

  function started(): Worker {
    const fresh = new Worker(new URL("./foresight-worker.ts", import.meta.url), { type: "module" });
    fresh.onmessage = ({ data }: MessageEvent<ForesightAnswered>) => heard(data);
    fresh.onerror = ({ message }) => {
      for (const { onFailure } of working()) onFailure(message);
    };
    return fresh;
  }

  function post(question: ForesightAsked): void {
    worker ??= started();
    worker.postMessage(question);
  }

  function answered(
    question: Extract<ForesightAsked, { readonly ask: "run" | "runs" | "json" }>,
  ): Promise<ForesightAnswered> {
    post(question);
    return new Promise((resolve) => waiting.set(question.id, resolve));
  }

  function nextId(): number {
    asked += 1;
    return asked;
  }

  return {
    /** @param how in which language, and how many states are looked at */
    check(text: string, how: How, hear: Waiting<Foreseen>): void {
      const id = nextId();
      wanted.check = { id, ...hear };
      post({ ask: "check", id, text, ...how });
    },
    /** Decides the expectations of a flow. */
    decide(of: Pick<Decided, "text" | "expectations">, how: How, hear: Waiting<Decided>): void {
      const id = nextId();
      wanted.decide = { id, ...hear };
      post({ ask: "decide", id, ...of, ...how });
    },
    /** Looks for expectations that hold. */
    suggest(text: string, hear: Waiting<readonly Expectation[]>): void {
      const id = nextId();
      wanted.suggest = { id, ...hear };
      post({ ask: "suggest", id, text });
    },
    /** What is being worked on is wanted no more. */
    leave(work: keyof Wanted): void {
      wanted[work] = null;
      worker?.postMessage({ ask: "leave", work } satisfies ForesightAsked);
    },
    /** The run of an answer; null where another text has been checked since. */
    async run(answer: number, run: RunOf): Promise<readonly ShownStep[] | null> {
      const got = await answered({ ask: "run", id: nextId(), answer, run });
      return got.is === "run" ? got.run : null;
    },
    /** The answer as `countersign check --json` prints it; null where another text has been checked since. */
    async json(answer: number, file: string, expectations: string): Promise<string | null> {
      const got = await answered({ ask: "json", id: nextId(), answer, file, expectations });
      return got.is === "json" ? got.json : null;
    },
    /** All runs of an answer; null where another text has been checked since. */
    async runs(answer: number): Promise<Runs | null> {
      const got = await answered({ ask: "runs", id: nextId(), answer });
      return got.is === "runs" ? got.runs : null;
    },
    /** Ends the worker in the middle of whatever it does. */
    close(): void {
      worker?.terminate();
      worker = null;
      wanted = { check: null, decide: null, suggest: null };
    },
  };
}

export type ForesightAsker = ReturnType<typeof foresightAsker>;
