import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useRef, useState } from "react";
import { create } from "zustand";
import { Finder, Keys, useTranslation } from "../../components/index.ts";
import { usePages } from "../connection/use-pages.ts";
import { goTo } from "../navigation/navigate.ts";
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
  const [typed, setTyped] = useState("");
  const actions = useAllActions();
  const flows = useFlowsToOpen(typed.trim());
  const listed = useMemo(() => [...actions.filter(({ id }) => id !== "palette"), ...flows], [actions, flows]);
  return (
    <Finder
      label={t("palette.placeholder")}
      items={listed}
      keyOf={({ id }) => id}
      textOf={({ group, title, also = "" }) => `${group} ${title} ${also}`}
      empty={t("palette.empty")}
      itemClass="palette-item"
      isDisabled={({ disabled }) => Boolean(disabled)}
      onType={setTyped}
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

/** As many flows as are offered before anything is typed. */
const MOST_RECENT = 5;

/** The flows of the workspace, each to be opened by its title: the newest, and those that what is typed finds. */
function useFlowsToOpen(typed: string): readonly AppAction[] {
  const { t } = useTranslation();
  const recent = usePages("drafts.list", {}, ["draft"]).items;
  const found = usePages("drafts.list", typed === "" ? {} : { search: typed }, ["draft"]).items;
  return useMemo(() => {
    const drafts = typed === "" ? recent.slice(0, MOST_RECENT) : [...recent, ...found];
    return [...new Map(drafts.map(({ id, title }) => [id, title]))].map(([id, title]) => ({
      id: `open.${id}`,
      group: t("actions.groupOpen"),
      title: title || t("common.untitled"),
      run: () => goTo("flows", id),
    }));
  }, [typed, recent, found, t]);
}

function BoundKeys({ id }: Pick<AppAction, "id">) {
  const bound = boundTo(id);
  return bound && <Keys shortcut={bound.keys} />;
}
