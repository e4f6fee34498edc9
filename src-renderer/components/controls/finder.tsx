import { Autocomplete } from "@base-ui/react/autocomplete";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import "../dialogs/dialog.css";
import "./palette.css";

interface FinderProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The searched text. */
  readonly textOf: (item: T) => string;
  /** Matches any typed text: it was found by that. */
  readonly isFound?: (item: T) => boolean;
  /**
   * The results belong to earlier words: Enter, unless it selects one of them, waits for the results of the current
   * words.
   */
  readonly isOld?: boolean;
  /** Shown if nothing matches. */
  readonly empty: string;
  /** The number of items rendered; left out, all. */
  readonly limit?: number;
  readonly itemClass: string;
  readonly isDisabled?: (item: T) => boolean;
  /** Called with the typed text, to find more by it. */
  readonly onType?: (text: string) => void;
  readonly onTake: (item: T) => void;
  readonly children: (item: T) => ReactNode;
}

/** Finds items by a part of their text: the first match is marked, and Enter selects it. */
export function Finder<T>({
  label,
  items,
  textOf,
  isFound,
  isOld = false,
  empty,
  limit,
  itemClass,
  isDisabled,
  onType,
  ...rest
}: FinderProps<T>) {
  const { contains } = Autocomplete.useFilter();
  const typed = useRef("");
  const isAwaited = useRef(false);
  const take = (item: T) => {
    if (!isDisabled?.(item)) rest.onTake(item);
  };
  const press = (item: T, { detail }: MouseEvent) => {
    const isByMouse = detail > 0;
    if (isByMouse || !isOld || contains(item, typed.current, textOf)) take(item);
    else isAwaited.current = true;
  };
  useEffect(() => {
    if (isOld || !isAwaited.current) return;
    isAwaited.current = false;
    const first = items.find((item) => isFound?.(item) || contains(item, typed.current, textOf));
    if (first !== undefined) take(first);
  });
  return (
    <Autocomplete.Root
      items={items}
      filter={(item, typed, text) => isFound?.(item) || contains(item, typed, text)}
      {...(limit && { limit })}
      onValueChange={(text) => {
        typed.current = text;
        isAwaited.current = false;
        onType?.(text);
      }}
      open
      inline
      autoHighlight="always"
      keepHighlight
      itemToStringValue={textOf}
    >
      <Autocomplete.Input className="palette-input" placeholder={label} aria-label={label} />
      <Autocomplete.Empty className="palette-empty">{empty}</Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(item: T) => (
          <Autocomplete.Item
            key={rest.keyOf(item)}
            value={item}
            className={itemClass}
            disabled={isDisabled?.(item) ?? false}
            onClick={(event) => press(item, event)}
          >
            {rest.children(item)}
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
