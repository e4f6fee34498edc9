import type { TextEdit } from "../diagnostics.ts";
import { editBetween } from "../lines.ts";
import { told } from "../said.ts";
import { plainReader, type Source } from "../services/source.ts";
import { parse } from "../syntax/parse.ts";
import { nodeAt, plainValue } from "../syntax/tree.ts";
import { jsonCopy, type Path, sameJson, withValue } from "./compare.ts";
import { Planner } from "./plan.ts";
import { blockYaml, jsonText } from "./render.ts";
import { settled } from "./settle.ts";

/** A text that does not parse cannot be edited by structure: nobody can say what it means. */
export class UneditableText extends Error {
  override readonly name = "UneditableText";
}

/**
 * The smallest edits that set one place of a YAML or JSON text, or remove it where `value` is undefined. Comments,
 * order and layout of everything else survive (law 5). Missing containers on the way are made; an index equal to a
 * list's length appends. Setting a map or list compares it with what is there and edits only the differences.
 * No edits: the text says so already.
 * @throws UneditableText when the text does not parse.
 */
export function edit(text: string, path: Path, value: unknown): readonly TextEdit[] {
  const syntax = parse(text);
  const broken = syntax.problems[0];
  if (broken !== undefined)
    throw new UneditableText(`The text has to be corrected before it can be edited here: ${told(broken.message)}`);
  const before = plainValue(syntax.root);
  const after = jsonCopy(withValue(before, path, jsonCopy(value)));
  if (sameJson(before, after)) return [];
  // Where the smallest plan does not come out right (an explicit key, an odd block text), a wider one does.
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const within = path.slice(0, depth);
    if (depth < path.length && nodeAt(syntax.root, within) === null) continue;
    const plan = (source: Source) => {
      const planner = new Planner(source.syntax);
      return depth === path.length
        ? planner.set(path, jsonCopy(value))
        : planner.replaceWhole(within, valueAt(after, within));
    };
    const edits = settled(text, plan, { value: after }, plainReader);
    if (edits !== null) return edits;
  }
  return editBetween(text, syntax.json ? `${jsonText(after, "  ")}\n` : blockYaml(after));
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) at = (at as Record<string | number, unknown>)[step];
  return at;
}
