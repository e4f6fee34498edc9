import { isObject, objectOf, sameJson, type WireFields } from "../language/index.ts";

/**
 * Applies only the merge's changes to a draft's fields. Everything else stays as written: short forms, defaults and
 * passwords [Y2, Y3].
 * @param written as the text has them
 * @param canonical `canonicalFields(written)`
 */
export function applyMerge(written: WireFields, canonical: WireFields, merged: WireFields): WireFields {
  return carried(written, canonical, merged) as WireFields;
}

function carried(written: unknown, canonical: unknown, merged: unknown): unknown {
  if (sameJson(canonical, merged)) return written;
  if (Array.isArray(canonical) && Array.isArray(merged)) {
    const items = carriedItems(itemsOf(written), canonical, merged);
    return isObject(written) && items.length === 1 ? items[0] : items;
  }
  if (!isObject(canonical) || !isObject(merged)) return merged;
  const own = objectOf(written);
  const local = Object.entries(own).filter(([key]) => !Object.hasOwn(canonical, key));
  const members = Object.entries(merged).flatMap(([key, value]) => {
    const unwritten = !Object.hasOwn(own, key) && sameJson(canonical[key], value);
    return unwritten ? [] : [[key, carried(own[key], canonical[key], value)]];
  });
  return Object.fromEntries([...members, ...local]);
}

/** A group stands alone or in a list. */
const itemsOf = (written: unknown): readonly unknown[] => (Array.isArray(written) ? written : [written]);

/** Items that the merge left alone as they are written; stages are found by their name, groups and reminders by their order. */
function carriedItems(
  written: readonly unknown[],
  canonical: readonly unknown[],
  merged: readonly unknown[],
): readonly unknown[] {
  const left = canonical.map((item, at) => ({ canonical: item, written: written[at] }));
  const take = (fits: (item: unknown) => boolean) => {
    const at = left.findIndex((item) => fits(item.canonical));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const equal = merged.map((item) => take((known) => sameJson(known, item)));
  return merged.map((item, at) => {
    const same = equal[at];
    if (same !== undefined) return same.written;
    const key = onlyKey(item);
    const former = isObject(item) ? take((known) => onlyKey(known) === key) : undefined;
    return former === undefined ? item : carried(former.written, former.canonical, item);
  });
}

function onlyKey(item: unknown): string | null {
  const [key = null, ...others] = Object.keys(objectOf(item));
  return others.length > 0 ? null : key;
}
