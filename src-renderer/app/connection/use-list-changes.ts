import { useRef } from "react";

interface KeptList<Item> {
  /** The host's current list; null: it could not be read, and the author was told why. */
  readonly read: () => Promise<readonly Item[] | null>;
  /** Replaces the host's list; false: it refused, and the author was told why. */
  readonly send: (items: readonly Item[]) => Promise<boolean>;
}

/**
 * Changes a list that the host accepts only as a whole. Changes are sent one after the other, each applied to the
 * current list, so that none reverts a recent change, here or in another window.
 */
export function useListChanges<Item>({ read, send }: KeptList<Item>) {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** @returns whether the list is stored as `change` returns it */
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

/** The list without one item: the first equal one. */
export function without<Item>(items: readonly Item[], item: Item): readonly Item[] {
  const words = JSON.stringify(item);
  const at = items.findIndex((other) => JSON.stringify(other) === words);
  return items.filter((_, index) => index !== at);
}
