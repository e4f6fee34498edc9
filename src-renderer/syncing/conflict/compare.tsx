import { Suspense, useState } from "react";
import { useCall } from "../../app/index.ts";
import { TextChanges } from "../../authoring/index.ts";
import { Choice, Loading, useTranslation, Waiting } from "../../components/index.ts";
import type { AnyHow, DraftConflict } from "./choices.ts";
import type { Of } from "./use-settle.ts";

type Shown = "mine" | "theirs" | "proposal" | "sides";

interface Props extends Of {
  readonly conflict: DraftConflict;
  /** The current choices for the conflict. */
  readonly chosen: AnyHow;
}

/**
 * Compares the versions of a flow with their last common version, or with the local one if there is none: in sentences,
 * by line, and whole, side by side.
 */
export function Compare({ draft, account, conflict, chosen }: Props) {
  const { t } = useTranslation();
  const hasBase = conflict.base !== null;
  const [shown, setShown] = useState<Shown>(conflict.mine !== null && hasBase ? "mine" : "theirs");
  const asks = shown === "proposal" && chosen.length > 0;
  const result = useCall("sync.conflict.get", asks ? { name: account, key: draft, chosen } : null, ["draft"]);
  const proposal = asks ? (result.value?.conflict?.proposal ?? null) : conflict.proposal;
  return (
    <section className="conflict-compare" aria-label={t("common.compare")}>
      <header className="panel-head">
        <h2>{t("common.compare")}</h2>
        <Choice
          label={t("common.compare")}
          value={shown}
          onChange={setShown}
          options={[
            ...(hasBase ? [["mine", t("sync.conflict.compareMine")] as const] : []),
            ["theirs", t(hasBase ? "sync.conflict.compareTheirs" : "sync.conflict.differsThere")],
            ...(conflict.proposal === null && chosen.length === 0
              ? []
              : [["proposal", t(chosen.length > 0 ? "sync.conflict.result" : "sync.conflict.proposal")] as const]),
            ["sides", t("sync.conflict.sides")],
          ]}
        />
      </header>
      {shown === "sides" ? (
        <Sides conflict={conflict} />
      ) : asks && proposal === null ? (
        <Waiting of={result} title={t("sync.conflict.failed")} />
      ) : (
        <Changes conflict={conflict} after={{ ...conflict, proposal }[shown]} />
      )}
    </section>
  );
}

/** @param after null: that side has none */
function Changes({ conflict: { base, mine }, after }: Pick<Props, "conflict"> & { readonly after: string | null }) {
  const { t } = useTranslation();
  const before = base ?? mine;
  if (after === null) return <p className="soft">{t("sync.conflict.nothing")}</p>;
  if (before === null) return <p className="soft">{t("sync.conflict.unknownBefore")}</p>;
  const same = t(base === null ? "sync.conflict.sameThere" : "sync.conflict.sameAsBefore");
  return (
    <Suspense fallback={<Loading rows={3} />}>
      <TextChanges {...{ before, after, same }} />
    </Suspense>
  );
}

const SIDES = ["mine", "theirs"] as const;

function Sides({ conflict }: { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  return (
    <div className="conflict-sides">
      {(conflict.base === null ? SIDES : (["base", ...SIDES] as const)).map((side) => (
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
