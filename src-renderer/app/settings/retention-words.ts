import type { useTranslation } from "react-i18next";

export type Translate = ReturnType<typeof useTranslation>["t"];

/** The interface's names of what a folder's policy trashes. */
export const TRASHES = ["trash_completed", "trash_failed", "trash_timed_out"] as const;
/** Interface 2.3: unset means 30 days, never "keep". */
export const USUAL_DELETE = 30;
