import { type AppAction, keysOf, type ShortcutId, useActions } from "../app/index.ts";
import { useTranslation } from "../components/index.ts";

interface More {
  readonly group?: string;
  readonly writes?: boolean;
  /** Why it cannot be done now. */
  readonly disabled?: string | null;
}

/** An action of the open flow: its id, which also names its keys, what it is called, and what it does. */
export type FlowAction = readonly [id: ShortcutId | "draft.exportFile", title: string, run: () => unknown, more?: More];

/** Offers actions of the open flow in the palette and by their keys, for as long as the calling component is shown. */
export function useFlowActions(actions: readonly FlowAction[]): void {
  const { t } = useTranslation();
  useActions(
    actions.map(
      ([id, title, run, { group = t("authoring.title"), writes = false, disabled } = {}]): AppAction => ({
        id,
        title,
        group,
        ...(id !== "draft.exportFile" && { shortcut: keysOf(id) }),
        writes,
        ...(disabled && { disabled }),
        run: () => void run(),
      }),
    ),
  );
}
