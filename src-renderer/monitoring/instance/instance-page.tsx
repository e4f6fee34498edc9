import { Tabs } from "@base-ui/react/tabs";
import { Copy, Square } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DrawnFlow } from "../../../src-shared/drawing/index.ts";
import { copy, goTo, Page, routeHref, stepTaken, useCall, useTime, ZoneNote } from "../../app/index.ts";
import { BackLink, Button, Pill, Status, useTranslation, Waiting } from "../../components/index.ts";
import { CallbacksPage } from "../callbacks/callbacks-page.tsx";
import { ClockBar } from "../clock/clock-bar.tsx";
import { DueList } from "../clock/due-list.tsx";
import { FollowingStrip } from "../following/following-strip.tsx";
import { type Pace, usePace } from "../following/use-pace.ts";
import { History, WholeHistory } from "../history/history.tsx";
import { type ReadHistory, useHistory } from "../history/use-history.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import { MailboxPage } from "../mailbox/mailbox-page.tsx";
import { RecordingStrip } from "../recording/recording-strip.tsx";
import { TrackBar } from "../track/track-bar.tsx";
import type { Detail } from "../types.ts";
import { DeletedRun } from "./deleted-run.tsx";
import { DocumentCards } from "./document-cards.tsx";
import { Documents } from "./documents.tsx";
import { ForkList } from "./fork-list.tsx";
import { ForkStrip } from "./fork-strip.tsx";
import { NextStep } from "./next-step.tsx";
import { Operations } from "./operations.tsx";
import { People, usePeopleShown } from "./people.tsx";
import { SealStrip } from "./seal-strip.tsx";
import { Stages } from "./stages.tsx";
import "./instance.css";

const TABS = ["overview", "history", "mail", "callbacks", "documents", "raw"] as const;
type Tab = (typeof TABS)[number];

interface Props {
  readonly id: string;
  /** `tab`: the visible tab; `open`: the message, callback or document in it. */
  readonly query: Readonly<Record<string, string>>;
}

/** One run: its status, who has done what, what comes next, and its history. */
export function InstancePage({ id, query }: Props) {
  const { t } = useTranslation();
  // Requested before the rest and shown with it, so that content on the page does not move.
  const history = useHistory(id, true);
  const drawing = useCall("instances.drawing", { id });
  const answer = useCall("instances.get", { id }, ["instance", "clock", "document", "mail", "callback"]);
  const everyone = usePace();
  const instance = drawing.loading ? null : answer.value;
  useActsSeen(instance);
  const list = { href: routeHref("instances"), name: t("nav.instances") };
  // A run that is deleted while it is shown, by its clock or in another window, allows no actions.
  const isDeleted = instance !== null && answer.error?.code === "resource_not_found";
  if (instance === null || isDeleted)
    return (
      <Page title={instance?.title || t("common.run")} beside={<BackLink href={list.href} text={list.name} />}>
        {isDeleted ? (
          <DeletedRun id={id} list={list} />
        ) : (
          <Waiting of={answer} title={t("instance.failed")} list={list} />
        )}
      </Page>
    );
  return (
    <Page
      title={instance.title || t("common.untitled")}
      beside={
        <>
          <Status status={instance.status} />
          <ForkMark number={instance.forkNumber} />
          {instance.trashed && <Pill tone="wait">{t("common.inTrash")}</Pill>}
          <Origin instance={instance} />
          <ZoneNote zone={instance.timeZone} />
        </>
      }
      actions={
        <>
          {everyone.playing && query.tab !== undefined && (
            <Button icon={Square} onClick={everyone.stop}>
              {t("plays.stopEveryone")}
            </Button>
          )}
          <Operations instance={instance} onDone={answer.reload} />
        </>
      }
    >
      <ClockBar instance={instance} />
      <TrackBar key={`track ${instance.id}`} instance={instance} history={history} />
      <FollowingStrip key={instance.id} instance={instance} />
      <RecordingStrip instance={instance} />
      <SealStrip instance={instance} />
      {instance.fork && <ForkStrip instance={instance} fork={instance.fork} />}
      <RunTabs {...{ instance, history, query, everyone }} flow={drawing.value} />
    </Page>
  );
}

