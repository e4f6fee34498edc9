import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { useTranslation } from "../../components/index.ts";

const FIRST_NAMES = 12;

/** Names in a line; of many the first ones, and the others at a click: else they push the rest of the page out of sight. */
export function NamedPeople({ names }: { readonly names: readonly string[] }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const more = names.length - FIRST_NAMES;
  // A single one takes no more room than the button would.
  const isLong = more > 1;
  const shown = isLong && !all ? names.slice(0, FIRST_NAMES) : names;
  return (
    <>
      <span>{marksShown(shown.join(", ")) || "–"}</span>
      {isLong && (
        <button type="button" className="long-text-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("common.showLess") : t("common.more", { count: more })}
        </button>
      )}
    </>
  );
}
