import { useEffect, useState } from "react";
import { notifyError } from "../../app/index.ts";
import { translate, useTranslation } from "../../components/index.ts";
import { workerFailure } from "../language/worker-failure.ts";
import type { BehaviourAnswered, BehaviourAsked } from "./behaviour-worker.ts";

/** What people can do in one text of a flow and not in the other; null until there is something to say. */
export function useBehaviour(before: string, after: string): BehaviourAnswered | null {
  const { language } = useTranslation().i18n;
  const [answered, setAnswered] = useState<BehaviourAnswered | null>(null);
  useEffect(() => {
    setAnswered(null);
    const worker = new Worker(new URL("./behaviour-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<BehaviourAnswered>) => setAnswered(data);
    worker.onerror = (event: Event) => void notifyError(translate("behaviour.failed"), workerFailure(event));
    worker.postMessage({ before, after, language } satisfies BehaviourAsked);
    return () => worker.terminate();
  }, [before, after, language]);
  return answered;
}
