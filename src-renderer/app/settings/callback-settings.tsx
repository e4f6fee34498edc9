import { Eye, EyeOff, KeyRound, Plus, Trash2, X } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import {
  Button,
  confirmFirst,
  IconButton,
  useBusy,
  useReadOnly,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { host, readWorkspace, useHost } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { useListChanges, without } from "../connection/use-list-changes.ts";
import { reasonText } from "../language/i18n.ts";
import { callOrNotify } from "../notices/notify.ts";
import { Copyable, Row, Section } from "./settings-parts.tsx";

/** The allowed hosts of callbacks, and how receivers verify them. */
export function CallbackSettings() {
  const { t } = useTranslation();
  return (
    <Section title={t("nav.callbacks")}>
      <Hosts />
      <Signing />
    </Section>
  );
}

interface Wrong {
  /** Unsaved hosts. */
  readonly hosts: readonly string[];
  readonly why: string;
}

function Hosts() {
  const { t } = useTranslation();
  const hosts = useHost((state) => state.workspace?.callbackHosts) ?? [];
  const [wanted, setWanted] = useState("");
  const readOnly = useReadOnly();
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const problem = useId();
  const { busy, unlessBusy } = useBusy();
  const change = useListChanges<string>({
    read: async () => (await callOrNotify(t("settings.hostsFailed"), "workspace.info", {}))?.callbackHosts ?? null,
    send: async (next) => {
      const done = await host.call("callbacks.setAllowedHosts", { hosts: [...next] });
      await readWorkspace();
      setWrong(done.ok ? null : { hosts: next, why: reasonText(done.error.message) });
      return done.ok;
    },
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const name = wanted.trim().toLowerCase();
    if (name !== "" && (await unlessBusy(() => change((now) => [...new Set([...now, name])])))) setWanted("");
  };
  const isTyped = wrong?.hosts.includes(wanted.trim().toLowerCase()) === true;
  return (
    <Row name={t("settings.callbackHosts")} hint={t("settings.callbackHostsHint")}>
      <div className="settings-values">
        {hosts.length === 0 && <span className="soft">{t("settings.loopbackOnly")}</span>}
        <ul className="settings-list" aria-label={t("settings.callbackHosts")}>
          {hosts.map((name) => (
            <li key={name}>
              <code>{name}</code>
              <IconButton
                icon={X}
                writes
                label={t("settings.forbidHost", { host: name })}
                onClick={() => void change((now) => without(now, name))}
              />
            </li>
          ))}
        </ul>
        <form className="buttons" onSubmit={(event) => void add(event)}>
          <input
            className="field"
            aria-label={t("settings.hostName")}
            placeholder="hooks.example.com"
            disabled={readOnly !== null}
            aria-invalid={isTyped}
            aria-describedby={problem}
            value={wanted}
            onChange={(event) => {
              setWanted(event.target.value);
              setWrong(null);
            }}
          />
          <Button
            type="submit"
            icon={Plus}
            writes
            busy={busy}
            blocked={wanted.trim() === "" ? t("settings.hostNameFirst") : null}
          >
            {t("settings.allowHost")}
          </Button>
        </form>
        {wrong !== null && (
          <p id={problem} className="form-problem" role="alert">
            {wrong.why}
          </p>
        )}
      </div>
    </Row>
  );
}

/** Standard Webhooks: a receiver with the secret can verify that nobody else sent the event. */
function Signing() {
  const { t } = useTranslation();
  const signing = useCall("callbacks.signingSecret", {}, ["settings"]);
  const { value, reload } = signing;
  const [shown, setShown] = useState(false);
  const change = async (signed: boolean) => {
    const question = {
      title: t(signed ? "settings.renewSecret" : "settings.stopSigning"),
      body: t(signed ? "settings.renewSecretText" : "settings.stopSigningText"),
    };
    const held = value?.secret !== null;
    if (held && !(await confirmFirst({ ...question, confirm: question.title, dangerous: !signed }))) return;
    await callOrNotify(t("settings.signingFailed"), "callbacks.setSigning", { signed });
    reload();
  };
  return (
    <Row name={t("settings.signing")} hint={t("settings.signingHint")}>
      <Waiting of={signing} title={t("settings.unread")} rows={1} />
      {value?.secret === null && (
        <Button icon={KeyRound} writes onClick={() => void change(true)}>
          {t("settings.startSigning")}
        </Button>
      )}
      {value && value.secret !== null && (
        <div className="settings-values">
          <Copyable text={value.secret} what={t("settings.signing")} covered={!shown} />
          <div className="buttons">
            <Button look="ghost" icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
              {t(shown ? "settings.hideSecret" : "settings.showSecret")}
            </Button>
            <Button look="ghost" icon={KeyRound} writes onClick={() => void change(true)}>
              {t("settings.renewSecret")}
            </Button>
            <Button look="ghost" icon={Trash2} writes onClick={() => void change(false)}>
              {t("settings.stopSigning")}
            </Button>
          </div>
        </div>
      )}
    </Row>
  );
}
