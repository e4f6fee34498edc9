/** A row that the caller believed to be there; the caller's mistake, told with its name and id. */
export function missing(what: string, id: string): Error {
  return new Error(`There is no ${what} ${id}.`);
}
