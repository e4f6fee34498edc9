import { useCallback, useMemo, useRef, useState } from "react";
import { type CardNote, noteText } from "../../../src-shared/drawing/index.ts";
import { folderName, useCall } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { useSession } from "../session/use-session.ts";
import { type KnownStages, outlineContext } from "./context.ts";
import { ancestors, type Change, type Item } from "./item.ts";
import { flowItems, type Row, rowsOf } from "./tree.ts";

/** Open at first: the lists, for an overview of the whole flow. */
const FIRST_OPEN = ["stages", "users", "documents", "messages"];

export interface Tree {
  readonly items: readonly Item[];
  readonly rows: readonly Row[];
  /** Of the row that has the focus, or would get it. */
  readonly index: number;
  readonly focus: (key: string) => void;
  readonly setOpen: (keys: readonly string[], open: boolean) => void;
}

/** The rows of a flow, which of them are open, and which has the focus, even if the focused one is removed. */
export function useTree(analysis: AnalysisView): Tree {
  const { t } = useTranslation();
  const folders = useCall("folders.list", {}, ["settings"]).value?.items;
  const noteWords = useCallback((note: CardNote) => noteText(t, note), [t]);
  const [open, setOpenKeys] = useState<ReadonlySet<string>>(() => new Set(FIRST_OPEN));
  const [focused, setFocused] = useState("stages");
  const known = useRef<KnownStages | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a note follow the language, as t does
  const items = useMemo(() => {
    const context = outlineContext(analysis, t, noteWords, known.current);
    known.current = context.known;
    const others = (folders ?? []).filter(({ home }) => !home);
    return flowItems({ ...context, folders: others.map((each) => [each.id, folderName(t, each)] as const) });
  }, [analysis, t, folders]);
  const rows = useMemo(() => rowsOf(items, open), [items, open]);
  const last = useRef(0);
  const found = rows.findIndex(({ item }) => item.key === focused);
  const index = found < 0 ? Math.min(last.current, rows.length - 1) : found;
  last.current = index;
  const setOpen = useCallback((keys: readonly string[], isOpen: boolean) => {
    setOpenKeys((now) => {
      const next = new Set(now);
      for (const key of keys)
        if (isOpen) next.add(key);
        else next.delete(key);
      return next;
    });
  }, []);
  const focus = useCallback(
    (key: string) => {
      setOpen(ancestors(key), true);
      setFocused(key);
    },
    [setOpen],
  );
  return { items, rows, index, focus, setOpen };
}

export interface Changes {
  readonly run: (change: Change) => Promise<void>;
  /** How many changes are pending. The tree still shows the flow before them, so keys must wait. */
  readonly busy: { readonly current: number };
}

/** Applies changes of the flow; each is done when the tree shows it. */
export function useChanges(onDone: (change: Change) => void): Changes {
  const session = useSession();
  const busy = useRef(0);
  const [, redraw] = useState(0);
  const run = useCallback(
    async (change: Change) => {
      busy.current += 1;
      const done = change.intents.length === 0 || (await session.change(change.intents, change.seen));
      if (done) await session.caughtUp();
      busy.current -= 1;
      if (done) onDone(change);
      redraw((count) => count + 1);
    },
    [session, onDone],
  );
  return { run, busy };
}
