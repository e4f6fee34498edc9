import type { TextEdit } from "../basics/diagnostics.ts";
import { Layout } from "../edit/layout.ts";
import type { Syntax } from "../syntax/parse.ts";

/** The whole text of a map goes under a key `process`, one level deeper; comments above it stay above. */
export function wrapping({ text, root, json }: Syntax): readonly TextEdit[] {
  if (root.kind !== "map") return [];
  const layout = new Layout(text);
  const { from, to } = root.range;
  const head = json ? from : layout.lineStart(from);
  const edits: TextEdit[] = [];
  const unit = json ? layout.unit : " ".repeat(layout.style.indent);
  const end = json ? to : text.length;
  for (let line = json ? layout.lineAfter(from) : head; line < end; line = layout.lineAfter(line))
    if (layout.endOfLine(line) > line) edits.push({ range: { from: line, to: line }, insert: unit });
  if (!json) return [{ range: { from: head, to: head }, insert: `process:${layout.lineEnd}` }, ...edits];
  const [open, close] = layout.spreads(root.range) ? [layout.lineEnd + unit, layout.lineEnd] : ["", ""];
  const space = layout.spreads(root.range) || /^\{\s*"[^"]*":\s/.test(text.slice(from)) ? " " : "";
  return [
    { range: { from, to: from }, insert: `{${open}"process":${space}` },
    ...edits,
    { range: { from: to, to }, insert: `${close}}` },
  ];
}
