import { useState } from "react";
import {
  LONG_CHOICE,
  LongChoice,
  MenuAt,
  MenuChoice,
  MenuEntries,
  MenuNames,
  useTranslation,
} from "../../components/index.ts";
import type { Edit, Item } from "./item.ts";
import type { Editing } from "./use-editing.ts";

interface OutlineMenuProps {
  readonly item: Item;
  readonly editing: Editing;
  readonly elementOf: (key: string) => HTMLElement | null;
}

/** The menu of a row: its commands with their keys, the items to add, or the allowed values. */
export function OutlineMenu({ item, editing, elementOf }: OutlineMenuProps) {
  const { t } = useTranslation();
  const { menu, setMenu, commands, startAdd } = editing;
  if (menu === null) return null;
  const { edit } = item;
  const choosing = menu.what === "values";
  if (choosing && edit?.kind === "choice" && edit.options.length > LONG_CHOICE)
    return (
      <LongChoice
        label={edit.label}
        value={edit.value}
        options={edit.options}
        focusAfter={() => elementOf(item.key)}
        onChange={(value) => editing.runner.change(edit.done(value))}
        onClose={() => setMenu(null)}
      />
    );
  // The menu returns the focus first; a dialog opened by a command may then take it.
  const after = (run: () => void) => () => window.setTimeout(run, 0);
  const label = choosing
    ? (edit?.label ?? "")
    : t(menu.what === "adds" ? "outline.addTo" : "outline.actions", { what: item.label });
  return (
    <MenuAt
      key={menu.adds?.map((add) => add.label).join() ?? menu.what}
      label={label}
      anchor={menu.anchor ?? elementOf(item.key)}
      focusAfter={() => elementOf(item.key)}
      onClose={() => setMenu(null)}
    >
      {menu.what === "commands" && (
        <MenuEntries entries={commands.map((command) => ({ ...command, run: after(command.run) }))} />
      )}
      {menu.what === "adds" && (
        <MenuEntries
          entries={(menu.adds ?? []).map((add) => ({
            label: add.label,
            icon: add.icon,
            blocked: add.blocked ?? null,
            run: after(() => startAdd(item, add)),
          }))}
        />
      )}
      {choosing && edit && <Values edit={edit} editing={editing} />}
    </MenuAt>
  );
}

function Values({ edit, editing }: { readonly edit: Edit; readonly editing: Editing }) {
  if (edit.kind === "choice")
    return (
      <MenuChoice
        value={edit.value}
        options={edit.options}
        onChange={(value) => editing.runner.change(edit.done(value))}
      />
    );
  return edit.kind === "names" ? <Names edit={edit} editing={editing} /> : null;
}

function Names({ edit, editing }: { readonly edit: Extract<Edit, { kind: "names" }>; readonly editing: Editing }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(edit.chosen);
  const toggle = (name: string) => {
    const next = chosen.includes(name)
      ? chosen.filter((other) => other !== name)
      : edit.options.filter((option) => option === name || chosen.includes(option));
    setChosen(next);
    editing.runner.change(edit.done(next));
  };
  const blocked = (name: string) =>
    !edit.mayBeEmpty && chosen.length === 1 && chosen.includes(name) ? t("outline.needsOne") : null;
  return <MenuNames chosen={chosen} options={edit.options} blocked={blocked} onToggle={toggle} />;
}
