import { useRef, useState } from "react";
import { type Choices, type Chosen, type Conflict, startText as proposedText } from "./choices.ts";

/** How the conflicts of a flow are settled so far. What was chosen can be undone, and what was typed comes back when it is edited again. */
export function useChoices() {
  const [past, setPast] = useState<readonly Choices[]>([]);
  const [choices, setChoices] = useState<Choices>({});
  /** The one whose author has just asked to type. */
  const [typing, setTyping] = useState<number | null>(null);
  const own = useRef<Readonly<Record<number, string>>>({});
  const choose = (at: number, chosen: Chosen) => {
    // Typing is one choice.
    const goesOn = chosen.take === "value" && choices[at]?.take === "value";
    if (!goesOn) setPast([...past, choices]);
    if (chosen.take === "value") own.current = { ...own.current, [at]: chosen.text };
    setChoices({ ...choices, [at]: chosen });
  };
  return {
    ...{ choices, typing, choose },
    canUndo: past.length > 0,
    startText(at: number, conflict: Conflict) {
      setTyping(at);
      choose(at, { take: "value", text: own.current[at] ?? proposedText(conflict) });
    },
    undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      // Undone into a text, the letters stay keys.
      setTyping(null);
      setPast(past.slice(0, -1));
      setChoices(before);
    },
  };
}
