import type { DecorationSet, EditorView, PluginValue, ViewUpdate } from "@codemirror/view";
import { ViewPlugin } from "@codemirror/view";

/** Decorations of what is in sight, made anew when the text or what is in sight changes. */
export const decorationsInSight = (make: (view: EditorView) => DecorationSet): ViewPlugin<PluginValue> =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = make(view);
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate) {
        if (docChanged || viewportChanged) this.decorations = make(view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
