import { Dialog } from "@base-ui/react/dialog";
import { Check } from "lucide-react";
import { useMemo } from "react";
import { closedBy } from "../dialogs/closed-by.ts";
import { useTranslation } from "../texts/texts.ts";
import { Finder } from "./finder.tsx";

/** From here on a menu is too long to search by eye, and to render at once. */
export const LONG_CHOICE = 50;
/** More are found by typing. */
const MOST_SHOWN = 100;

type Option = readonly [value: string, words: string];

/** A search elsewhere for options, by the typed words. */
export interface Search {
  /** They were found by earlier words. */
  readonly isOld: boolean;
  readonly onType: (text: string) => void;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  /** Left out: the options are complete. */
  readonly search?: Search | undefined;
  readonly focusAfter: () => HTMLElement | null;
  readonly onChange: (value: string) => void;
  readonly onClose: () => void;
}

/**
 * One of many values, found by typing a part of it, as in the palette. The current value is offered first: Enter keeps
 * it.
 */
export function LongChoice({ label, value, options, search, focusAfter, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const listed = useMemo(() => {
    const current = options.filter(([option]) => option === value);
    return [...current, ...options.filter(([option]) => option !== value)];
  }, [options, value]);
  const take = (option: string) => {
    onClose();
    // The dialog returns the focus first; what follows may then take it.
    window.setTimeout(() => onChange(option), 0);
  };
  return (
    <Dialog.Root open onOpenChange={closedBy(onClose)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={label} finalFocus={focusAfter}>
          <Finder
            label={label}
            items={listed}
            keyOf={([option]) => option}
            textOf={([, words]) => words}
            empty={t("choice.empty")}
            limit={MOST_SHOWN}
            {...(search && { ...search, isFound: () => true })}
            itemClass="menu-item"
            onTake={([option]) => take(option)}
          >
            {([option, words]) => (
              <>
                <span className="menu-mark">{option === value && <Check className="icon" aria-hidden />}</span>
                <span className="menu-words">{words}</span>
              </>
            )}
          </Finder>
          <p className="palette-many soft">
            {search ? t("choice.search") : t("choice.many", { count: options.length })}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
