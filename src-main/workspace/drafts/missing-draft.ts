import { fail } from "../../host/index.ts";

/** The error for an operation on a draft that does not exist. */
export const missingDraft = (id: string): ReturnType<typeof fail> =>
  fail("resource_not_found", `There is no draft ${id}; it may have been deleted.`);
