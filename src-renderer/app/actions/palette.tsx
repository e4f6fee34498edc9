import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useRef } from "react";
import { create } from "zustand";
import { Finder, Keys, useTranslation } from "../../components/index.ts";
import { type AppAction, useActions, useAllActions } from "./actions.ts";
import { boundTo } from "./shortcut-table.ts";

const usePalette = create<{ readonly open: boolean }>()(() => ({ open: false }));
export const openPalette = () => usePalette.setState({ open: true });

/** Every action of what is on the screen, found by typing (Mod+K). */
export function Palette() {
  const { t } = useTranslation();
  const open = usePalette((state) => state.open);
  const setOpen = (next: boolean) => usePalette.setState({ open: next });
  const chosen = useRef<AppAction | null>(null);
  const choose = (action: AppAction) => {
    chosen.current = action;
    setOpen(false);
  };
  /** The dialog gives the focus back in the frame after its closing; what the action opens may then take it. */
  const runChosen = (isOpen: boolean) => {
    const action = chosen.current;
    if (isOpen || action === null) return;
    chosen.current = null;
    requestAnimationFrame(() => requestAnimationFrame(action.run));
  };
  const toggle = () => usePalette.setState((state) => ({ open: !state.open }));
  useActions([{ id: "palette", title: t("palette.open"), group: t("actions.groupApp"), run: toggle }]);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen} onOpenChangeComplete={runChosen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={t("palette.open")}>
          <PaletteList onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({ onChoose }: { readonly onChoose: (action: AppAction) => void }) {
  const { t } = useTranslation();
  const actions = useAllActions();
  const listed = useMemo(() => actions.filter((action) => action.id !== "palette"), [actions]);
  return (
    <Finder
      label={t("palette.placeholder")}
      items={listed}
      keyOf={({ id }) => id}
      textOf={({ group, title, also = "" }) => `${group} ${title} ${also}`}
      empty={t("palette.empty")}
      itemClass="palette-item"
      isDisabled={({ disabled }) => Boolean(disabled)}
      onTake={onChoose}
    >
      {({ id, group, title, disabled }) => (
        <>
          <span className="palette-group">{group}</span>
          <span className="palette-words">
            {title}
            {disabled && <span className="palette-why">{disabled}</span>}
          </span>
          <BoundKeys id={id} />
        </>
      )}
    </Finder>
  );
}

function BoundKeys({ id }: Pick<AppAction, "id">) {
  const bound = boundTo(id);
  return bound && <Keys shortcut={bound.keys} />;
}
