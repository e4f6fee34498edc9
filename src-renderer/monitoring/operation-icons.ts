import { ArchiveRestore, Ban, Bell, CalendarPlus, Trash2, X } from "lucide-react";

/** Icons of the author's operations on a run, here and on an account. */
export const OPERATION_ICONS = {
  remind: Bell,
  prolong: CalendarPlus,
  cancel: Ban,
  trash: Trash2,
  restore: ArchiveRestore,
  delete: X,
} as const;
