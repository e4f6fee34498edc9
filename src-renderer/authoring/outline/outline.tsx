import { ChevronsDownUp, ChevronsUpDown, Ellipsis, Plus } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import { useActions } from "../../app/index.ts";
import { Button, IconButton, MessageText, useTranslation } from "../../components/index.ts";
import { TONES } from "../forms/problems.tsx";
import type { AnalysisView } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import { useSession } from "../session/use-session.ts";
import { OutlineMenu } from "./outline-menu.tsx";
import { RowList, type RowListHandle } from "./row-list.tsx";
import { openable, pathAt, problemsOf } from "./tree.ts";
import { type Editing, useEditing } from "./use-editing.ts";
import { useKeys } from "./use-keys.ts";
import { type Tree, useTree } from "./use-tree.ts";
import "./outline.css";

/** The whole flow as a tree, readable and editable by keyboard alone; every change is an edit of the text. */
export function Outline({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const tree = useTree(analysis);
  const { rows, index } = tree;
  const list = useRef<RowListHandle>(null);
  const elementOf = (key: string) => list.current?.element(key) ?? null;
  const problems = useMemo(() => problemsOf(rows, analysis.diagnostics), [rows, analysis.diagnostics]);
  const editing = useEditing(analysis, tree, problems, elementOf);
  const onKey = useKeys(tree, editing, () => list.current?.page() ?? 1);
  // The commands of the focused row are in the palette, too. Their keys belong to the tree.
  useActions(
    editing.commands.map(({ id, label, blocked, run }, at) => ({
      id: `outline.${id}.${at}`,
      title: label,
      group: t("sides.outline"),
      ...(blocked && { disabled: blocked }),
      run,
    })),
  );
  useTextFollows(analysis, tree);

  const menuItem = rows.find(({ item }) => item.key === editing.menu?.key)?.item;
  return (
    <section className="outline" aria-label={t("sides.outline")}>
      <Bar tree={tree} editing={editing} />
      {analysis.unreadable !== null && <p className="outline-readonly tone-wait">{t("common.fixTextFirst")}</p>}
      <RowList handle={list} label={t("outline.label")} {...{ tree, problems, editing, onKey }} />
      <RowProblems problems={problems(index)} />
      {menuItem && <OutlineMenu item={menuItem} editing={editing} elementOf={elementOf} />}
    </section>
  );
}

/** The full problems of the focused row: a row has room for only the start of one. */
function RowProblems({ problems }: { readonly problems: readonly Diagnostic[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="outline-problems">
      {problems.slice(0, MOST_SHOWN).map(({ rule, severity, message, range }) => (
        <li key={`${rule} ${range.from} ${message}`} className={TONES[severity]}>
          <MessageText text={message} /> <span className="soft">{rule}</span>
        </li>
      ))}
    </ul>
  );
}

const MOST_SHOWN = 3;

/** Buttons for the mouse; each shows its key. */
function Bar({ tree: { items, rows, index, setOpen }, editing }: { readonly tree: Tree; readonly editing: Editing }) {
  const { t } = useTranslation();
  const item = rows[index]?.item;
  const add = editing.commands.find(({ id }) => id === "add");
  return (
    <div className="outline-bar">
      <Button
        look="ghost"
        icon={Plus}
        shortcut="Insert"
        blocked={add ? add.blocked : t("outline.nothingToAdd")}
        onClick={() => add?.run()}
      >
        {t("outline.do.add")}
      </Button>
      <IconButton
        icon={Ellipsis}
        label={t("outline.actions", { what: item?.label ?? "" })}
        shortcut="Shift+F10"
        onClick={({ currentTarget }) =>
          item && editing.setMenu({ what: "commands", key: item.key, anchor: currentTarget, adds: null })
        }
      />
      <span className="outline-spring" />
      <IconButton icon={ChevronsUpDown} label={t("outline.openAll")} onClick={() => setOpen(openable(items), true)} />
      <IconButton icon={ChevronsDownUp} label={t("outline.closeAll")} onClick={() => setOpen(openable(items), false)} />
    </div>
  );
}

/** Scrolls the text to the focused item. */
function useTextFollows({ text }: AnalysisView, { rows, index }: Tree) {
  const session = useSession();
  const newest = useRef({ text, rows });
  newest.current = { text, rows };
  const key = rows[index]?.item.key;
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row moves the text, another text does not
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const path = pathAt(newest.current.rows, index);
    if (path === null) return;
    void askLanguage("place", { text: newest.current.text, path }).then((range) => {
      if (range && session.text() === newest.current.text) session.scrollTo(range);
    });
  }, [key]);
}
