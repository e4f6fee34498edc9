import { useCallback, useEffect, useRef, useState } from "react";
import type { BridgeError, InputOf, OutputOf, ProcedureName } from "../../../src-shared/bridge/index.ts";
import { keepSame } from "../../components/index.ts";
import { type ChangeKind, host } from "./host.ts";

export interface Answer<T> {
  /** The last good value; stays while a newer one loads, so that nothing flickers. */
  readonly value: T | null;
  readonly error: BridgeError | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Changes that arrive together lead to one request. */
const GATHER_MS = 40;
/** Longest delay if changes never pause, such as while many runs are changed. */
const LONGEST_MS = 1_000;

/** Runs `changed` after a change notice of one of the kinds, and after the host has come back. */
export function useChanges(kinds: readonly ChangeKind[], changed: (ids: ReadonlySet<string>) => void) {
  const latest = useRef(changed);
  latest.current = changed;
  const watched = kinds.join(" ");
  useEffect(() => {
    const ids = new Set<string>();
    let timer: number | undefined;
    let away = false;
    /** The time of the first change that is not reported yet. */
    let since: number | null = null;
    const tell = () => {
      const gathered = new Set(ids);
      ids.clear();
      since = null;
      latest.current(gathered);
    };
    const later = () => {
      const now = performance.now();
      since ??= now;
      window.clearTimeout(timer);
      timer = window.setTimeout(tell, Math.max(0, Math.min(GATHER_MS, since + LONGEST_MS - now)));
    };
    const endChanges = host.onChange((notice) => {
      if (!watched.split(" ").includes(notice.kind)) return;
      ids.add(notice.id);
      later();
    });
    const endConnection = host.onConnection((connected) => {
      if (connected && away) later();
      away = !connected;
    });
    return () => {
      window.clearTimeout(timer);
      endChanges();
      endConnection();
    };
  }, [watched]);
}

/**
 * Asks the host, and asks again when something of `kinds` changed. A late answer to an older request is dropped.
 * `input` null asks nothing.
 */
export function useCall<N extends ProcedureName>(
  name: N,
  input: InputOf<N> | null,
  kinds: readonly ChangeKind[] = [],
): Answer<OutputOf<N>> {
  const key = input === null ? null : JSON.stringify([name, input]);
  const [state, setState] = useState<{ key: string | null; value: OutputOf<N> | null; error: BridgeError | null }>({
    key: null,
    value: null,
    error: null,
  });
  const question = useRef(0);
  const latestInput = useRef(input);
  latestInput.current = input;

  const reload = useCallback(() => {
    const asked = latestInput.current;
    if (asked === null || key === null) return;
    question.current += 1;
    const mine = question.current;
    void host.call(name, asked).then((answer) => {
      if (mine !== question.current) return;
      setState((before) =>
        answer.ok
          ? { key, value: keepSame(before.key === key ? before.value : null, answer.value), error: null }
          : { key, value: before.key === key ? before.value : null, error: answer.error },
      );
    });
  }, [name, key]);

  useEffect(reload, [reload]);
  useChanges(kinds, reload);

  const current = state.key === key;
  return {
    value: current ? state.value : null,
    error: current ? state.error : null,
    loading: key !== null && !current,
    reload,
  };
}
