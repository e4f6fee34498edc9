import type { FlowOutline } from "../../../src-shared/language/index.ts";

/**
 * By stage of the outline: whether its place, and the places of its actions, are those of the text. An item that cannot
 * be read is missing from the outline, and those behind it then stand elsewhere.
 */
export function firmStages(value: unknown, { stages }: Pick<FlowOutline, "stages">): readonly boolean[] {
  const listed = field(field(value, "process"), "stages") ?? field(value, "stages");
  const items: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return stages.map(({ name, actions }, at) => {
    const written = field(field(items[at], name), "actions");
    const count = Array.isArray(written) ? written.length : 0;
    return items.length === stages.length && count === actions.length;
  });
}

/** A member or item of plain JSON; undefined where there is none. */
export function field(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}
