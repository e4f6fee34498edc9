import { Eye, EyeOff, KeyRound, Plus, Trash2, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import {
  Button,
  confirmFirst,
  IconButton,
  useBusy,
  useReadOnly,
  useTranslation,
  Waiting,
} from "../../components/index.ts";
import { readWorkspace, useHost } from "../connection/host.ts";
import { useCall } from "../connection/use-call.ts";
import { useListChanges, without } from "../connection/use-list-changes.ts";
import { callOrNotify } from "../notices/notify.ts";
import { Copyable, Row, Section } from "./settings-parts.tsx";

/** Where callbacks may go, and how a receiver can tell that they are ours. */
export function CallbackSettings() {
  const { t } = useTranslation();
  return (
    <Section title={t("nav.callbacks")}>
      <Hosts />
      <Signing />
    </Section>
  );
}

function Hosts() {
  const { t } = useTranslation();
  const hosts = useHost((state) => state.workspace?.callbackHosts) ?? [];
  const [wanted, setWanted] = useState("");
  const readOnly = useReadOnly();
  const { busy, unlessBusy } = useBusy();
  const change = useListChanges<string>({
    read: async () => (await callOrNotify(t("settings.hostsFailed"), "workspace.info", {}))?.callbackHosts ?? null,
    send: async (next) => {
      const done = await callOrNotify(t("settings.hostsFailed"), "callbacks.setAllowedHosts", { hosts: [...next] });
      await readWorkspace();
      return done !== null;
    },
  });
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const name = wanted.trim().toLowerCase();
    if (name !== "" && (await unlessBusy(() => change((now) => [...new Set([...now, name])])))) setWanted("");
  };
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
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
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
      </div>
    </Row>
  );
}

/** Standard Webhooks: a receiver that holds the secret knows that nobody else sent the event. */
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
