import { marksShown } from "../../../src-shared/basics/index.ts";
import { useTime } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";

/** A document's name in the flow, its title if that differs, its pages and its size. */
export function DocumentWords({ name, title, pages, size }: Detail["documents"][number]) {
  const { t } = useTranslation();
  const time = useTime();
  const facts = [
    ...(title === name ? [] : [marksShown(title)]),
    t("document.pages", { count: pages }),
    time.byteSize(size),
  ];
  return (
    <>
      <span className="row-name">{marksShown(name)}</span>
      <span className="soft">{facts.join(" · ")}</span>
    </>
  );
}
