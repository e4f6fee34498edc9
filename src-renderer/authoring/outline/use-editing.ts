import { useCallback, useEffect, useState } from "react";
import { notify } from "../../app/index.ts";
import { type MenuAnchor, type Translate, useReadOnly, useTranslation } from "../../components/index.ts";
import { choosePdf, uploadPdfs } from "../forms/use-give-documents.ts";
import type { AnalysisView } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import type { AuthoringSession } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { addsAt, type Command, commandsOf, type Runner } from "./commands.ts";
import type { Add, Change, Edit, Item } from "./item.ts";
import { type Problems, pathAt, type Row } from "./tree.ts";
import { type Changes, type Tree, useChanges } from "./use-tree.ts";

type TextEdit = Extract<Edit, { kind: "text" }>;

/** A name or value that is being edited. */
export interface Typing {
  /** The row's key. */
  readonly key: string;
  readonly edit: TextEdit;
  /** The field replaces the name or the value. */
  readonly what: "name" | "value";
  /** A new item, in a row of its own after that one. */
  readonly adding: Add | null;
}

/** An open menu of a row: its commands, the items to add there, or the allowed values. */
export interface OpenMenu {
  readonly key: string;
  readonly anchor: MenuAnchor;
  readonly adds: readonly Add[] | null;
  readonly what: "commands" | "adds" | "values";
}

export interface Editing extends Changes {
  /** Why nothing can be changed. */
  readonly readOnly: string | null;
  readonly commands: readonly Command[];
  readonly runner: Runner;
  readonly typing: Typing | null;
  /** Accepts the typed text; returns a sentence if it does not. */
  readonly typed: (text: string) => string | null;
  readonly stopTyping: () => void;
  readonly menu: OpenMenu | null;
  readonly setMenu: (menu: OpenMenu | null) => void;
  readonly startAdd: (item: Item, add: Add) => void;
}

/** The author's current interaction with the tree: typing, choosing from a menu, or waiting for a change. */
export function useEditing(
  analysis: AnalysisView,
  tree: Tree,
  problems: Problems,
  elementOf: (key: string) => HTMLElement | null,
): Editing {
  const { t } = useTranslation();
  const session = useSession();
  const { rows, index } = tree;
  const [typing, setTyping] = useState<Typing | null>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { onDone, editWanted } = useFollowed(tree, setTyping);
  const changes = useChanges(onDone);
  useEffect(editWanted);

  const openMenu = (item: Item, what: OpenMenu["what"], adds: readonly Add[] | null = null) =>
    setMenu({ key: item.key, anchor: elementOf(item.key), what, adds });
  const startAdd = (item: Item, add: Add): void => {
    if (add.blocked) notify(add.blocked);
    else if (add.how === "now") void changes.run(add.done());
    else if (add.how === "uploaded") void upload(t, add, changes);
    else if (add.how === "picked") openMenu(item, "adds", add.options);
    else setTyping({ key: item.key, adding: add, edit: nameOf(add, t), what: "value" });
  };
  const runner: Runner = {
    change: (change) => void changes.run(change),
    edit: (item, what) => {
      const edit = item[what];
      if (edit?.kind === "text")
        setTyping({ key: item.key, edit, adding: null, what: what === "edit" ? "value" : "name" });
      else if (edit) openMenu(item, "values");
    },
    add: (item) => {
      const adds = addsAt(rows, indexOf(rows, item));
      const [only] = adds;
      if (only && adds.length === 1) startAdd(item, only);
      else openMenu(item, "adds", adds);
    },
    showText: (item) => void showText(session, analysis.text, pathAt(rows, indexOf(rows, item))),
    fix: ({ fix }) => fix && session.fix(analysis.text, fix),
  };
  const row = rows[index];
  const workspace = useReadOnly();
  const readOnly = workspace ?? (analysis.unreadable && t("common.fixTextFirst"));
  const standing = { adds: addsAt(rows, index), problems: problems(index), readOnly };
  return {
    ...changes,
    readOnly,
    commands: row ? commandsOf(t, row, standing, runner) : [],
    runner,
    typing,
    typed: (text) => {
      const change = typing?.edit.done(text) ?? "";
      if (typeof change === "string") return change;
      setTyping(null);
      void changes.run(change);
      return null;
    },
    stopTyping: () => setTyping(null),
    menu,
    setMenu,
    startAdd,
  };
}

const indexOf = (rows: readonly Row[], { key }: Item) => rows.findIndex(({ item }) => item.key === key);

/** The focus follows a change to its result, which is edited at once if the change asks for it. */
function useFollowed({ rows, index, focus }: Tree, setTyping: (typing: Typing) => void) {
  const [wanted, setWanted] = useState<string | null>(null);
  const onDone = useCallback(
    (change: Change) => {
      if (change.focus === undefined) return;
      focus(change.focus);
      if (change.edit) setWanted(change.focus);
    },
    [focus],
  );
  const editWanted = () => {
    const item = rows[index]?.item;
    if (wanted === null || item?.key !== wanted) return;
    setWanted(null);
    if (item.edit?.kind === "text") setTyping({ key: wanted, edit: item.edit, adding: null, what: "value" });
  };
  return { onDone, editWanted };
}

/** Asks for the name of a new item. */
function nameOf(add: Extract<Add, { how: "named" }>, t: Translate): TextEdit {
  return {
    kind: "text",
    label: add.label,
    value: "",
    done: (text) => {
      const name = text.trim();
      if (name === "") return t("common.nameFirst");
      return add.taken.includes(name) ? t("rename.refused.taken", { name }) : add.done(name);
    },
  };
}

async function upload(t: Translate, add: Extract<Add, { how: "uploaded" }>, { run }: Changes) {
  const uploads = await uploadPdfs(t, await choosePdf());
  if (uploads.length > 0) await run(add.done(uploads));
}

async function showText(session: AuthoringSession, text: string, path: Item["path"]) {
  if (path === null) return;
  const range = await askLanguage("place", { text, path });
  if (range && session.text() === text) session.reveal(range);
}
