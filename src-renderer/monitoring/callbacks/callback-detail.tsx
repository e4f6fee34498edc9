import { Copy, RotateCw } from "lucide-react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import {
  ActionButton,
  type AppAction,
  callOrNotify,
  copy,
  notify,
  reasonText,
  routeHref,
  useActions,
  useTime,
} from "../../app/index.ts";
import {
  Button,
  IconButton,
  lowerFirst,
  Pill,
  Status,
  shellWord,
  useBusy,
  useTranslation,
} from "../../components/index.ts";
import { ForkMark } from "../instances/fork-mark.tsx";
import type { Place } from "../reading/place.ts";
import { ClosePane } from "../reading/reading-page.tsx";
import type { Callback } from "../types.ts";

interface Props {
  readonly callback: Callback;
  readonly place: Place;
}

export function CallbackDetail({ callback, place }: Props) {
  const { t } = useTranslation();
  const time = useTime(place.zone);
  const replay = useReplay(callback);
  return (
    <>
      <header className="pane-head">
        <div className="pane-title">
          <h2 className="mono">{callback.type}</h2>
          <span className="buttons">
            {callback.url !== null && (
              <Button
                look="ghost"
                icon={Copy}
                onClick={() => void copy(curl(callback, callback.url ?? ""), t("callbacks.curl"))}
              >
                {t("callbacks.copyCurl")}
              </Button>
            )}
            <ActionButton look="primary" action={replay} busy={replay.busy} />
            <ClosePane place={place} />
          </span>
        </div>
        <dl className="facts">
          <dt>{t("callbacks.state")}</dt>
          <dd>
            <Status status={callback.state} />
            {callback.nextAttempt !== null && (
              <span className="soft">
                {" "}
                {t("callbacks.nextAttempt", { when: time.dateSecond(callback.nextAttempt) })}
              </span>
            )}
            <LastAnswer callback={callback} />
            {callback.attemptList.at(-1)?.standIn === "built_in" && <p>{t("callbacks.builtIn")}</p>}
          </dd>
          <dt>{t("common.address")}</dt>
          <dd>
            {callback.url === null ? <span className="soft">{t("callbacks.noUrl")}</span> : <code>{callback.url}</code>}
          </dd>
          <dt>{t("common.run")}</dt>
          <dd>
            <a href={routeHref("instances", callback.instanceId)}>{marksShown(callback.instanceTitle)}</a>{" "}
            <ForkMark number={callback.forkNumber} />
            <span className="soft"> {t("callbacks.sequence", { sequence: callback.sequence })}</span>
          </dd>
          <dt>event_id</dt>
          <dd>
            <code>{callback.eventId}</code>
          </dd>
        </dl>
      </header>
      <div className="pane-scroll">
        <Body body={callback.body} />
        <Attempts attempts={callback.attemptList} zone={place.zone} />
      </div>
    </>
  );
}

function Body({ body }: Pick<Callback, "body">) {
  const { t } = useTranslation();
  const text = JSON.stringify(body, null, 2);
  return (
    <section className="pane-section">
      <header className="panel-head">
        <h3>{t("callbacks.body")}</h3>
        <IconButton
          icon={Copy}
          label={t("common.copy", { what: lowerFirst(t("callbacks.body")) })}
          onClick={() => void copy(text, t("callbacks.body"))}
        />
      </header>
      <pre className="code-block">{text}</pre>
    </section>
  );
}

interface AttemptsProps {
  readonly attempts: Callback["attemptList"];
  readonly zone: Place["zone"];
}

function Attempts({ attempts, zone }: AttemptsProps) {
  const { t } = useTranslation();
  const time = useTime(zone);
  return (
    <section className="pane-section">
      <h3>{t("callbacks.attempts", { count: attempts.length })}</h3>
      {attempts.length === 0 && <p className="soft">{t("callbacks.noAttempts")}</p>}
      <ol className="attempts">
        {attempts.toReversed().map((attempt) => (
          <Attempt key={attempt.attempt} attempt={attempt} when={time.dateSecond(attempt.at)} />
        ))}
      </ol>
    </section>
  );
}

