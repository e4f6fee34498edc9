import { Keyboard } from "lucide-react";
import { create } from "zustand";
import { Dialog, IconButton, Keys, useTranslation } from "../../components/index.ts";
import { useActions } from "./actions.ts";
import { entriesOf, keysOf, SHORTCUT_GROUPS, SHORTCUT_PLACE_NAMES, SHORTCUT_PLACES } from "./shortcut-table.ts";
import "./shortcuts.css";

const useOpen = create<{ readonly open: boolean }>()(() => ({ open: false }));
const show = () => useOpen.setState({ open: true });

/** Every shortcut of the app, by the place where it works. */
export function ShortcutsDialog() {
  const { t } = useTranslation();
  const open = useOpen((state) => state.open);
  useActions([{ id: "app.shortcuts", title: t("shortcuts.title"), group: t("actions.groupApp"), run: show }]);
  return (
    <Dialog open={open} onClose={() => useOpen.setState({ open: false })} title={t("shortcuts.title")} wide>
      <div className="shortcut-groups">
        {SHORTCUT_PLACES.map((group) => (
          <section key={group}>
            <h3>{t(SHORTCUT_PLACE_NAMES[group])}</h3>
            <dl className="shortcut-list">
              {entriesOf(SHORTCUT_GROUPS[group]).map(([id, { keys, title, of }]) => (
                <div key={id}>
                  <dt>{t(title, { what: of === undefined ? "" : t(of) })}</dt>
                  <dd>
                    <Keys shortcut={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="soft">{t("shortcuts.outline")}</p>
    </Dialog>
  );
}

/** Opens the list. */
export function ShortcutsButton() {
  const { t } = useTranslation();
  return <IconButton icon={Keyboard} label={t("shortcuts.title")} shortcut={keysOf("app.shortcuts")} onClick={show} />;
}
