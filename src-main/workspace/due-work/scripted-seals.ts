import { writtenStep } from "../../../src-shared/foresight/index.ts";
import type { StoreReads } from "../../store/index.ts";

/** How the steps of runs control seals (decision 0435). */
export type ScriptedSeals = ReturnType<typeof createScriptedSeals>;

/** Reason in the event of a seal that fails because a step of the run asks for it. */
export const SIMULATED_FAILURE = "SIMULATED: the steps that this run follows say that this seal fails.";

export function createScriptedSeals({ scripts }: Pick<StoreReads, "scripts">) {
  /** Seals whose step is being taken, by instance and document. */
  const begun = new Set<string>();
  const keyOf = (instanceId: string, document: string) => `${instanceId} ${document}`;
  return {
    /** Whether the seal waits for its step, or the step makes it fail; null: it is made as usual. */
    of(instanceId: string, document: string): "waits" | "fails" | null {
      const script = scripts.get(instanceId);
      const left = script?.steps.slice(script.done) ?? [];
      const fails = left.includes(written("fail_seal", document));
      if (!fails && !left.includes(written("seal", document))) return null;
      if (!begun.has(keyOf(instanceId, document))) return "waits";
      return fails ? "fails" : null;
    },
    /** Lets the seal be made, or fail, for as long as `work` takes. */
    async during<T>(instanceId: string, document: string, work: () => Promise<T>): Promise<T> {
      const key = keyOf(instanceId, document);
      begun.add(key);
      try {
        return await work();
      } finally {
        begun.delete(key);
      }
    },
  };
}

const written = (kind: "seal" | "fail_seal", document: string) =>
  writtenStep({ kind: "label", label: { kind, document } });
