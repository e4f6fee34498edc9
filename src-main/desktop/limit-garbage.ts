import { limitGarbage } from "../cli/limit-garbage.ts";

/** Imported first: a module's code runs before that of those that are imported behind it. */
limitGarbage({ yields: true });
