import { dslVersions } from "../model/defaults.ts";
import { isShape } from "../schema/check.ts";
import type { ObjectShape, Shape } from "../schema/shapes.ts";

const newestVersion = JSON.stringify(dslVersions.at(-1));

export interface Skeleton {
  readonly json: boolean;
  /** Inside braces: everything goes on one line. */
  readonly flow: boolean;
  /** Where the key begins. */
  readonly column: number;
}

/** Marks where the cursor goes; no text of ours holds it. */
const cursor = "\u0000";
/** Where a placeholder that began at the cursor ends. */
const end = "\u0001";

/** A key with the beginning of its value: what the value needs is there, and the cursor stands in the first gap. */
export function keyInsert(
  spelled: string,
  shape: Shape,
  style: Skeleton,
): { readonly insert: string; readonly caret: number; readonly placeholder: number } {
  const tail = style.json || style.flow ? ` ${oneLine(shape, style.json)}` : block(shape, style.column);
  const whole = `${spelled}:${tail}`;
  const caret = whole.indexOf(cursor);
  const placeholder = whole.includes(end) ? whole.indexOf(end) - caret - 1 : 0;
  const insert = whole.replaceAll(cursor, "").replace(end, "");
  return { insert, caret: caret < 0 ? insert.length : caret, placeholder };
}

function block(shape: Shape, column: number): string {
  const deeper = `\n${" ".repeat(column + 2)}`;
  if (shape.kind === "single") return `${deeper}${cursor}`;
  if (shape.kind === "list" && holdsMaps(shape.item)) return `${deeper}- ${cursor}`;
  if (shape.kind === "record") return `${deeper}${cursor}`;
  if (shape.kind !== "object") return ` ${oneLine(shape, false)}`;
  if (shape.required.length === 0) return `${deeper}${cursor}`;
  // A stage's or a process's own lists read better as blocks.
  if (!shape.required.some((key) => opensBlock(shape, key))) return ` ${oneLine(shape, false)}`;
  return shape.required
    .map(
      (key) =>
        `${deeper}${key}:${started(key, column + 2) ?? block(shape.fields[key]?.shape ?? { kind: "checkedByRule" }, column + 2)}`,
    )
    .join("");
}

/** What a new process begins with is whole: the version of today, and a stage whose name is typed next. */
function started(key: string, column: number): string | null {
  if (key === "dsl-version") return ` ${newestVersion}`;
  if (key !== "stages") return null;
  const deeper = `\n${" ".repeat(column + 6)}`;
  return `\n${" ".repeat(column + 2)}- ${cursor}signing${end}:${deeper}actions: []${deeper}expect: {}`;
}

function opensBlock(shape: ObjectShape, key: string): boolean {
  const inner = shape.fields[key]?.shape;
  return inner?.kind === "list" && holdsMaps(inner.item);
}

function holdsMaps(shape: Shape): boolean {
  return shape.kind === "single" || shape.kind === "object";
}

function oneLine(shape: Shape, json: boolean): string {
  switch (shape.kind) {
    case "list":
      return `[${cursor}]`;
    case "either":
      return oneLine(shape.object, json);
    case "object": {
      const members = shape.required.map((key) => {
        const inner = shape.fields[key]?.shape ?? { kind: "checkedByRule" };
        return `${json ? `"${key}"` : key}: ${key === "dsl-version" ? newestVersion : oneLine(inner, json)}`;
      });
      return members.length === 0 ? `{ ${cursor} }` : `{ ${members.join(", ")} }`;
    }
    case "single":
      return isShape(shape.value) ? `{ ${cursor} }` : cursor;
    case "record":
      return `{ ${cursor} }`;
    case "text":
      return json ? `"${cursor}"` : cursor;
    case "constant":
      return `${JSON.stringify(shape.value)}${cursor}`;
    case "boolean":
    case "integer":
    case "checkedByRule":
      return cursor;
  }
}
