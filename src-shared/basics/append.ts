/** Puts all of `more` at the end of a list. `push(...more)` throws at some 120,000 items, which are its arguments. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
