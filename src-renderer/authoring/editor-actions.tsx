import { startCompletion } from "@codemirror/autocomplete";
import { redo, undo } from "@codemirror/commands";
import { foldAll, toggleFold, unfoldAll } from "@codemirror/language";
import { nextDiagnostic } from "@codemirror/lint";
import { openSearchPanel } from "@codemirror/search";
import type { EditorView } from "@codemirror/view";
import type { TFunction } from "i18next";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppAction, mac, useActions } from "../app/actions.ts";
import { tell } from "../app/notify.ts";
import { askLanguage } from "./analysis-client.ts";
import type { NamedInText } from "./analysis-types.ts";
import { applyToEditor, revealRange, useEditor } from "./editor-store.ts";
import { explainAtCursor } from "./hover.ts";
import { ReferencesDialog } from "./references-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";

interface Asked {
  readonly what: "rename" | "references";
  readonly named: NamedInText;
}

/** What the editor can do beyond typing: listed in the palette with its keys, and the dialogs that some of it needs. */
export function EditorActions() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const askNamed = useCallback(
    (what: Asked["what"], view: EditorView) =>
      void namedAtCursor(view).then((named) => (named ? setAsked({ what, named }) : tell(t("editor.noName")))),
    [t],
  );
  useActions(useMemo(() => actionsOf(t, askNamed), [t, askNamed]));
  if (asked === null) return null;
  const close = () => {
    setAsked(null);
    useEditor.getState().view?.focus();
  };
  return asked.what === "rename" ? (
    <RenameDialog named={asked.named} onClose={close} />
  ) : (
    <ReferencesDialog named={asked.named} onClose={close} />
  );
}

async function namedAtCursor(view: EditorView): Promise<NamedInText | null> {
  const place = { text: view.state.doc.toString(), offset: view.state.selection.main.head };
  const named = await askLanguage("named", place);
  return named && { ...named, ...place };
}

function actionsOf(t: TFunction, askNamed: (what: Asked["what"], view: EditorView) => void): readonly AppAction[] {
  type Kind = "reads" | "writes" | "undoes";
  const offered = (
    id: string,
    shortcut: string,
    run: (view: EditorView) => unknown,
    kind: Kind = "reads",
  ): AppAction => ({
    id: `editor.${id}`,
    title: t(`editor.do.${id}`),
    group: t("editor.group"),
    shortcut,
    writes: kind !== "reads",
    run: () => {
      const { view } = useEditor.getState();
      if (!view) return;
      if (kind !== "undoes") view.focus();
      run(view);
    },
  });
  return [
    offered("definition", "F12", (view) => goToDefinition(view, view.state.selection.main.head, t)),
    offered("references", "Shift+F12", (view) => askNamed("references", view)),
    offered("rename", "F2", (view) => askNamed("rename", view), "writes"),
    offered("format", "Alt+Shift+F", (view) => formatText(view, t), "writes"),
    offered("explain", "Shift+F1", (view) => explain(view, t)),
    offered("complete", "Ctrl+Space", startCompletion, "writes"),
    offered("nextProblem", "F8", nextDiagnostic),
    offered("find", "Mod+F", openSearchPanel),
    offered("fold", mac ? "Mod+Alt+[" : "Mod+Shift+[", toggleFold),
    offered("foldAll", "Ctrl+Alt+[", foldAll),
    offered("unfoldAll", "Ctrl+Alt+]", unfoldAll),
    offered("undo", "Mod+Z", undo, "undoes"),
    offered("redo", mac ? "Mod+Shift+Z" : "Mod+Y", redo, "undoes"),
  ];
}

/** Goes to where the name at an offset is given. */
export async function goToDefinition(view: EditorView, offset: number, t: TFunction) {
  const text = view.state.doc.toString();
  const found = await askLanguage("definition", { text, offset });
  if (view.state.doc.toString() !== text) return;
  if (found) revealRange(found);
  else tell(t("editor.noDefinition"));
}

async function formatText(view: EditorView, t: TFunction) {
  const text = view.state.doc.toString();
  const edits = await askLanguage("format", { text });
  if (edits === null) tell(t("editor.unreadable"));
  else if (edits.length === 0) tell(t("editor.inForm"));
  else if (!applyToEditor(text, edits)) tell(t("editor.stale"));
}

async function explain(view: EditorView, t: TFunction) {
  if (!(await explainAtCursor(view, (version) => t("editor.since", { version })))) tell(t("editor.noMeaning"));
}
