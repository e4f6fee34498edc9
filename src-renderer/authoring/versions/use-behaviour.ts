import { useEffect, useState } from "react";
import { useTranslation } from "../../components/index.ts";
import { workerFailure } from "../language/worker-failure.ts";
import type { BehaviourAnswered, BehaviourAsked } from "./behaviour-worker.ts";

export interface Behaviour {
  /** null until there is a result. */
  readonly answered: BehaviourAnswered | null;
  /** Why the comparison ended without an answer; null: it did not. */
  readonly failure: string | null;
  readonly retry: () => void;
}

/** What people can do in only one of two texts of a flow. */
export function useBehaviour(before: string, after: string): Behaviour {
  const { language } = useTranslation().i18n;
  const [answered, setAnswered] = useState<BehaviourAnswered | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks another worker
  useEffect(() => {
    setAnswered(null);
    setFailure(null);
    const worker = new Worker(new URL("./behaviour-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<BehaviourAnswered>) => setAnswered(data);
    worker.onerror = (event: Event) => setFailure(workerFailure(event).message);
    worker.postMessage({ before, after, language } satisfies BehaviourAsked);
    return () => worker.terminate();
  }, [before, after, language, attempt]);
  return { answered, failure, retry: () => setAttempt(attempt + 1) };
}
