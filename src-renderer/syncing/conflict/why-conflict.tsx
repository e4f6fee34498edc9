import { marksShown } from "../../../src-shared/basics/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { DraftConflict } from "./choices.ts";
import { MergeErrors } from "./merge-errors.tsx";

interface Props {
  readonly account: string;
  readonly conflict: DraftConflict;
}

/** Why the two sides of a flow cannot be merged automatically [Y4, Y5, Y7]. */
export function WhyConflict({ account, conflict }: Props) {
  const { t } = useTranslation();
  const { reason, errors, theirs, titleThere } = conflict;
  if (reason === "one_side")
    return <p>{t(theirs === null ? "sync.conflict.goneThere" : "sync.conflict.goneHere", { account })}</p>;
  if (reason === "another_flow") {
    const title = marksShown(titleThere || t("common.untitled"));
    return (
      <>
        <p>{t("sync.conflict.another", { account, title })}</p>
        <p>{t("sync.conflict.anotherText", { title })}</p>
      </>
    );
  }
  if (reason === "parts")
    return <p>{t(conflict.base === null ? "sync.conflict.textUnknown" : "sync.conflict.text", { account })}</p>;
  return (
    <>
      <p>{t("sync.conflict.broken", { count: errors.length })}</p>
      <MergeErrors errors={errors} />
      <p>{t("sync.conflict.brokenText")}</p>
    </>
  );
}
