import { CircleHelp, CircleX, CloudUpload, type LucideIcon, RefreshCw } from "lucide-react";
import { useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import {
  AdoptRun,
  callOrNotify,
  checkRun,
  commandWords,
  forgetRun,
  reasonText,
  routeHref,
  unansweredWords,
  useCall,
  useRunNames,
  useTime,
  useWaitsFor,
  waitingWords,
} from "../../app/index.ts";
import {
  Button,
  Marked,
  MessageText,
  ONE_CLICK,
  type Tone,
  type Translate,
  useBusy,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import type { OpenOfRun } from "../types.ts";

type Stands = "starting" | "perhaps_started" | "id_unknown" | "refused" | "waiting" | "sending" | "perhaps_sent";

const LOOKS: Readonly<Record<Stands, readonly [Tone, LucideIcon]>> = {
  starting: ["info", RefreshCw],
  perhaps_started: ["wait", CircleHelp],
  id_unknown: ["wait", CircleHelp],
  refused: ["bad", CircleX],
  waiting: ["info", CloudUpload],
  sending: ["wait", RefreshCw],
  perhaps_sent: ["wait", CircleHelp],
};

/**
 * Starts, checks and commands of an account's runs that wait, were refused or may have been sent, and what to do [Y10,
 * Y11].
 */
export function OpenRuns({ account }: { readonly account: string }) {
  const { t } = useTranslation();
  const open = useCall("sync.commands.list", { name: account }, ["account"]);
  const waitsFor = useWaitsFor(account);
  const { items, left } = open.value ?? { items: [], left: 0 };
  if (open.error) return <Waiting of={open} title={t("sync.openRunsFailed")} />;
  if (items.length === 0) return null;
  return (
    <section className="account-part">
      <h3>{t("sync.openRuns")}</h3>
      <ul className="open-drafts" aria-label={t("sync.openRuns")} {...ONE_CLICK}>
        {items.map((item) => (
          <Row key={item.command?.key ?? item.key} {...{ account, item, waitsFor }} />
        ))}
      </ul>
      {left > 0 && <p className="soft">{t("sync.openRunsMore", { count: left })}</p>}
    </section>
  );
}

interface RowProps {
  readonly account: string;
  readonly item: OpenOfRun;
  readonly waitsFor: ReturnType<typeof useWaitsFor>;
}

function Row({ account, item, waitsFor }: RowProps) {
  const { t } = useTranslation();
  const time = useTime();
  const { busy, unlessBusy } = useBusy();
  const { key: run, command } = item;
  const { which, named } = useRunNames();
  const title = marksShown(item.title || t("common.untitled"));
  const stands = standing(item);
  if (stands === null) return null;
  const [tone, icon] = LOOKS[stands];
  const { state, text, why } = wordsOf(t, item, stands, { waitsFor, until: (at) => time.endTime(at, Date.now()) });
  const act = t(stands === "waiting" ? "remoteRuns.takeBack" : "sync.takeOff");
  const takeOff = (id: string) =>
    unlessBusy(() => callOrNotify(t("remoteRuns.clearFailed"), "sync.runs.clear", { name: account, run, command: id }));
  return (
    <li className="open-draft">
      <span>
        <Marked {...{ tone, icon }}>{state}</Marked>
      </span>
      <a className="open-run" href={routeHref("instances", null, { account, run })} title={`${text}: ${title}`}>
        <span className="truncate">
          {text}: {title}
        </span>{" "}
        <span className="soft">{which(item)}</span>
      </a>
      <span className="open-why">
        <MessageText text={why} />
      </span>
      <span className="buttons">
        {command === null ? (
          <OfRun {...{ account, item }} />
        ) : (
          stands !== "sending" && (
            <Button
              writes
              busy={busy}
              aria-label={t("remoteRuns.doTo", { act, what: `${text}, ${named(item)}` })}
              onClick={() => void takeOff(command.key)}
            >
              {act}
            </Button>
          )
        )}
      </span>
    </li>
  );
}

/**
 * A start whose id never came back can be adopted or forgotten; a run whose check was refused can be checked again
 * [Y10, Y12].
 */
function OfRun({ account, item }: Omit<RowProps, "waitsFor">) {
  const { t } = useTranslation();
  const { key, id, state } = item;
  const name = useRunNames().named(item);
  const act = (label: "adopt" | "check" | "forget") => {
    const words = t(`remoteRuns.${label}`);
    return { "aria-label": t("remoteRuns.doTo", { act: words, what: name }), children: words };
  };
  const [adopting, setAdopting] = useState(false);
  return (
    <>
      {id === null ? (
        <Button writes onClick={() => setAdopting(true)} {...act("adopt")} />
      ) : (
        <Button writes onClick={() => void checkRun(t, account, id)} {...act("check")} />
      )}
      <Button writes onClick={() => void forgetRun(t, account, { key, name, state })} {...act("forget")} />
      {adopting && <AdoptRun {...{ account }} start={item} onClose={() => setAdopting(false)} />}
    </>
  );
}

function standing({ state, command }: OpenOfRun): Stands | null {
  if (command !== null) return command.state === "done" ? null : command.state;
  return state === "up_to_date" || state === "deleted_there" ? null : state;
}

interface Telling extends Pick<RowProps, "waitsFor"> {
  readonly until: (instant: number) => string;
}

/** State, subject, and the reason or the remedy. */
function wordsOf(t: Translate, { why, command }: OpenOfRun, stands: Stands, { waitsFor, until }: Telling) {
  if (command === null) {
    const state = stands as Exclude<Stands, "waiting" | "sending" | "perhaps_sent">;
    const text = t(state === "refused" ? "sync.ofRun.check" : "sync.ofRun.start");
    const explained = t(`remoteRuns.explain.${state}`);
    return { state: t(`remoteRuns.state.${state}`), text, why: why === null ? explained : reasonText(why) };
  }
  const text = commandWords(t, command);
  const state = stands as "waiting" | "sending" | "refused" | "perhaps_sent";
  const given = command.why === null ? [] : [reasonText(command.why)];
  const told =
    state === "waiting"
      ? [`${upperFirst(waitingWords(t, command, waitsFor))}.`, ...given]
      : [
          ...(given.length === 0 ? [t(`sync.commandText.${state}`)] : given),
          state === "sending" ? unansweredWords(t, command, until) : t(`sync.commandDo.${state}`),
        ];
  return { state: t(`sync.commandIs.${state}`), text, why: told.join(" ") };
}

const upperFirst = (clause: string): string => clause.charAt(0).toLocaleUpperCase() + clause.slice(1);
