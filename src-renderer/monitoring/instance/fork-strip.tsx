import { GitCompareArrows, History as Rewind } from "lucide-react";
import { useState } from "react";
import { callOrNotify, routeHref, useSentence, useTime } from "../../app/index.ts";
import { ButtonLink, Check, useReadOnly, useTranslation } from "../../components/index.ts";
import type { Detail } from "../types.ts";

type Fork = NonNullable<Detail["fork"]>;

/** Below the clock of a fork: the run and event that it comes from, and whether its callbacks go out. */
export function ForkStrip({ instance, fork }: { readonly instance: Detail; readonly fork: Fork }) {
  const { t } = useTranslation();
  const sentence = useSentence(useTime(instance.timeZone));
  const event = sentence(fork);
  return (
    <section className="fork-strip" aria-label={t("fork.label")}>
      <Rewind className="icon" aria-hidden />
      <span className="fork-from">
        {fork.title === null ? (
          t("fork.fromDeleted", { number: instance.forkNumber ?? 0, seq: fork.seq, event })
        ) : (
          <>
            {t("fork.from", { number: instance.forkNumber ?? 0 })}{" "}
            <a href={routeHref("instances", fork.instanceId)}>{fork.title || t("common.untitled")}</a>
            {t("fork.after", { seq: fork.seq, event })}
          </>
        )}
      </span>
      {fork.title !== null && (
        <ButtonLink icon={GitCompareArrows} href={routeHref("instances", fork.instanceId, { with: instance.id })}>
          {t("common.compare")}
        </ButtonLink>
      )}
      {fork.hasCallback && <SendCallbacks instance={instance} fork={fork} />}
    </section>
  );
}

function SendCallbacks({ instance, fork }: { readonly instance: Detail; readonly fork: Fork }) {
  const { t } = useTranslation();
  /** The requested value: shown until the fork is updated. */
  const [wanted, setWanted] = useState<{ readonly held: boolean; readonly of: Fork } | null>(null);
  const held = wanted?.of === fork ? wanted.held : fork.held;
  const readOnly = useReadOnly();
  const change = async (next: boolean) => {
    setWanted({ held: next, of: fork });
    const input = { id: instance.id, held: next };
    if ((await callOrNotify(t("fork.holdFailed"), "instances.holdCallbacks", input)) === null) setWanted(null);
  };
  return (
    <Check checked={!held} disabled={readOnly !== null} onChange={(letGo) => void change(!letGo)}>
      <span>
        {t("fork.letGo")}
        <span className="soft"> · {held ? t("fork.waiting", { count: fork.waiting }) : t("fork.going")}</span>
      </span>
    </Check>
  );
}
