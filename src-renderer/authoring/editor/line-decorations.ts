import { type DecorationSet, type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** Decorations of the visible lines, rebuilt when the text or the visible part changes. */
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
