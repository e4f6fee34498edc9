import { useRef, useState } from "react";
import type { BridgeError, Result } from "../../../src-shared/bridge/index.ts";
import { useTranslation } from "../../components/index.ts";
import { gone, notify, notifyError, notifyOutcome } from "./notify.ts";

/** One action on one item of a list. */
export type Act<T> = (item: T) => Promise<Result<unknown>>;

export interface Bulk<T> {
  readonly items: readonly T[];
  readonly act: Act<T>;
  /** The message's text for a count. */
  readonly done: (count: number) => string;
  readonly failed: string;
  /** The key of an item that can be deleted: Undo is offered until all of them are. */
  readonly keyOf?: (item: T) => string;
  /** Whether this is that deletion. */
  readonly deletes?: boolean;
  /** Undoes it; left out, it cannot be undone. */
  readonly undo?: Act<T>;
  /** Called when the undo has ended. */
  readonly undone?: () => void;
}

/** Concurrent requests: the host answers others between them. */
const AT_ONCE = 4;
/** Progress reports per run: a page of many rows is not rendered for each item. */
const STEPS = 500;

/** An action on many items: its progress, and one message at its end, with Undo if possible. */
export function useBulk() {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<{ done: number; all: number; stop: () => void } | null>(null);
  const stopped = useRef(false);

  const each = async <T>(items: readonly T[], act: Act<T>) => {
    stopped.current = false;
    const stop = () => {
      stopped.current = true;
    };
    const waiting = items.values();
    const done: T[] = [];
    const refused: { readonly item: T; readonly error: BridgeError }[] = [];
    const step = Math.ceil(items.length / STEPS);
    const told = () => {
      const count = done.length + refused.length;
      if (count % step === 0) setProgress({ done: count, all: items.length, stop });
    };
    told();
    const work = async () => {
      for (const item of waiting) {
        if (stopped.current) return;
        const answer = await act(item);
        if (answer.ok) done.push(item);
        else refused.push({ item, error: answer.error });
        told();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setProgress(null);
    return { done, refused };
  };

  const takeBack = async <T>({ failed, undone }: Bulk<T>, items: readonly T[], undo: Act<T>) => {
    const { refused } = await each(items, undo);
    undone?.();
    if (refused[0]) notifyError(t("selection.undoFailed", { count: refused.length }), refused[0].error);
    else if (stopped.current) notifyError(failed, { message: t("selection.stopped") });
  };

  /** @returns the items not done: refused, or skipped because the reader stopped */
  const run = async <T>(bulk: Bulk<T>): Promise<readonly T[]> => {
    const { items, act, undo, keyOf } = bulk;
    const { done, refused } = await each(items, act);
    const reason = refused[0]?.error;
    const did = new Set(done);
    const left = items.filter((item) => !did.has(item));
    const rest = left.length > 0 ? t("selection.left", { count: left.length }) : "";
    const why = [rest, reason?.message ?? (rest && t("selection.stopped"))].filter(Boolean).join(" ");
    if (notifyOutcome(bulk.failed, done.length === 0 ? { message: why } : null)) {
      const on = keyOf && done.map(keyOf);
      if (on && bulk.deletes) gone(on);
      const run = undo && (() => void takeBack(bulk, done, undo));
      const back = run && { label: t("common.undo"), run, ...(on && { on }) };
      notify(bulk.done(done.length), why || undefined, back, left.length > 0);
    }
    return left;
  };
  return { progress, run };
}
