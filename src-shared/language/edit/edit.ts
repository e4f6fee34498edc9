import { applyEdits, editBetween, type TextEdit, translated } from "../../basics/index.ts";
import { plainReader, type Reader, type Source, sourceOf } from "../model/source.ts";
import { nodeAt, plainValue } from "../syntax/tree.ts";
import { jsonCopy, type Path, sameJson, valueAt, withValue } from "./compare.ts";
import { Planner, towards } from "./plan.ts";
import { blockYaml, jsonText } from "./render.ts";
import { settled } from "./settle.ts";

/** A text that does not parse cannot be edited by structure: nobody can say what it means. */
export class UneditableText extends Error {
  override readonly name = "UneditableText";
}

/** What `edits` gives; null where it finds that the text cannot be edited. */
export function editsOrNull(edits: () => readonly TextEdit[]): readonly TextEdit[] | null {
  try {
    return edits();
  } catch (error) {
    if (error instanceof UneditableText) return null;
    throw error;
  }
}

/**
 * The smallest edits that set one place of a YAML or JSON text, or remove it where `value` is undefined. Comments,
 * order and layout of everything else survive (law 5). Missing containers on the way are made; an index equal to a
 * list's length appends. Setting a map or list compares it with what is there and edits only the differences.
 * No edits: the text says so already.
 * @throws UneditableText when the text does not parse.
 */
export function edit(text: string, path: Path, value: unknown): readonly TextEdit[] {
  const { syntax } = editable(sourceOf(text));
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

/**
 * The text with several members of a map set at once, or removed where undefined, as by one `edit` after the other:
 * read, planned and verified once, however many they are.
 * @param within where the map stands; left out, the whole text
 * @throws UneditableText when the text does not parse.
 */
export function withMembers(text: string, members: Readonly<Record<string, unknown>>, within: Path = []): string {
  const [first, ...more] = Object.entries(members);
  if (first === undefined) return text;
  const [name, value] = first;
  if (more.length === 0) return applyEdits(text, edit(text, [...within, name], value));
  const read = editable(sourceOf(text));
  const before = plainValue(read.syntax.root);
  const set = (all: unknown, [key, one]: readonly [string, unknown]) => withValue(all, [...within, key], one);
  const after = jsonCopy(Object.entries(members).reduce(set, before));
  if (sameJson(before, after)) return text;
  const reader: Reader = { ...plainReader, source: (asked) => (asked === text ? read : sourceOf(asked)) };
  const edits = settled(text, towards(after), { value: after }, reader);
  if (edits !== null) return applyEdits(text, edits);
  // What goes wrong with one member must not cost the others their layout.
  return withMembers(applyEdits(text, edit(text, [...within, name], value)), Object.fromEntries(more), within);
}

/** @throws UneditableText when the text does not parse. */
export function editable(source: Source): Source {
  const broken = source.syntax.problems[0];
  if (broken === undefined) return source;
  throw new UneditableText(`The text has to be corrected before it can be edited here: ${translated(broken.message)}`);
}