const isGood = (status: number | null) => status !== null && status >= 200 && status < 300;

/** Why an event is not delivered: the result of its newest attempt. */
function LastAnswer({ callback: { state, url, attemptList } }: { readonly callback: Callback }) {
  const { t } = useTranslation();
  const last = attemptList.at(-1);
  if (!last || isGood(last.status) || state === "delivered" || url === null) return null;
  const host = URL.canParse(url) ? new URL(url).host : url;
  const error = reasonText(last.error ?? "");
  if (last.standIn === "fault_lab")
    return <p>{last.status === null ? error : t("callbacks.faultLabAnswered", { status: last.status })}</p>;
  return (
    <p>
      {last.status === null
        ? t("callbacks.nobodyAnswered", { host, error })
        : t("callbacks.answeredWith", { host, status: last.status })}
    </p>
  );
}

function useReplay({ eventId, url, onItsWay }: Callback): AppAction & { readonly busy: boolean } {
  const { t } = useTranslation();
  const { busy, unlessBusy } = useBusy();
  const replay = () =>
    unlessBusy(async () => {
      const sent = await callOrNotify(t("callbacks.replayFailed"), "callbacks.replay", { eventId });
      if (sent) notify(t("callbacks.replayed"));
    });
  const action: AppAction = {
    id: "callback.replay",
    icon: RotateCw,
    title: t("callbacks.replay"),
    group: t("nav.callbacks"),
    disabled: url === null ? t("callbacks.noUrl") : onItsWay ? t("callbacks.onItsWay") : null,
    writes: true,
    run: () => void replay(),
  };
  useActions([action]);
  return { ...action, busy };
}

interface AttemptProps {
  readonly attempt: Callback["attemptList"][number];
  readonly when: string;
}

function Attempt({ attempt, when }: AttemptProps) {
  const { t } = useTranslation();
  const good = isGood(attempt.status);
  return (
    <li className="attempt">
      <details>
        <summary>
          <span className="attempt-number">{attempt.attempt}</span>
          <Pill tone={good ? "good" : "bad"}>
            {attempt.status === null
              ? t("callbacks.noAnswer")
              : `${attempt.status} ${t(good ? "callbacks.accepted" : "callbacks.refused")}`}
          </Pill>
          {attempt.standIn === "fault_lab" && <Pill tone="wait">{t("common.simulated")}</Pill>}
          <span className="soft">{when}</span>
          <span className="soft number">{t("callbacks.took", { ms: Math.round(attempt.durationMs) })}</span>
        </summary>
        {attempt.error && <p className="attempt-error">{reasonText(attempt.error)}</p>}
        <h3>{t("callbacks.request")}</h3>
        <pre className="code-block">{headerLines(attempt.requestHeaders)}</pre>
        <h3>{t("common.response")}</h3>
        <pre className="code-block">
          {attempt.responseHeaders === null
            ? t("callbacks.noAnswer")
            : `${headerLines(attempt.responseHeaders)}\n\n${attempt.responseBody ?? ""}`}
        </pre>
      </details>
    </li>
  );
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");

/** curl writes these itself, or the ledger redacts them. */
const LEFT_OUT = new Set(["content-length", "host", "connection", "authorization"]);

/** A shell command that sends the event like its newest attempt, to any address; without passwords (law 9). */
function curl(callback: Callback, url: string): string {
  const sent = callback.attemptList.at(-1)?.requestHeaders ?? {
    "content-type": "application/json",
    "webhook-id": callback.eventId,
  };
  const headers = Object.entries(sent).filter(([name]) => !LEFT_OUT.has(name.toLowerCase()));
  return [
    "curl --include",
    ...headers.map(([name, value]) => `  --header ${shellWord(`${name}: ${value}`)}`),
    `  --data-raw ${shellWord(JSON.stringify(callback.body))}`,
    `  ${shellWord(url)}\n`,
  ].join(" \\\n");
}
