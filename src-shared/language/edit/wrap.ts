import type { TextEdit, TextRange } from "../../basics/index.ts";
import type { Syntax } from "../syntax/parse.ts";
import { Layout } from "./layout.ts";

/** The whole text of a map goes under a key `process`, one level deeper; comments above it stay above. */
export function wrapping({ text, root, json }: Syntax): readonly TextEdit[] {
  if (root.kind !== "map") return [];
  const { from, to } = root.range;
  if (!json) return linesBelowProcess(text, { from, to: text.length });
  const layout = new Layout(text);
  const spreads = layout.spreads(root.range);
  const [open, close] = spreads ? [layout.lineEnd + layout.unit, layout.lineEnd] : ["", ""];
  const space = spreads || /^\{\s*"[^"]*":\s/.test(text.slice(from)) ? " " : "";
  return [
    { range: { from, to: from }, insert: `{${open}"process":${space}` },
    ...indented(layout, { from: layout.lineAfter(from), to }, layout.unit),
    { range: { from: to, to }, insert: `${close}}` },
  ];
}

/** The lines of a range of YAML go under a key `process`. */
export function linesBelowProcess(text: string, { from, to }: TextRange): readonly TextEdit[] {
  const layout = new Layout(text);
  const head = layout.lineStart(from);
  return [
    { range: { from: head, to: head }, insert: `process:${layout.lineEnd}` },
    ...indented(layout, { from: head, to }, " ".repeat(layout.style.indent)),
  ];
}

/** Each line that says something moves to the right. */
function indented(layout: Layout, { from, to }: TextRange, unit: string): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (let line = from; line < to; line = layout.lineAfter(line))
    if (layout.endOfLine(line) > line) edits.push({ range: { from: line, to: line }, insert: unit });
  return edits;
}
