import { useMemo } from "react";
import { notify } from "../../../app/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { useSession } from "../../session/use-session.ts";

/** One step back or forth in the flow; says so where there is none. */
export function useSteps() {
  const { t } = useTranslation();
  const session = useSession();
  return useMemo(
    () => ({
      undo: () => {
        if (!session.undo()) notify(t("canvas.nothingToUndo"));
      },
      redo: () => {
        if (!session.redo()) notify(t("canvas.nothingToRedo"));
      },
    }),
    [session, t],
  );
}
