import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { controlsShown } from "../../../src-shared/basics/index.ts";
import { useTranslation } from "../../components/index.ts";
import { editorTheme } from "./editor-theme.ts";
import { flowColours } from "./flow-colours.ts";
import "./text-diff.css";

/** Lines around a change that stay visible; longer stretches fold. */
const MARGIN = 3;
/** Texts with little in common get a coarse diff instead of a slow one. */
const QUICK = { scanLimit: 500, timeout: 200 };

/** Deleted text is rendered outside the editor's own text, where a control mark would take effect. */
const shown = (text: string) => controlsShown(text.replaceAll(/\r\n?/g, "\n"));

/** The lines that differ, old above new, each marked with − or +. Read-only. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const label = t("versions.text");
  const unchanged = t("versions.unchanged");
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: shown(after),
        extensions: [
          lineNumbers(),
          flowColours,
          EditorView.lineWrapping,
          editorTheme,
          EditorState.readOnly.of(true),
          EditorState.phrases.of({ "$ unchanged lines": unchanged }),
          EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
          unifiedMergeView({
            original: shown(before),
            mergeControls: false,
            collapseUnchanged: { margin: MARGIN, minSize: 2 * MARGIN },
            diffConfig: QUICK,
          }),
        ],
      }),
    });
    return () => view.destroy();
  }, [before, after, label, unchanged]);
  return <div ref={place} className="text-diff" />;
}
