import type { TextRange } from "../../../src-shared/basics/index.ts";
import { isObject, type OutlineStage } from "../../../src-shared/language/index.ts";
import type { AnalysisView, SentView } from "./analysis-view.ts";
import { valueAt } from "./raw-value.ts";

/** The stages as written, one for each of the outline; none if some could not be parsed. */
export function writtenStages({
  kind,
  value,
  outline,
}: Pick<AnalysisView, "kind" | "value" | "outline">): readonly unknown[] {
  const found = valueAt(value, kind === "process" ? ["stages"] : ["process", "stages"]);
  return Array.isArray(found) && found.length === outline.stages.length ? found : [];
}

/** `before` is the last sent view; shared parts must be the same objects. */
export function sentView(before: AnalysisView | null, view: AnalysisView): SentView {
  const [old, now] = [before === null ? [] : writtenStages(before), writtenStages(view)];
  if (before === null || before.kind !== view.kind) return { view, head: 0, tail: 0, by: 0 };
  const [oldOutlines, outlines] = [before.outline.stages, view.outline.stages];
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head] && oldOutlines[head] === outlines[head]) head += 1;
  let tail = 0;
  const movedBy = (fromEnd: number): number =>
    (outlines.at(-fromEnd)?.range.from ?? 0) - (oldOutlines.at(-fromEnd)?.range.from ?? 0);
  const by = movedBy(1);
  while (tail < most - head && old.at(-tail - 1) === now.at(-tail - 1) && movedBy(tail + 1) === by) tail += 1;
  if (head + tail === 0) return { view, head, tail, by };
  const differ = <T>(list: readonly T[]): readonly T[] => list.slice(head, list.length - tail);
  return { view: withStages(view, differ(now), differ(outlines)), head, tail, by };
}

/** Restores the whole view; `before` is the last received view. */
export function receivedView(before: AnalysisView | null, { view, head, tail, by }: SentView): AnalysisView {
  if (before === null || head + tail === 0) return view;
  const all = <T>(old: readonly T[], differ: readonly T[], moved: (item: T) => T): readonly T[] => [
    ...old.slice(0, head),
    ...differ,
    ...old.slice(old.length - tail).map(moved),
  ];
  const same = <T>(item: T): T => item;
  const written = all(writtenStages(before), writtenStages(view), same);
  return withStages(
    view,
    written,
    all(before.outline.stages, view.outline.stages, by === 0 ? same : (stage) => moved(stage, by)),
  );
}

function withStages(view: AnalysisView, written: readonly unknown[], stages: readonly OutlineStage[]): AnalysisView {
  const root = isObject(view.value) ? view.value : {};
  const process = isObject(root.process) ? root.process : {};
  return {
    ...view,
    outline: { ...view.outline, stages },
    value:
      view.kind === "process" ? { ...root, stages: written } : { ...root, process: { ...process, stages: written } },
  };
}

function moved(stage: OutlineStage, by: number): OutlineStage {
  const range = ({ from, to }: TextRange): TextRange => ({ from: from + by, to: to + by });
  const part = <T extends { readonly range: TextRange }>(each: T): T => ({ ...each, range: range(each.range) });
  return {
    ...part(stage),
    nameRange: range(stage.nameRange),
    actions: stage.actions.map(part),
    conditions: stage.conditions.map(part),
  };
}
