import { Eye, EyeOff, KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { Button, confirmFirst, Menu, useTranslation, Waiting } from "../../components/index.ts";
import { useCall } from "../connection/use-call.ts";
import { callOrNotify, copy, notify } from "../notices/notify.ts";
import { firstRequest, LANGUAGES_OF_REQUESTS } from "./first-request.ts";
import { Copyable, Row, Section } from "./settings-parts.tsx";

type Held = OutputOf<"service.credentials.list">["items"][number];

/** The local service: its address, the login for people, and the four values for programs [interface 2.10, 5.3]. */
export function Credentials() {
  const { t } = useTranslation();
  const login = useCall("service.login", {}, ["settings"]);
  const credentials = useCall("service.credentials.list", {}, ["settings"]);
  const held = credentials.value?.items[0] ?? null;
  return (
    <Section title={t("settings.service")} hint={t("settings.serviceHint")}>
      <Waiting of={login.value ? credentials : login} title={t("settings.serviceFailed")} rows={3} />
      {login.value && (
        <>
          <Row name={t("common.address")}>
            {login.value.baseUrl === "" ? (
              <span className="soft">{t("settings.serviceOff")}</span>
            ) : (
              <Copyable text={login.value.baseUrl} what={t("common.address")} />
            )}
          </Row>
          <Row name={t("settings.email")}>
            <Copyable text={login.value.email} what={t("settings.email")} />
          </Row>
          <Password />
          <EndUserInfo recorded={login.value.recordEndUserInfo} onChanged={login.reload} />
          <OfferedCodes offered={login.value.offersCodes} onChanged={login.reload} />
        </>
      )}
      {login.value && credentials.value && (
        <Row name={t("settings.credentials")} hint={t("settings.credentialsHint")}>
          {held === null ? (
            <None onMade={credentials.reload} />
          ) : (
            <Current held={held} baseUrl={login.value.baseUrl} onRevoked={credentials.reload} />
          )}
        </Row>
      )}
    </Section>
  );
}

/** The service stores only a hash of it: a new one is created on request, and shown until the page is left. */
function Password() {
  const { t } = useTranslation();
  const [made, setMade] = useState<string | null>(null);
  const renew = async () => {
    const question = { title: t("settings.newPassword"), body: t("settings.newPasswordText") };
    if (!(await confirmFirst({ ...question, confirm: t("settings.newPassword") }))) return;
    const value = await callOrNotify(t("settings.newPasswordFailed"), "service.newPassword", {});
    if (value) setMade(value.password);
  };
  return (
    <Row name={t("common.password")} hint={made === null ? t("settings.passwordHint") : t("settings.passwordOnce")}>
      {made === null ? (
        <Button icon={KeyRound} writes onClick={() => void renew()}>
          {t("settings.newPassword")}
        </Button>
      ) : (
        <Copyable text={made} what={t("common.password")} />
      )}
    </Row>
  );
}

/** Whether the history and callbacks of new runs record the end user's IP address and browser [U2]. */
function EndUserInfo({ recorded, onChanged }: { readonly recorded: boolean; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const change = async () => {
    const input = { recorded: !recorded };
    if (await callOrNotify(t("settings.endUserFailed"), "service.recordEndUserInfo", input)) onChanged();
  };
  return (
    <Row name={t("settings.endUser")} hint={t("settings.endUserHint")}>
      <div className="settings-values">
        <span>{t(recorded ? "settings.endUserRecorded" : "settings.endUserNotRecorded")}</span>
        <div className="buttons">
          <Button writes onClick={() => void change()}>
            {t(recorded ? "settings.endUserStop" : "settings.endUserStart")}
          </Button>
        </div>
      </div>
    </Row>
  );
}

/** Whether a participant's page may fill in the code of an SMS [U4]. */
function OfferedCodes({ offered, onChanged }: { readonly offered: boolean; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const change = async () => {
    if (await callOrNotify(t("settings.codesFailed"), "service.offerCodes", { offered: !offered })) onChanged();
  };
  return (
    <Row name={t("settings.codes")} hint={t("settings.codesHint")}>
      <div className="settings-values">
        <span>{t(offered ? "settings.codesOffered" : "settings.codesNotOffered")}</span>
        <div className="buttons">
          <Button writes onClick={() => void change()}>
            {t(offered ? "settings.codesStop" : "settings.codesStart")}
          </Button>
        </div>
      </div>
    </Row>
  );
}

function None({ onMade }: { readonly onMade: () => void }) {
  const { t } = useTranslation();
  const make = async () => {
    if (await callOrNotify(t("settings.makeFailed"), "service.credentials.create", {})) onMade();
  };
  return (
    <Button look="primary" icon={KeyRound} writes onClick={() => void make()}>
      {t("settings.make")}
    </Button>
  );
}

interface CurrentProps {
  readonly held: Held;
  readonly baseUrl: string;
  readonly onRevoked: () => void;
}

/** The secrets are hidden until requested. */
function Current({ held, baseUrl, onRevoked }: CurrentProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const revoke = async () => {
    const question = { title: t("settings.revokeTitle"), body: t("settings.revokeText") };
    if (!(await confirmFirst({ ...question, confirm: t("settings.revoke"), dangerous: true }))) return;
    const { apitoken } = held;
    if (await callOrNotify(t("settings.revokeFailed"), "service.credentials.revoke", { apitoken }))
      notify(t("settings.revoked"));
    onRevoked();
  };
  return (
    <div className="settings-values">
      <dl className="facts">
        {(["apitoken", "apisecret", "accesstoken", "accesssecret"] as const).map((name) => (
          <div key={name} className="fact">
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Copyable text={held[name]} what={name} covered={!shown && name.endsWith("secret")} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <Button look="ghost" icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
          {t(shown ? "settings.hideSecrets" : "settings.showSecrets")}
        </Button>
        <Menu
          trigger={<Button look="ghost">{t("settings.copyRequest")}</Button>}
          entries={LANGUAGES_OF_REQUESTS.map((language) => ({
            label: language,
            run: () => void copy(firstRequest(language, baseUrl, held), t("settings.request", { language })),
          }))}
        />
        <Button look="ghost" icon={Trash2} writes onClick={() => void revoke()}>
          {t("settings.revoke")}
        </Button>
      </div>
    </div>
  );
}
