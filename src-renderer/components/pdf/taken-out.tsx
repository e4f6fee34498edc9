import type { RemovedContent } from "../../../src-shared/service/index.ts";
import { useTranslation } from "../texts/texts.ts";

/** The content removed from a PDF, since what people sign must be what they see; and whether others have signed it. */
export function TakenOut({ kinds }: { readonly kinds: readonly RemovedContent[] }) {
  const { t, i18n } = useTranslation();
  const removed = kinds.flatMap((kind) =>
    kind === "damage" || kind === "signatures" ? [] : t(`document.removedKind.${kind}`),
  );
  const what = new Intl.ListFormat(i18n.language).format(removed);
  return (
    <>
      {kinds.includes("damage") && <span>{t("document.repaired")}</span>}
      {kinds.includes("signatures") && <span>{t("document.signedBefore")}</span>}
      {removed.length > 0 && <span className="soft">{t("document.removed", { what })}</span>}
    </>
  );
}