/** Seeing somebody act on the run's page counts as playing them, however it was done. */
function useActsSeen(instance: Detail | null): void {
  const before = useRef<number | null>(null);
  const count = instance?.participants.reduce((sum, { acts }) => sum + acts.length, 0) ?? null;
  useEffect(() => {
    if (count !== null && before.current !== null && count > before.current) stepTaken("play");
    before.current = count;
  }, [count]);
}

interface TabsProps {
  readonly instance: Detail;
  /** Null if it has too many stages, or could not be read. */
  readonly flow: DrawnFlow | null;
  /** Its latest events. */
  readonly history: ReadHistory;
  readonly query: Props["query"];
  readonly everyone: Pace;
}

function RunTabs({ instance, flow, history, query, everyone }: TabsProps) {
  const { t } = useTranslation();
  const { id } = instance;
  const tab = TABS.find((each) => each === query.tab) ?? "overview";
  const open = query.open || null;
  const counts: Partial<Record<Tab, number>> = { mail: instance.mails, callbacks: instance.callbacks };
  const show = (next: Tab) => goTo("instances", id, next === "overview" ? {} : { tab: next });
  const panel = (which: Tab) => {
    switch (which) {
      case "overview":
        return <Overview {...{ instance, flow, history, everyone }} />;
      case "history":
        return <WholeHistory instance={instance} />;
      case "mail":
        return <MailboxPage id={open} query={query} run={instance} />;
      case "callbacks":
        return <CallbacksPage id={open} query={query} run={instance} />;
      case "documents":
        return <DocumentCards instance={instance} open={open} />;
      case "raw":
        return <RawJson id={id} />;
    }
  };
  return (
    <Tabs.Root className="run" value={tab} onValueChange={show}>
      <Tabs.List className="run-tabs dock-tabs" aria-label={t("instance.tabs")}>
        {TABS.map((which) => {
          const count = counts[which];
          return (
            <Tabs.Tab key={which} className="dock-tab" value={which}>
              {t(`instance.tab.${which}`)}
              {count !== undefined && ` (${count})`}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {TABS.map((which) => (
        <Tabs.Panel key={which} className="run-panel" data-tab={which} value={which}>
          {panel(which)}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}

function Overview({ instance, flow, history, everyone }: Omit<TabsProps, "query">) {
  const people = usePeopleShown();
  const everybody = <People {...{ instance, people }} pace={everyone} />;
  return (
    <div className="instance">
      {people.shown === "wall" && <div className="instance-wall">{everybody}</div>}
      <div className="instance-main">
        <NextStep {...{ instance, people }} />
        <Stages instance={instance} flow={flow} />
        {people.shown === "list" && everybody}
        <Documents instance={instance} />
      </div>
      <div className="instance-side">
        <div className="instance-stays">
          <DueList instance={instance} />
          <ForkList instance={instance} />
          <History instance={instance} history={history} latest />
        </div>
      </div>
    </div>
  );
}

/** Links to the flow that a run was started from, and to the version of its text that ran. */
function Origin({ instance: { draftId, flow, started, timeZone } }: { readonly instance: Detail }) {
  const { t } = useTranslation();
  const time = useTime(timeZone);
  if (draftId === null || flow === null) return null;
  return (
    <span className="run-origin">
      <a href={routeHref("flows", draftId)}>{t("common.flow")}</a>
      {flow.revision !== null && (
        <>
          {" · "}
          <a href={routeHref("flows", draftId, { version: String(flow.revision) })} title={time.dateTime(started)}>
            {t("instance.version")}
          </a>
        </>
      )}
    </span>
  );
}

/** The answer of `GET /flow/instances/{id}` for the run. */
function RawJson({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const raw = useCall("instances.raw", { id }, ["instance", "clock"]);
  const text = raw.value?.text ?? null;
  return (
    <section className="panel" aria-labelledby="raw-title">
      <header className="panel-head">
        <h2 id="raw-title">
          <code>GET /flow/instances/{id}</code>
        </h2>
        {text !== null && (
          <Button icon={Copy} onClick={() => void copy(text, t("instance.rawWhat"))}>
            {t("instance.copyJson")}
          </Button>
        )}
      </header>
      <Waiting of={raw} title={t("instance.failed")} />
      {text !== null && <pre className="run-raw">{text}</pre>}
    </section>
  );
}
