import { Page, routeHref, useCall, ZoneNote } from "../../app/index.ts";
import { BackLink, Pill, Status, useTranslation, Waiting } from "../../components/index.ts";
import { ClockBar } from "../clock/clock-bar.tsx";
import { DueList } from "../clock/due-list.tsx";
import { FollowingStrip } from "../following/following-strip.tsx";
import { History } from "../history/history.tsx";
import { Documents } from "./documents.tsx";
import { ForkList } from "./fork-list.tsx";
import { ForkStrip } from "./fork-strip.tsx";
import { Operations } from "./operations.tsx";
import { People } from "./people.tsx";
import { SealStrip } from "./seal-strip.tsx";
import { Stages } from "./stages.tsx";
import "./instance.css";

/** One run: where it stands, who has done what, what comes next, and all that has happened. */
export function InstancePage({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const answer = useCall("instances.get", { id }, ["instance", "clock", "document", "mail", "callback"]);
  const instance = answer.value;
  const list = { href: routeHref("instances"), name: t("nav.instances") };
  if (instance === null)
    return (
      <Page title={t("common.run")} beside={<BackLink href={list.href} text={list.name} />}>
        <Waiting of={answer} title={t("instance.failed")} list={list} />
      </Page>
    );

  return (
    <Page
      title={instance.title || t("common.untitled")}
      beside={
        <>
          <Status status={instance.status} />
          {instance.trashed && <Pill tone="wait">{t("common.inTrash")}</Pill>}
          <ZoneNote zone={instance.timeZone} />
        </>
      }
      actions={<Operations instance={instance} onDone={answer.reload} />}
    >
      <ClockBar instance={instance} />
      <FollowingStrip key={instance.id} instance={instance} />
      <SealStrip instance={instance} />
      {instance.fork && <ForkStrip instance={instance} fork={instance.fork} />}
      <div className="instance">
        <div className="instance-main">
          <Stages instance={instance} />
          <People instance={instance} />
          <Documents instance={instance} />
        </div>
        <div className="instance-side">
          <DueList instance={instance} />
          <ForkList instance={instance} />
          <History instance={instance} />
        </div>
      </div>
    </Page>
  );
}
