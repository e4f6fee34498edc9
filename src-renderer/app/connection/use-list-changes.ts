import { useRef } from "react";

interface KeptList<Item> {
  /** The list as the host keeps it by now; null: it could not be read, and the author was told why. */
  readonly read: () => Promise<readonly Item[] | null>;
  /** Has the host keep this list in its place; false: it refused, and the author was told why. */
  readonly send: (items: readonly Item[]) => Promise<boolean>;
}

/**
 * Changes a list that the host takes only whole. Changes go out one after the other, and each is made to the list as it is kept
 * by then: none takes back what was changed a moment before, here or in another window.
 */
export function useListChanges<Item>({ read, send }: KeptList<Item>) {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** @returns whether the list is kept as `change` gives it */
  return (change: (items: readonly Item[]) => readonly Item[]): Promise<boolean> => {
    const make = async () => {
      const items = await read();
      return items !== null && send(change(items));
    };
    const made = last.current.then(make, make);
    last.current = made;
    return made;
  };
}

/** The list without one item: the first that reads as this one does. */
export function without<Item>(items: readonly Item[], item: Item): readonly Item[] {
  const words = JSON.stringify(item);
  const at = items.findIndex((other) => JSON.stringify(other) === words);
  return items.filter((_, index) => index !== at);
}
