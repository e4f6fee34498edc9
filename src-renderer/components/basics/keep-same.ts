/**
 * `now`, with every part that equals its counterpart in `before` replaced by that, so that its view need not render
 * again. For JSON values.
 */
export function keepSame<T>(before: unknown, now: T): T {
  if (Object.is(before, now)) return now;
  if (Array.isArray(before) && Array.isArray(now)) {
    const kept = now.map((item, index) => keepSame(before[index], item));
    return (before.length === kept.length && kept.every((item, index) => item === before[index]) ? before : kept) as T;
  }
  if (!isPlain(before) || !isPlain(now)) return now;
  const keys = Object.keys(now);
  const kept = Object.fromEntries(keys.map((key) => [key, keepSame(before[key], now[key])]));
  const same =
    keys.length === Object.keys(before).length && keys.every((key) => key in before && kept[key] === before[key]);
  return (same ? before : kept) as T;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
