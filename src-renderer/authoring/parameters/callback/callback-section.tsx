import { Trash2 } from "lucide-react";
import { isObject } from "../../../../src-shared/language/index.ts";
import { routeHref, useCall } from "../../../app/index.ts";
import { Button, useTranslation } from "../../../components/index.ts";
import { AllowHost } from "../../forms/allow-host.tsx";
import { SelectField, TextField } from "../../forms/fields.tsx";
import { fieldText, objectAt, valueAt } from "../../language/raw-value.ts";
import { fieldAt, problemsAt, type SectionProps } from "../../model/problems.ts";
import { useSession } from "../../session/use-session.ts";
import { CallbackPassword } from "./callback-password.tsx";
import { TestCall } from "./test-call.tsx";
import "./callback-section.css";

/** The events that every flow can report [interface 6]. */
const EVENTS = [
  "completed",
  "failed",
  "flow_rejected",
  "canceled",
  "authentication_attempted",
  "authentication_max_failures_exceeded",
  "notification_status_changed",
] as const;

/** The callback as in the text. */
function writtenCallback({ value }: SectionProps["analysis"]) {
  const callback = valueAt(value, ["callback"]);
  const auth = objectAt(callback, ["auth"]);
  return {
    given: isObject(callback),
    url: fieldText(valueAt(callback, ["url"])),
    basic: isObject(valueAt(callback, ["auth"])),
    username: fieldText(auth.username),
    passwordRef: fieldText(auth.password_ref),
  };
}

/** Where the flow's events are posted, how the receiver verifies them, and a test button. */
export function CallbackSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { text } = analysis;
  const { given, url, basic, username, passwordRef } = writtenCallback(analysis);
  const passwordProblems = problemsAt(analysis, ["callback", "auth", "password_ref"]);
  return (
    <>
      <p className="param-intro">{t("callbackForm.intro")}</p>
      <Receiver analysis={analysis} />
      {basic && <CallbackPassword name={passwordRef} text={text} problems={passwordProblems} />}
      {given && (
        <>
          <TestCall request={{ url, auth: basic ? { username, passwordRef } : null }} />
          <Signing />
        </>
      )}
      <Events analysis={analysis} />
      {given && (
        <div className="param-card-foot">
          <Button
            look="ghost"
            icon={Trash2}
            onClick={() => void session.change([{ intent: "setCallback", value: null }])}
          >
            {t("callbackForm.remove")}
          </Button>
        </div>
      )}
    </>
  );
}

/** The address, and the user name for it. */
function Receiver({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const { text } = analysis;
  const { given, url, basic, username } = writtenCallback(analysis);
  const field = fieldAt(analysis, "callback", "url");
  const authenticate = (chosen: string) =>
    session.change([
      chosen === ""
        ? { intent: "removeCallbackAuth" }
        : { intent: "setCallbackField", field: "username", value: username },
    ]);
  return (
    <div className="param-grid">
      <TextField
        {...field}
        wide
        label={t("common.address")}
        help={t("callbackForm.urlHelp")}
        inputMode="url"
        placeholder="https://"
        onCommit={(value) => session.change([{ intent: "setCallbackField", field: "url", value }])}
      />
      {field.problems.some(({ severity }) => severity === "warning") && (
        <div className="param-field-wide">
          <AllowHost url={url} />
        </div>
      )}
      {given && (
        <SelectField
          text={text}
          problems={problemsAt(analysis, ["callback", "auth"], "only")}
          label={t("callbackForm.auth")}
          help={t("callbackForm.authHelp")}
          value={basic ? "basic" : ""}
          options={[
            ["", t("callbackForm.authNone")],
            ["basic", t("callbackForm.authBasic")],
          ]}
          onChange={authenticate}
        />
      )}
      {basic && (
        <TextField
          {...fieldAt(analysis, "callback", "auth", "username")}
          label={t("callbackForm.username")}
          onCommit={(value) => session.change([{ intent: "setCallbackField", field: "username", value }])}
        />
      )}
    </div>
  );
}

/** Signing is a setting of the workspace. */
function Signing() {
  const { t } = useTranslation();
  const { value } = useCall("callbacks.signingSecret", {}, ["settings"]);
  if (value === null) return null;
  return (
    <p className="param-help">
      {t(value.secret === null ? "callbackForm.notSigned" : "callbackForm.signed")}{" "}
      <a href={routeHref("settings", "callbacks")}>{t("callbackForm.toSettings")}</a>
    </p>
  );
}

/** The posted events: those of every flow, and the flow's own. */
function Events({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const own = analysis.outline.stages.flatMap(({ name, actions }) =>
    actions.flatMap(({ callbackName }) => (callbackName === null ? [] : [{ stage: name, callback: callbackName }])),
  );
  return (
    <section className="param-events" aria-label={t("callbackForm.events")}>
      <h2>{t("callbackForm.events")}</h2>
      <p className="param-help">{t("callbackForm.eventsHelp")}</p>
      <dl>
        {EVENTS.map((event) => (
          <div key={event}>
            <dt>
              <code>{event}</code>
            </dt>
            <dd className="soft">{t(`callbackForm.event_${event}`)}</dd>
          </div>
        ))}
        {own.map(({ stage, callback }) => (
          <div key={`${stage} ${callback}`}>
            <dt>
              <code>custom</code> {callback}
            </dt>
            <dd className="soft">{t("callbackForm.event_custom", { stage })}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
