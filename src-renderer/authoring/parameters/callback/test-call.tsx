import { CheckCircle2, CircleX, Send } from "lucide-react";
import { useRef, useState } from "react";
import type { InputOf, OutputOf, Result } from "../../../../src-shared/bridge/index.ts";
import { host, reasonText } from "../../../app/index.ts";
import { Button, useBusy, useTranslation } from "../../../components/index.ts";
import { useSession } from "../../session/use-session.ts";

/** Most characters of an answer that are shown. */
const MOST = 4_000;

type Answer = Result<OutputOf<"callbacks.test">>;

/** Posts a test event to the current address, and shows the response. */
export function TestCall({ request }: { readonly request: InputOf<"callbacks.test"> }) {
  const { t } = useTranslation();
  const session = useSession();
  const { busy, unlessBusy } = useBusy();
  const [last, setLast] = useState<{ readonly url: string; readonly answer: Answer } | null>(null);
  const latest = useRef(request);
  latest.current = request;
  const press = () =>
    unlessBusy(async () => {
      // A press right after typing refers to the typed text.
      await session.settled();
      const { url } = latest.current;
      const answer = await host.call("callbacks.test", latest.current);
      setLast({ url, answer });
    });
  return (
    <section className="param-test" aria-label={t("callbackForm.test")}>
      <Button icon={Send} busy={busy} onClick={() => void press()}>
        {t("callbackForm.test")}
      </Button>
      <p className="param-help">{t("callbackForm.testHelp")}</p>
      <div role="status">{last && <Outcome url={last.url} answer={last.answer} />}</div>
    </section>
  );
}

function Outcome({ url, answer }: { readonly url: string; readonly answer: Answer }) {
  const { t } = useTranslation();
  const good = answer.ok && answer.value.status !== null && answer.value.status >= 200 && answer.value.status < 300;
  const Icon = good ? CheckCircle2 : CircleX;
  return (
    <>
      <p className={good ? "param-outcome tone-good" : "param-outcome tone-bad"}>
        <Icon className="icon" aria-hidden />
        <span>{useOutcomeWords(answer, good)}</span>
      </p>
      <p className="param-help">{url}</p>
      {answer.ok && (
        <details>
          <summary>{t("callbackForm.details")}</summary>
          <Lines title={t("common.request")} headers={answer.value.requestHeaders} body={answer.value.requestBody} />
          {answer.value.responseHeaders && (
            <Lines
              title={t("common.response")}
              headers={answer.value.responseHeaders}
              body={answer.value.responseBody ?? ""}
            />
          )}
        </details>
      )}
    </>
  );
}

function useOutcomeWords(answer: Answer, good: boolean): string {
  const { t } = useTranslation();
  if (!answer.ok) return answer.error.message;
  const { status, durationMs, error } = answer.value;
  const time = Math.round(durationMs);
  if (status === null) return t("callbackForm.noAnswer", { error: reasonText(error ?? ""), time });
  return t(good ? "callbackForm.accepted" : "callbackForm.refused", { status, time });
}

interface LinesProps {
  readonly title: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function Lines({ title, headers, body }: LinesProps) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <p className="param-label">{title}</p>
      <pre className="param-lines">{[...lines, "", body].join("\n").slice(0, MOST)}</pre>
    </>
  );
}
