import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Check } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "../texts/texts.ts";
import "../dialogs/dialog.css";
import "./palette.css";

/** From here on a menu is too long to look through, and to draw at once. */
export const LONG_CHOICE = 50;
/** More are found by typing. */
const MOST_SHOWN = 100;

type Option = readonly [value: string, words: string];

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly focusAfter: () => HTMLElement | null;
  readonly onChange: (value: string) => void;
  readonly onClose: () => void;
}

/** One of many values, found by typing a part of it, as in the palette. What stands is offered first: Enter keeps it. */
export function LongChoice({ label, value, options, focusAfter, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const listed = useMemo(() => {
    const current = options.filter(([option]) => option === value);
    return [...current, ...options.filter(([option]) => option !== value)];
  }, [options, value]);
  const take = (option: string) => {
    onClose();
    // The dialog gives the focus back first; what follows may then take it.
    window.setTimeout(() => onChange(option), 0);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={label} finalFocus={focusAfter}>
          <Autocomplete.Root
            items={listed}
            limit={MOST_SHOWN}
            open
            inline
            autoHighlight="always"
            keepHighlight
            itemToStringValue={([, words]: Option) => words}
          >
            <Autocomplete.Input className="palette-input" placeholder={label} aria-label={label} />
            <Autocomplete.Empty className="palette-empty">{t("choice.empty")}</Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(item: Option) => (
                <Autocomplete.Item key={item[0]} value={item} className="menu-item" onClick={() => take(item[0])}>
                  <span className="menu-mark">{item[0] === value && <Check className="icon" aria-hidden />}</span>
                  <span className="menu-words">{item[1]}</span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <p className="palette-many soft">{t("choice.many", { count: options.length })}</p>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
