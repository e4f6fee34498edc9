import { useEffect, useRef, useState } from "react";
import { useSession } from "../session/use-session.ts";

/** Typing that pauses for this long is written into the text: no input is lost, and it is checked. */
const PAUSE_MS = 400;

/**
 * A chosen value: shown until the views show the text with it, or with a later value, such as after an undo. Quick
 * choices build on each other: the last one stays until then.
 * @param onChange returns false when it could not be written
 */
export function useChosen<T>(value: T, onChange: (chosen: T) => Promise<boolean>): readonly [T, (next: T) => void] {
  const session = useSession();
  const [held, setHeld] = useState<{ readonly next: T } | null>(null);
  const turn = useRef(0);
  const choose = async (next: T) => {
    turn.current += 1;
    const mine = turn.current;
    setHeld({ next });
    if (await onChange(next)) await session.caughtUp();
    if (mine === turn.current) setHeld(null);
  };
  return [held ? held.next : value, (next) => void choose(next)];
}

interface Typed {
  readonly value: string;
  readonly onChange: (typed: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  /** Writes the typed text at once. */
  readonly commit: () => void;
  /** Reverts unwritten input; returns whether there was any. */
  readonly revert: () => boolean;
}

/**
 * A field's text between the keys and the flow: shows the typed text until the flow has it. Written after a pause, when
 * the focus leaves, and when the field is removed.
 * @param clean converts the typed text to the written value
 * @param onCommit returns false when it could not be written; the field then shows the flow again once it is left
 */
export function useTyped(
  value: string,
  onCommit: (typed: string) => Promise<boolean>,
  { clean = (typed: string) => typed, pause = true }: { clean?: (typed: string) => string; pause?: boolean } = {},
): Typed {
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef({ typed, value, onCommit, clean });
  latest.current = { typed, value, onCommit, clean };
  const sent = useRef<string | null>(null);
  const focused = useRef(false);
  const timer = useRef<number | undefined>(undefined);

  const commit = () => {
    window.clearTimeout(timer.current);
    const now = latest.current;
    if (now.typed === null) return;
    const wanted = now.clean(now.typed);
    if (wanted === (sent.current ?? now.value)) return;
    sent.current = wanted;
    void now.onCommit(wanted).then((done) => {
      if (done) return;
      sent.current = null;
      if (!focused.current) setTyped(null);
    });
  };
  const leave = useRef(commit);
  leave.current = commit;
  useEffect(() => () => leave.current(), []);

  // The flow has caught up with the input.
  useEffect(() => {
    if (sent.current === value) sent.current = null;
    if (!focused.current && typed !== null && clean(typed) === value) setTyped(null);
  }, [value, typed, clean]);

  return {
    value: typed ?? value,
    onChange: (next) => {
      // Input takes effect at once, not at the next render: the focus may leave before it.
      latest.current = { ...latest.current, typed: next };
      setTyped(next);
      window.clearTimeout(timer.current);
      if (pause) timer.current = window.setTimeout(() => leave.current(), PAUSE_MS);
    },
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      focused.current = false;
      commit();
      const now = latest.current;
      if (now.typed === null) return;
      const wanted = now.clean(now.typed);
      setTyped(wanted === now.value ? null : wanted);
    },
    commit,
    revert: () => {
      window.clearTimeout(timer.current);
      const had = latest.current.typed !== null && latest.current.typed !== latest.current.value;
      latest.current = { ...latest.current, typed: null };
      setTyped(null);
      return had;
    },
  };
}
