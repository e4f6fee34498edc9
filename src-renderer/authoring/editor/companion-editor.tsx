import { setDiagnostics } from "@codemirror/lint";
import { Compartment } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { useEffect, useId, useRef } from "react";
import type { Diagnostic } from "../../../src-shared/basics/index.ts";
import type { Names } from "../../../src-shared/foresight/index.ts";
import { useReadOnly, useTranslation } from "../../components/index.ts";
import { askLanguage } from "../language/ask-language.ts";
import type { Companion } from "../session/companion.ts";
import { shownAt, textOf } from "../session/line-ends.ts";
import { useSession } from "../session/use-session.ts";
import { type EditorLanguage, textEditing, worded } from "./editor-setup.ts";
import { showFolds } from "./folding.ts";
import "./text-editor.css";

/** Depends on the reader's language or the flow's names: changes without a new editor. */
const wording = new Compartment();

interface Props {
  readonly companion: Companion;
  /** The text's label. */
  readonly label: string;
  /** The names of the flow, which the text may use. */
  readonly names: Names;
  /** The problems of a text, which may be older than the editor's. */
  readonly wrong: { readonly text: string; readonly problems: readonly Diagnostic[] };
}

/** An editor for a companion text, with completion, hover and its problems. Its undo history outlives the editor. */
export function CompanionEditor({ companion, label, names, wrong }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView | null>(null);
  const readOnly = useReadOnly() !== null;
  const leaving = useId();
  const session = useSession();
  const asked = session.useAsked();
  const language: EditorLanguage = {
    complete: (at) => askLanguage("completeBeside", { of: companion.name, names, ...at }),
    hover: (at) => askLanguage("hoverBeside", { of: companion.name, names, ...at }),
    eager: true,
  };
  const words = worded(t, language, { label, leaving, readOnly });
  const first = useRef(words);

  useEffect(() => {
    if (!place.current) return undefined;
    const { view, leave } = companion.showIn(place.current, [wording.of(first.current), textEditing()]);
    editor.current = view;
    return () => {
      editor.current = null;
      leave();
    };
  }, [companion]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are made of these.
  useEffect(() => {
    editor.current?.dispatch({ effects: wording.reconfigure(words) });
  }, [t, label, names, readOnly, companion]);

  useEffect(() => {
    const view = editor.current;
    if (view === null || textOf(view.state) !== wrong.text) return;
    const shown = wrong.problems.map(({ rule, severity, message, range }) => ({
      ...shownAt(view.state, range),
      ...{ severity, message, source: rule },
    }));
    view.dispatch(setDiagnostics(view.state, shown));
    void showFolds(view, wrong.text, () => editor.current);
  }, [wrong]);

  useEffect(() => {
    if (asked?.part !== companion.name || asked.range === null) return;
    companion.reveal(asked.range);
    session.shownBeside();
  }, [session, companion, asked]);

  return (
    <>
      <div ref={place} className="text-editor" />
      <span id={leaving} className="visually-hidden">
        {t("editor.leaving")}
      </span>
    </>
  );
}
