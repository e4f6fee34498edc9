type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** A row with its fields in the wire's spelling: `lastEvent` is `last_event`. What a schema does not name is not sent. */
export function snakeCase<T extends object>(row: T): { [K in keyof T as K extends string ? SnakeCase<K> : K]: T[K] } {
  const spelled = Object.entries(row).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return Object.fromEntries(spelled) as ReturnType<typeof snakeCase<T>>;
}
