import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { notify } from "../../app/index.ts";
import { type Command, commandOf, type Press, stepOf } from "./commands.ts";
import { rowNamed } from "./tree.ts";
import type { Editing } from "./use-editing.ts";
import type { Tree } from "./use-tree.ts";

/** Letters typed within this time belong together, in milliseconds. */
const TYPING_PAUSE = 700;

const pressOf = ({ key, altKey, shiftKey, ctrlKey, metaKey, timeStamp }: KeyboardEvent): Press => ({
  key,
  alt: altKey,
  shift: shiftKey,
  mod: ctrlKey || metaKey,
  at: timeStamp,
});

/** The keys of the tree. Keys pressed during a change apply to the flow after it, so they wait. */
export function useKeys(tree: Tree, editing: Editing, page: () => number) {
  const { rows, index } = tree;
  const held = useRef<Press[]>([]);
  const heard = useRef(false);
  const [, redraw] = useState(0);
  const letters = useRef({ text: "", at: 0 });

  const move = (pressed: Press): boolean => {
    const step = stepOf(rows, index, pressed, page());
    if (step === null) return false;
    const keyAt = (at: number) => rows[at]?.item.key ?? "";
    if ("to" in step) tree.focus(keyAt(step.to));
    else if ("open" in step) tree.setOpen(step.open.map(keyAt), true);
    else if ("close" in step) tree.setOpen([keyAt(step.close)], false);
    else {
      const { text, at } = letters.current;
      letters.current = { text: (pressed.at - at < TYPING_PAUSE ? text : "") + step.typed, at: pressed.at };
      const found = rowNamed(rows, index, letters.current.text);
      if (found !== null) tree.focus(keyAt(found));
    }
    return true;
  };
  const press = (pressed: Press): boolean => {
    const row = rows[index];
    if (!row) return false;
    if ((pressed.key === "F10" && pressed.shift) || pressed.key === "ContextMenu") {
      editing.setMenu({ what: "commands", key: row.item.key, anchor: null, adds: null });
      return true;
    }
    const meant = commandOf(pressed);
    if (meant === null) return move(pressed);
    const command = commandFor(editing.commands, meant);
    if (command?.blocked) notify(command.blocked);
    else if (command) command.run();
    else if (meant === "edit" && row.open !== null) tree.setOpen([row.item.key], !row.open);
    return true;
  };
  // Once the tree shows the change, the first waiting key is handled; it may start the next change. The rest waits
  // until the tree shows its result: other keys would start from the old focus.
  useEffect(() => {
    if (editing.busy.current > 0 || editing.typing !== null || editing.menu !== null) return;
    if (heard.current) held.current.shift();
    const [next] = held.current;
    heard.current = next !== undefined;
    if (next === undefined) return;
    press(next);
    redraw((count) => count + 1);
  });
  return (event: KeyboardEvent) => {
    const pressed = pressOf(event);
    if ((editing.busy.current > 0 || held.current.length > 0) && isHeard(pressed)) held.current.push(pressed);
    else if (!press(pressed)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  function isHeard(pressed: Press): boolean {
    return commandOf(pressed) !== null || stepOf(rows, index, pressed, 1) !== null;
  }
}

/** Enter edits the name of an item without a value. */
function commandFor(commands: readonly Command[], id: Command["id"]): Command | undefined {
  const found = commands.find((command) => command.id === id);
  return found ?? (id === "edit" ? commands.find((command) => command.id === "rename") : undefined);
}
