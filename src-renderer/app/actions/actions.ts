import type { LucideIcon } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { create } from "zustand";
import { fieldKeeps, isTyping, mac, matchesShortcut, readOnlyReason, useReadOnly } from "../../components/index.ts";
import { boundTo } from "./shortcut-table.ts";

/** An action available now: listed in the palette, bound to its keys. */
export interface AppAction {
  /** Also names its keys in the table of shortcuts. */
  readonly id: string;
  /** Already in the reader's language. */
  readonly title: string;
  readonly group: string;
  /** Other search words. */
  readonly also?: string;
  /** Shown on its button, or in its menu. */
  readonly icon?: LucideIcon;
  /** Why it cannot be done now; absent when it can. */
  readonly disabled?: string | null | undefined;
  /** It changes the workspace: disabled in a read-only one. */
  readonly writes?: boolean;
  readonly run: () => void;
}

interface ActionsState {
  readonly groups: ReadonlyMap<symbol, readonly AppAction[]>;
}

const useActionsStore = create<ActionsState>()(() => ({ groups: new Map() }));

/** All actions of the visible views, the innermost view first. */
export function useAllActions(): readonly AppAction[] {
  const groups = useActionsStore((state) => state.groups);
  const readOnly = useReadOnly();
  const all = [...groups.values()].reverse().flat();
  return readOnly === null ? all : all.map((action) => (action.writes ? { ...action, disabled: readOnly } : action));
}

/** Offers actions while the calling component is shown. They may be new objects at each render. */
export function useActions(actions: readonly AppAction[]) {
  const owner = useRef(Symbol("actions"));
  const newest = useRef(actions);
  /** The last offer, as text: the same texts are not offered again. */
  const offered = useRef<string | null>(null);
  useLayoutEffect(() => {
    newest.current = actions;
    const words = JSON.stringify(actions.map(({ icon: _icon, run: _run, ...shown }) => shown));
    if (offered.current === words) return;
    offered.current = words;
    const offer = actions.map((action, at) => ({ ...action, run: () => newest.current[at]?.run() }));
    useActionsStore.setState((state) => ({ groups: new Map(state.groups).set(owner.current, offer) }));
  });
  useLayoutEffect(() => {
    const mine = owner.current;
    return () => {
      offered.current = null;
      useActionsStore.setState((state) => {
        const groups = new Map(state.groups);
        groups.delete(mine);
        return { groups };
      });
    };
  }, []);
}

/** In a text field, a character key types and starts nothing. */
const keptThere = (target: HTMLElement, event: KeyboardEvent): boolean =>
  (target.matches("input, textarea") && fieldKeeps(event)) ||
  ((target.matches("input, textarea, select") || target.isContentEditable) && isTyping(event));

/** The open dialog or question: everything behind it is unreachable. */
const OPEN_DIALOG = ':is([role="dialog"], [role="alertdialog"])[data-open]';

/** Whether the action is behind a dialog. The palette is a dialog, too, which its own keys close. */
function isBehindDialog({ id }: AppAction): boolean {
  const dialogs = [...document.querySelectorAll(OPEN_DIALOG)];
  return dialogs.some((dialog) => id !== "palette" || !dialog.matches(".palette"));
}

/** One listener for all shortcuts. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat) return;
    if (event.target instanceof HTMLElement && keptThere(event.target, event)) return;
    const actions = [...useActionsStore.getState().groups.values()].reverse().flat();
    const pressed = (keys: string | undefined) => keys !== undefined && matchesShortcut(keys, event, mac);
    const action = actions.find(({ id }) => pressed(boundTo(id)?.keys) || pressed(boundTo(id)?.also));
    if (!action) return;
    event.preventDefault();
    if (isBehindDialog(action)) return;
    if (!action.disabled && !(action.writes && readOnlyReason() !== null)) action.run();
  };
  window.addEventListener("keydown", onKey);
  return () => window.removeEventListener("keydown", onKey);
}
