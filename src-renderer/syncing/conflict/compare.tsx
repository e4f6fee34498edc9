import { Suspense, useState } from "react";
import { TextChanges } from "../../authoring/index.ts";
import { Choice, Loading, useTranslation } from "../../components/index.ts";
import type { DraftConflict } from "./choices.ts";

type Shown = "mine" | "theirs" | "proposal" | "sides";

/** The versions of a flow set against what both sides had last: in sentences, by line, and whole, side by side. */
export function Compare({ conflict }: { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Shown>(conflict.mine === null ? "theirs" : "mine");
  const { base } = conflict;
  const after = shown === "sides" ? null : conflict[shown];
  return (
    <section className="conflict-compare" aria-label={t("common.compare")}>
      <header className="panel-head">
        <h2>{t("common.compare")}</h2>
        <Choice
          label={t("common.compare")}
          value={shown}
          onChange={setShown}
          options={[
            ["mine", t("sync.conflict.compareMine")],
            ["theirs", t("sync.conflict.compareTheirs")],
            ...(conflict.proposal === null ? [] : [["proposal", t("sync.conflict.proposal")] as const]),
            ["sides", t("sync.conflict.sides")],
          ]}
        />
      </header>
      {shown === "sides" ? (
        <Sides conflict={conflict} />
      ) : after === null ? (
        <p className="soft">{t("sync.conflict.nothing")}</p>
      ) : (
        <Suspense fallback={<Loading rows={3} />}>
          <TextChanges before={base ?? ""} after={after} same={t("sync.conflict.sameAsBefore")} />
        </Suspense>
      )}
    </section>
  );
}

function Sides({ conflict }: { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  return (
    <div className="conflict-sides">
      {(["base", "mine", "theirs"] as const).map((side) => (
        <div key={side} className="conflict-side">
          <p className="conflict-side-name">
            <strong>{t(`sync.conflict.${side}`)}</strong>
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section className="conflict-value conflict-whole" tabIndex={0} aria-label={t(`sync.conflict.${side}`)}>
            <pre>{conflict[side] ?? t("sync.conflict.nothing")}</pre>
          </section>
        </div>
      ))}
    </div>
  );
}
