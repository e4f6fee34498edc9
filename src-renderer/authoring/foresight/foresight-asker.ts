import type { Step } from "../../../src-shared/foresight/index.ts";
import type { Foreseen, ForesightAnswered, ForesightAsked, RunOf, Runs } from "./foreseen.ts";

interface Checking {
  readonly onProgress: (states: number) => void;
  readonly onForeseen: (foreseen: Foreseen) => void;
  readonly onFailure: (message: string) => void;
}

/** Asks a worker of its own what can happen; the newest check alone is done. */
export function foresightAsker() {
  const waiting = new Map<number, (answered: ForesightAnswered) => void>();
  let worker: Worker | null = null;
  let asked = 0;
  let checking: ({ readonly id: number } & Checking) | null = null;

  function heard(answered: ForesightAnswered): void {
    switch (answered.is) {
      case "progress":
        if (checking?.id === answered.id) checking.onProgress(answered.states);
        return;
      case "foreseen":
        if (checking?.id === answered.foreseen.id) checking.onForeseen(answered.foreseen);
        return;
      default:
        waiting.get(answered.id)?.(answered);
        waiting.delete(answered.id);
    }
  }

  function started(): Worker {
    const fresh = new Worker(new URL("./foresight-worker.ts", import.meta.url), { type: "module" });
    fresh.onmessage = ({ data }: MessageEvent<ForesightAnswered>) => heard(data);
    fresh.onerror = ({ message }) => checking?.onFailure(message);
    return fresh;
  }

  function post(question: ForesightAsked): void {
    worker ??= started();
    worker.postMessage(question);
  }

  function answered(
    question: Exclude<ForesightAsked, { readonly ask: "check" | "leave" }>,
  ): Promise<ForesightAnswered> {
    post(question);
    return new Promise((resolve) => waiting.set(question.id, resolve));
  }

  function nextId(): number {
    asked += 1;
    return asked;
  }

  return {
    check(text: string, language: string, hear: Checking): void {
      const id = nextId();
      checking = { id, ...hear };
      post({ ask: "check", id, text, language });
    },
    /** What is being checked is wanted no more. */
    leave(): void {
      checking = null;
      worker?.postMessage({ ask: "leave" } satisfies ForesightAsked);
    },
    /** The run of an answer; null where another text has been checked since. */
    async run(answer: number, run: RunOf): Promise<readonly Step[] | null> {
      const got = await answered({ ask: "run", id: nextId(), answer, run });
      return got.is === "run" ? got.run : null;
    },
    /** The answer as `countersign check --json` prints it; null where another text has been checked since. */
    async json(answer: number, file: string): Promise<string | null> {
      const got = await answered({ ask: "json", id: nextId(), answer, file });
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
      checking = null;
    },
  };
}

export type ForesightAsker = ReturnType<typeof foresightAsker>;
