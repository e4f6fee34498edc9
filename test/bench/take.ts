import type { Result } from "../../src-main/documents/index.ts";

/** What the documents room answers, or an error that ends the row. */
export async function take<T>(result: Promise<Result<T>>): Promise<T> {
  const taken = await result;
  if (!taken.ok) throw new Error(taken.error.message);
  return taken.value;
}
