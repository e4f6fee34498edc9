import type { FlowOutline } from "../../../src-shared/language/index.ts";
import { field } from "./raw-value.ts";

/**
 * By stage of the outline: whether its place, and the places of its actions, match the text. The outline leaves out an
 * item that cannot be parsed, and later items then have other places.
 */
export function editableStages(value: unknown, { stages }: Pick<FlowOutline, "stages">): readonly boolean[] {
  const listed = field(field(value, "process"), "stages") ?? field(value, "stages");
  const items: readonly unknown[] = Array.isArray(listed) ? listed : [];
  return stages.map(({ name, actions }, at) => {
    const written = field(field(items[at], name), "actions");
    const count = Array.isArray(written) ? written.length : 0;
    return items.length === stages.length && count === actions.length;
  });
}
