import { useMemo, useRef, useState } from "react";
import { type Choices, type Chosen, type Conflict, startText as proposedText } from "./choices.ts";
import { choicesOf, type Kept } from "./saved-choices.ts";

const keyOf = (conflict: Conflict): string => JSON.stringify(conflict);
const partOf = ({ path, kind }: Conflict): string => JSON.stringify([path, kind]);

/**
 * The current choices for a flow's conflicts, also while a sync changes others of them. Choices can be undone, and
 * typed text returns when its part is edited again.
 * @param draft the flow's key
 */
export function useChoices(draft: string, conflicts: readonly Conflict[]) {
  const keys = useMemo(() => conflicts.map(keyOf), [conflicts]);
  const disk = useMemo(() => choicesOf(draft), [draft]);
  const [kept, setShown] = useState<Kept>(() => disk.read());
  const [past, setPast] = useState<readonly Kept[]>(() => (keys.some((key) => kept[key] !== undefined) ? [{}] : []));
  const setKept = (now: Kept) => {
    setShown(now);
    disk.keep(now);
  };
  /** The part whose author has just asked to type. */
  const [typing, setTyping] = useState<string | null>(null);
  const own = useRef<Readonly<Record<string, string>>>({});
  const choices = useMemo<Choices>(
    () => Object.fromEntries(keys.flatMap((key, at) => (kept[key] === undefined ? [] : [[at, kept[key]]]))),
    [keys, kept],
  );
  const choose = (conflict: Conflict, chosen: Chosen) => {
    const key = keyOf(conflict);
    // Typing counts as one choice.
    const goesOn = chosen.take === "value" && kept[key]?.take === "value";
    if (!goesOn) setPast([...past, kept]);
    if (chosen.take === "value") own.current = { ...own.current, [partOf(conflict)]: chosen.text };
    setKept({ ...kept, [key]: chosen });
  };
  return {
    ...{ choices, keys, typing, choose },
    canUndo: past.length > 0,
    startText(conflict: Conflict) {
      setTyping(keyOf(conflict));
      choose(conflict, { take: "value", text: own.current[partOf(conflict)] ?? proposedText(conflict) });
    },
    undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      // After an undo into a text, letters stay shortcuts.
      setTyping(null);
      setPast(past.slice(0, -1));
      setKept(before);
    },
  };
}
