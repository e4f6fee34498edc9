import { isObject } from "../../../src-shared/language/index.ts";
import { writtenStages } from "../language/analysis-delta.ts";
import type { AnalysisView } from "../language/analysis-view.ts";

interface Known {
  readonly key: string;
  readonly name: string;
  /** As written; undefined: it cannot be parsed. */
  readonly written: unknown;
}

/**
 * Follows the stages of an open flow from each analysis to the next. A stage keeps its key when it is moved or renamed,
 * and when undo reverts that or its deletion. A stage that replaces another is a new one.
 */
export function createStageKeys() {
  let last: readonly Known[] = [];
  /** By name: undo restores them. */
  const deleted = new Map<string, Known>();

  /** A key for each stage of the newest analysis. */
  return (view: Pick<AnalysisView, "kind" | "value" | "outline">): readonly string[] => {
    const written = writtenStages(view);
    const stages = view.outline.stages.map(({ name }, at) => ({ name, written: written[at] }));
    const renamed = renamedAt(last, stages);
    const taken = new Set<string>();
    const now = stages.map((stage, at) => {
      const there = last[at]?.name === stage.name || at === renamed ? last[at] : undefined;
      const known = there ?? last.find(({ name }) => name === stage.name) ?? back(stage);
      const key = known === undefined || taken.has(known.key) ? crypto.randomUUID() : known.key;
      taken.add(key);
      return { ...stage, key };
    });
    for (const stage of last) if (!taken.has(stage.key)) deleted.set(stage.name, stage);
    last = now;
    return now.map(({ key }) => key);
  };

  function back(stage: Omit<Known, "key">): Known | undefined {
    const before = deleted.get(stage.name);
    return before !== undefined && holdsTheSame(before, stage) ? before : undefined;
  }
}

/** The one place where only the name has changed; null: there is none. */
function renamedAt(before: readonly Known[], now: readonly Omit<Known, "key">[]): number | null {
  if (before.length !== now.length) return null;
  const [first, second] = now.flatMap(({ name }, at) => (name === before[at]?.name ? [] : [at]));
  if (first === undefined || second !== undefined) return null;
  const [old, stage] = [before[first], now[first]];
  return old && stage && holdsTheSame(old, stage) ? first : null;
}

/** Whether two stages are written alike, whatever their names. */
function holdsTheSame(a: Omit<Known, "key">, b: Omit<Known, "key">): boolean {
  if (!isObject(a.written) || !isObject(b.written)) return false;
  return JSON.stringify(Object.values(a.written)) === JSON.stringify(Object.values(b.written));
}
