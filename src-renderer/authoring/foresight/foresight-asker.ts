import type { Step } from "../../../src-shared/foresight/index.ts";
import type { Foreseen, ForesightAnswered, ForesightAsked, RunOf } from "./foreseen.ts";

interface Checking {
  readonly onProgress: (states: number) => void;
  readonly onForeseen: (foreseen: Foreseen) => void;
  readonly onFailure: (message: string) => void;
}

/** Asks a worker of its own what can happen; the newest check alone is done. */
export function foresightAsker() {
  const runs = new Map<number, (run: readonly Step[] | null) => void>();
  const jsons = new Map<number, (json: string | null) => void>();
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
      case "run":
        runs.get(answered.id)?.(answered.run);
        runs.delete(answered.id);
        return;
      case "json":
        jsons.get(answered.id)?.(answered.json);
        jsons.delete(answered.id);
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

  return {
    check(text: string, language: string, hear: Checking): void {
      asked += 1;
      checking = { id: asked, ...hear };
      post({ ask: "check", id: asked, text, language });
    },
    /** What is being checked is wanted no more. */
    leave(): void {
      checking = null;
      worker?.postMessage({ ask: "leave" } satisfies ForesightAsked);
    },
    /** The run of an answer; null where another text has been checked since. */
    run(answer: number, run: RunOf): Promise<readonly Step[] | null> {
      asked += 1;
      const id = asked;
      post({ ask: "run", id, answer, run });
      return new Promise((resolve) => runs.set(id, resolve));
    },
    /** The answer as `countersign check --json` prints it; null where another text has been checked since. */
    json(answer: number, file: string): Promise<string | null> {
      asked += 1;
      const id = asked;
      post({ ask: "json", id, answer, file });
      return new Promise((resolve) => jsons.set(id, resolve));
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
