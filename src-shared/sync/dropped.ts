import { isObject, objectOf, sameJson, type WireFields } from "../language/index.ts";

/** Where a service may keep less than was written: whole fields, and members of these. Names are never dropped by a service. */
const PARTS = ["process_settings", "callback", "process"] as const;

type Path = readonly string[];

/** A draft as a service shows it: as it came, and in canonical form, which has defaults for what is not there. */
export interface Shown {
  readonly raw: WireFields;
  readonly canonical: WireFields;
}

/** Fields that were written and that the service does not keep [Y8]. */
export function droppedIn(written: WireFields, { raw, canonical }: Shown): readonly Path[] {
  const gone = (from: unknown, to: unknown, filled: unknown) =>
    Object.entries(objectOf(from))
      .filter(([key, value]) => (objectOf(to)[key] ?? null) === null && !sameJson(value, objectOf(filled)[key]))
      .map(([key]) => key);
  const whole: readonly Path[] = gone(written, raw, canonical).map((field) => [field]);
  const parts = PARTS.filter((part) => isObject(raw[part])).flatMap((part) =>
    gone(written[part], raw[part], canonical[part]).map((key): Path => [part, key]),
  );
  return [...whole, ...parts];
}

/** What a service shows, in canonical form, with what it does not keep as both sides had it last. */
export function withDropped({ raw, canonical }: Shown, base: WireFields | null, dropped: readonly Path[]): WireFields {
  const [shown, had] = [objectOf(raw), objectOf(base)];
  const filled: Record<string, unknown> = { ...canonical };
  for (const [field = "", key] of dropped) {
    if (key === undefined) {
      if ((shown[field] ?? null) === null) filled[field] = had[field] ?? null;
    } else if (isObject(filled[field]) && (objectOf(shown[field])[key] ?? null) === null)
      filled[field] = { ...filled[field], [key]: objectOf(had[field])[key] ?? null };
  }
  return filled as unknown as WireFields;
}
