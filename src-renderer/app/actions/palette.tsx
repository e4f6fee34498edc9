import { Dialog } from "@base-ui/react/dialog";
import { useMemo, useRef, useState } from "react";
import { create } from "zustand";
import { isAlike, marksShown, plainWords } from "../../../src-shared/basics/index.ts";
import { closedBy, Finder, Keys, MessageText, useTranslation } from "../../components/index.ts";
import { useSettingsActions } from "../settings/settings-actions.ts";
import { type AppAction, useActions, useAllActions } from "./actions.ts";
import { isHit, useFound } from "./found.ts";
import { boundTo } from "./shortcut-table.ts";

const usePalette = create<{ readonly open: boolean; readonly opened: number }>()(() => ({ open: false, opened: 0 }));
export const openPalette = () => usePalette.setState(({ opened }) => ({ open: true, opened: opened + 1 }));

/** Flows, runs, people and their data, then every action of the visible views, found by typing (Mod+K). */
export function Palette() {
  const { t } = useTranslation();
  const { open, opened } = usePalette();
  const close = () => usePalette.setState({ open: false });
  const chosen = useRef<AppAction | null>(null);
  const choose = (action: AppAction) => {
    chosen.current = action;
    close();
  };
  /** The dialog returns the focus in the frame after its closing; a dialog opened by the action may then take it. */
  const runChosen = (isOpen: boolean) => {
    const action = chosen.current;
    if (isOpen || action === null) return;
    chosen.current = null;
    requestAnimationFrame(() => requestAnimationFrame(action.run));
  };
  const toggle = () => (usePalette.getState().open ? close() : openPalette());
  useActions([{ id: "palette", title: t("common.search"), group: t("actions.groupApp"), run: toggle }]);
  return (
    <Dialog.Root open={open} onOpenChange={closedBy(close)} onOpenChangeComplete={runChosen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label={t("common.search")}>
          {/* A palette that is reopened while it fades out must not keep the typed text. */}
          <PaletteList key={opened} onChoose={choose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({ onChoose }: { readonly onChoose: (action: AppAction) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const actions = useAllActions();
  const settings = useSettingsActions();
  const { named, alike, isOld } = useFound(typed.trim());
  const offered = useMemo(() => [...actions.filter(({ id }) => id !== "palette"), ...settings], [actions, settings]);
  const spelled = useMemo(() => (named.length > 0 ? NONE : spelledAlike(typed, offered)), [typed, offered, named]);
  const listed = spelled.size === 0 ? [...named, ...offered, ...alike] : [...alike, ...offered];
  return (
    <Finder
      label={t("palette.placeholder")}
      items={listed}
      keyOf={({ id }) => id}
      textOf={textOf}
      isFound={(item) => isHit(item) || spelled.has(item.id)}
      isOld={isOld}
      empty={t("palette.empty")}
      itemClass="palette-item"
      isDisabled={({ disabled }) => Boolean(disabled)}
      onType={setTyped}
      onTake={onChoose}
    >
      {(item) => (
        <>
          <span className="palette-group">{item.group}</span>
          <span className="palette-words">
            {marksShown(item.title)}
            {item.disabled && (
              <span className="palette-why">
                <MessageText text={item.disabled} />
              </span>
            )}
            {isHit(item) && item.where && <span className="palette-why">{marksShown(item.where)}</span>}
          </span>
          <BoundKeys id={item.id} />
        </>
      )}
    </Finder>
  );
}

const NONE: ReadonlySet<string> = new Set();
const textOf = ({ group, title, also = "" }: AppAction) => `${group} ${title} ${also}`;

/** Actions with similar spellings, if no action contains the typed text. */
function spelledAlike(typed: string, actions: readonly AppAction[]): ReadonlySet<string> {
  const words = plainWords(typed).split(/\s+/).filter(Boolean);
  const texts = actions.map((action) => plainWords(textOf(action)));
  if (words.length === 0 || texts.some((text) => text.includes(words.join(" ")))) return NONE;
  return new Set(actions.filter((_, at) => isAlike(words, texts[at] ?? "")).map(({ id }) => id));
}

function BoundKeys({ id }: Pick<AppAction, "id">) {
  const bound = boundTo(id);
  return bound && <Keys shortcut={bound.keys} />;
}
