import { startCompletion } from "@codemirror/autocomplete";
import { foldAll, toggleFold, unfoldAll } from "@codemirror/language";
import { nextDiagnostic } from "@codemirror/lint";
import { openSearchPanel } from "@codemirror/search";
import type { EditorView } from "@codemirror/view";
import { useState } from "react";
import { type AppAction, notify, type ShortcutId, useActions } from "../../app/index.ts";
import { type Translate, useTranslation } from "../../components/index.ts";
import { RenameDialog } from "../forms/rename-dialog.tsx";
import type { NamedInText } from "../language/analysis-view.ts";
import { askLanguage } from "../language/ask-language.ts";
import { offsetAt, textOf } from "../session/line-ends.ts";
import type { AuthoringSession } from "../session/session.ts";
import { useSession } from "../session/use-session.ts";
import { explainAtCursor } from "./hover.ts";
import { ReferencesDialog } from "./references-dialog.tsx";
import { widenSelection } from "./text-structure.ts";

interface Asked {
  readonly what: "rename" | "references";
  readonly named: NamedInText;
}

/**
 * The editor's commands beyond typing: listed in the palette with their keys, with the dialogs that some of them need.
 */
export function EditorActions() {
  const { t } = useTranslation();
  const session = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const askNamed = (what: Asked["what"], view: EditorView) =>
    void namedAtCursor(view).then((named) => (named ? setAsked({ what, named }) : notify(t("editor.noName"))));
  useActions(actionsOf(t, session, askNamed));
  if (asked === null) return null;
  const close = () => {
    setAsked(null);
    session.editor()?.focus();
  };
  return asked.what === "rename" ? (
    <RenameDialog named={asked.named} onClose={close} />
  ) : (
    <ReferencesDialog named={asked.named} onClose={close} />
  );
}

async function namedAtCursor(view: EditorView): Promise<NamedInText | null> {
  const place = { text: textOf(view.state), offset: offsetAt(view.state, view.state.selection.main.head) };
  const named = await askLanguage("named", place);
  return named && { ...named, ...place };
}

function actionsOf(
  t: Translate,
  session: AuthoringSession,
  askNamed: (what: Asked["what"], view: EditorView) => void,
): readonly AppAction[] {
  type Id = Extract<ShortcutId, `editor.${string}`> extends `editor.${infer Name}` ? Name : never;
  type Kind = "reads" | "writes" | "undoes";
  /** In the focused editor, whichever text it shows. */
  const offered = (id: Id, run: (view: EditorView) => unknown, kind: Kind = "reads"): AppAction => ({
    id: `editor.${id}`,
    title: t(`editor.do.${id}`),
    group: t("authoring.text"),
    writes: kind !== "reads",
    run: () => {
      const view = session.focusedEditor();
      if (!view) return;
      if (kind !== "undoes") view.focus();
      run(view);
    },
  });
  const ofFlow = (run: (view: EditorView) => unknown) => (view: EditorView) =>
    view === session.editor() ? run(view) : notify(t("editor.onlyFlow"));
  return [
    offered(
      "definition",
      ofFlow((view) => goToDefinition(session, view, view.state.selection.main.head, t)),
    ),
    offered(
      "references",
      ofFlow((view) => askNamed("references", view)),
    ),
    offered(
      "rename",
      ofFlow((view) => askNamed("rename", view)),
      "writes",
    ),
    offered(
      "format",
      ofFlow((view) => formatText(session, view, t)),
      "writes",
    ),
    offered("explain", (view) => explain(view, t)),
    offered("complete", startCompletion, "writes"),
    offered("nextProblem", nextDiagnostic),
    offered("find", openSearchPanel),
    offered("widen", widenSelection),
    offered("fold", toggleFold),
    offered("foldAll", foldAll),
    offered("unfoldAll", unfoldAll),
    offered("undo", () => session.undo(), "undoes"),
    offered("redo", () => session.redo(), "undoes"),
  ];
}

/** Goes to the definition of the name at a place in the editor. */
export async function goToDefinition(session: AuthoringSession, view: EditorView, place: number, t: Translate) {
  const text = textOf(view.state);
  const found = await askLanguage("definition", { text, offset: offsetAt(view.state, place) });
  if (textOf(view.state) !== text) return;
  if (found) session.reveal(found);
  else notify(t("editor.noDefinition"));
}

async function formatText(session: AuthoringSession, view: EditorView, t: Translate) {
  const text = textOf(view.state);
  const edits = await askLanguage("format", { text });
  if (edits === null) notify(t("common.fixTextFirst"));
  else if (edits.length === 0) notify(t("editor.inForm"));
  else if (!session.applyEdits(text, edits)) notify(t("editor.stale"));
}

async function explain(view: EditorView, t: Translate) {
  if (!(await explainAtCursor(view))) notify(t("editor.noMeaning"));
}
