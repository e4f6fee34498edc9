import type { Assumptions, ExpectationsRead } from "../../../src-shared/foresight/index.ts";
import { Select, useReadOnly, useTranslation } from "../../components/index.ts";
import { useChangeExpectations } from "./use-change.ts";

const CHOICES = {
  prolong: ["never", "possible"],
  unlock: ["never", "possible"],
  seals: ["succeed", "may_fail"],
} as const satisfies { readonly [K in keyof Assumptions]: readonly Assumptions[K][] };

/** What the verdicts take for granted. */
export function AssumeFields({ read: { text, assume } }: { readonly read: ExpectationsRead }) {
  const { t } = useTranslation();
  const change = useChangeExpectations();
  const readOnly = useReadOnly() !== null;
  return (
    <section className="foresight-part" aria-label={t("expect.assume.title")}>
      <h2>{t("expect.assume.title")}</h2>
      <div className="happening-fields">
        {(["prolong", "unlock", "seals"] as const).map((key) => (
          <Select
            key={key}
            label={t(`expect.assume.${key}`)}
            disabled={readOnly}
            value={assume[key]}
            options={CHOICES[key].map((value) => [value, t(`expect.assume.${value}`)] as const)}
            onChange={(value) => void change({ change: "assume", assume: { ...assume, [key]: value } }, text)}
          />
        ))}
      </div>
    </section>
  );
}
