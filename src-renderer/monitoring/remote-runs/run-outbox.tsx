import { useId, useState } from "react";
import {
  callOrNotify,
  commandWords,
  reasonText,
  routeHref,
  unansweredWords,
  useTime,
  useWaitsFor,
  waitingWords,
} from "../../app/index.ts";
import { Button, MessageText, ONE_CLICK, useBusy, useTranslation } from "../../components/index.ts";
import type { RemoteRun } from "./types.ts";

/** Done commands shown at first: more would push the run's own data out of view. */
const DONE_SHOWN = 3;

interface Props {
  readonly account: string;
  readonly run: Pick<RemoteRun, "key" | "commands">;
}

/** Requests and their results: open ones in sending order, then the newest done ones. */
export function Outbox({ account, run: { key, commands } }: Props) {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  const list = useId();
  const [all, setAll] = useState(false);
  const takeBack = (command: string | null) =>
    void unlessBusy(() =>
      callOrNotify(t("remoteRuns.clearFailed"), "sync.runs.clear", { name: account, run: key, command }),
    );
  const waitsFor = useWaitsFor(account);
  const answered = commands.some(({ state }) => state !== "waiting" && state !== "sending");
  const waits = waitsFor === "stopped" && commands.some(({ state }) => state === "waiting");
  const open = commands.filter(({ state }) => state !== "done");
  const done = commands.filter(({ state }) => state === "done").toReversed();
  // A single one takes no more room than the button.
  const isLong = done.length > DONE_SHOWN + 1;
  return (
    <>
      <h2>{t("remoteRuns.commands")}</h2>
      {waits && (
        <p className="remote-note" role="status">
          <span>{t("remoteRuns.accountStopped", { name: account })}</span>{" "}
          <a href={routeHref("sync")}>{t("remoteRuns.goToSync")}</a>
        </p>
      )}
      <ul className="remote-lines" id={list} {...ONE_CLICK}>
        {[...open, ...(isLong && !all ? done.slice(0, DONE_SHOWN) : done)].map((command) => (
          <Line key={command.key} {...{ command, waitsFor, busy }} onTakeBack={() => takeBack(command.key)} />
        ))}
      </ul>
      {isLong && (
        <p>
          <button
            type="button"
            className="long-text-more"
            aria-expanded={all}
            aria-controls={list}
            onClick={() => setAll(!all)}
          >
            {all ? t("common.showLess") : t("remoteRuns.showAll", { count: commands.length })}
          </button>
        </p>
      )}
      <p>
        <Button
          writes
          busy={busy}
          blocked={answered ? null : t("remoteRuns.noneAnswered")}
          onClick={() => takeBack(null)}
        >
          {t("remoteRuns.clear")}
        </Button>
      </p>
    </>
  );
}

interface LineProps {
  readonly command: RemoteRun["commands"][number];
  readonly waitsFor: ReturnType<typeof useWaitsFor>;
  readonly busy: boolean;
  readonly onTakeBack: () => void;
}

function Line({ command, waitsFor, busy, onTakeBack }: LineProps) {
  const { t } = useTranslation();
  const time = useTime();
  const { state, againFrom, why, wallCreated, wallSent } = command;
  const told = commandWords(t, command);
  const how = state === "waiting" ? waitingWords(t, command, waitsFor) : t(`remoteRuns.commandState.${state}`);
  const isOver = state === "refused" || state === "perhaps_sent";
  const said = [
    state === "done" && wallSent !== null
      ? t("remoteRuns.at", { at: time.dateTime(wallSent) })
      : t("remoteRuns.asked", { at: time.dateTime(wallCreated) }),
    ...(why === null ? [] : [reasonText(why)]),
    ...(isOver ? [t(`sync.commandDo.${state}`)] : []),
    ...(state === "sending" ? [unansweredWords(t, { againFrom }, (at) => time.endTime(at, Date.now()))] : []),
  ];
  return (
    <li>
      {told}: {how}{" "}
      <span className="soft">
        <MessageText text={said.join(" ")} />
      </span>
      {state === "waiting" && (
        <>
          {" "}
          <Button
            writes
            busy={busy}
            aria-label={t("remoteRuns.doTo", { act: t("remoteRuns.takeBack"), what: told })}
            onClick={onTakeBack}
          >
            {t("remoteRuns.takeBack")}
          </Button>
        </>
      )}
    </li>
  );
}
