import { type AppAction, type ShortcutId, useActions } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";

type More = Partial<Pick<AppAction, "group" | "also" | "writes" | "disabled">>;

/** An action of the open flow without keys. */
type KeylessId =
  | "draft.exportFile"
  | "draft.recordedRuns"
  | "scenarios.new"
  | "scenarios.newByPeople"
  | "scenarios.record"
  | "scenarios.writeMissing"
  | "scenarios.list"
  | "scenarios.text"
  | "canvas.coverage"
  | "canvas.order"
  | "canvas.svg"
  | "canvas.png"
  | "canvas.pdf"
  | "canvas.print"
  | "foresight.savePage"
  | "foresight.saveJson"
  | "foresight.lookLonger"
  | "foresight.stopLooking";

/** An action of the open flow: its id, which also names its keys, its title, and its function. */
export type FlowAction = readonly [id: ShortcutId | KeylessId, title: string, run: () => unknown, more?: More];

/** Offers actions of the open flow in the palette and by their keys, while the calling component is shown. */
export function useFlowActions(actions: readonly FlowAction[]): void {
  const { t } = useTranslation();
  const group = t("common.flow");
  useActions(actions.map(([id, title, run, more]) => ({ id, title, group, ...more, run: () => void run() })));
}
