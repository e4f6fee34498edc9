import { fitsBlock } from "./render.ts";

/**
 * A block text, `|` or `>`, with another value: its mark, its comment and its indentation stay, and of a folded one
 * every line that nothing changes on. null where the value cannot be written so.
 */
export function blockText(source: string, before: string, value: string): string | null {
  const lineEnd = source.includes("\r\n") ? "\r\n" : "\n";
  const [header = "", ...lines] = source.split(/\r?\n/);
  const [, mark, behind] = /^([|>])[-+\d]*(.*)$/.exec(header) ?? [];
  const indent = /^ +(?=\S)/.exec(lines.find((line) => line.trim() !== "") ?? "")?.[0];
  // An own width of the indentation, as in `|2`, is for texts that begin with spaces.
  if (mark === undefined || indent === undefined || /\d/.test(header.split("#")[0] ?? "") || !fitsBlock(value))
    return null;
  const body = value.replace(/\n$/, "");
  const written = lines.map((line) => line.slice(indent.length));
  const after = mark === "|" ? body.split("\n") : folded(body, written, before.replace(/\n+$/, ""));
  if (after === null) return null;
  const chomping = value.endsWith("\n") ? "" : "-";
  const indented = after.map((line) => (line === "" ? line : indent + line));
  return [mark + chomping + behind, ...indented].join(lineEnd);
}

/** Lines are folded at this width, or at that of the longest there is. */
const foldWidth = 60;

/** The lines of a folded text: where the text is as before, its lines end where they ended. */
function folded(value: string, written: readonly string[], before: string): readonly string[] | null {
  // Lines that begin with a space are not folded.
  if (/^[ \t]/m.test(value)) return null;
  const ends = lineEnds(written, before);
  let head = 0;
  while (head < Math.min(value.length, before.length) && value[head] === before[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(value.length, before.length) - head && value.at(-1 - tail) === before.at(-1 - tail)) tail += 1;
  const moved = value.length - before.length;
  const kept = ends.flatMap((at) =>
    at < head ? [at] : at >= before.length - tail && canEnd(value, at + moved) ? [at + moved] : [],
  );
  const width = written.reduce((widest, line) => Math.max(widest, line.length), foldWidth);
  return foldedAt(value, new Set(kept), width);
}

/** Where a line may end within a text: at a space by itself. */
function canEnd(value: string, at: number): boolean {
  return value[at] === " " && /\S/.test(value[at - 1] ?? " ") && /\S/.test(value[at + 1] ?? " ");
}

/** The spaces of a text at which its lines end; none where it is folded in another way than by single line ends. */
function lineEnds(written: readonly string[], before: string): readonly number[] {
  const ends: number[] = [];
  let at = 0;
  let open = false;
  for (const line of written) {
    if (line === "") {
      if (!open && before[at] !== "\n") return [];
      open = false;
      at += 1;
      continue;
    }
    if (open) {
      ends.push(at);
      at += 1;
    }
    if (before.slice(at, at + line.length) !== line) return [];
    at += line.length;
    open = true;
  }
  return ends.filter((end) => canEnd(before, end));
}

function foldedAt(value: string, kept: ReadonlySet<number>, width: number): readonly string[] {
  const lines: string[] = [];
  let line = 0;
  let space = -1;
  const cut = (at: number): void => {
    lines.push(value.slice(line, at));
    line = at + 1;
    space = -1;
  };
  for (let at = 0; at < value.length; at += 1) {
    if (value[at] === "\n") {
      // A line end is an empty line more; several are as many.
      if (at > line || value[at - 1] !== "\n") cut(at);
      else line = at + 1;
      lines.push("");
    } else if (kept.has(at)) cut(at);
    else if (at - line >= width && space > line) cut(space);
    if (canEnd(value, at) && at > line) space = at;
  }
  lines.push(value.slice(line));
  return lines;
}
