import { fail } from "../../host/index.ts";

/** The refusal of what is asked of a draft that is not there. */
export const missingDraft = (id: string): ReturnType<typeof fail> =>
  fail("resource_not_found", `There is no draft ${id}; it may have been deleted.`);
