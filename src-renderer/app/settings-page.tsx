import { Copy, Eye, EyeOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../components/button.tsx";
import { Choice, Page } from "../components/page.tsx";
import { ErrorState, Loading } from "../components/states.tsx";
import { useHost } from "./host.ts";
import { LANGUAGES, type Language } from "./i18n.ts";
import { copy } from "./notify.ts";
import { setLanguage, setTheme, usePreferences } from "./preferences.ts";
import { useCall } from "./use-call.ts";

export function SettingsPage() {
  const { t } = useTranslation();
  const { theme, language } = usePreferences();
  const workspace = useHost((state) => state.workspace);
  return (
    <Page title={t("nav.settings")}>
      <div className="settings">
        <Section title={t("settings.look")}>
          <Row name={t("settings.theme.label")}>
            <Choice
              label={t("settings.theme.label")}
              value={theme}
              onChange={setTheme}
              options={[
                ["system", t("settings.theme.system")],
                ["light", t("settings.theme.light")],
                ["dark", t("settings.theme.dark")],
              ]}
            />
          </Row>
          <Row name={t("settings.language")}>
            <Choice
              label={t("settings.language")}
              value={language}
              onChange={setLanguage}
              options={Object.entries(LANGUAGES) as [Language, string][]}
            />
          </Row>
        </Section>
        <Section title={t("settings.workspace")}>
          <Row name={t("settings.name")}>{workspace?.name}</Row>
          <Row name={t("settings.folder")}>
            {workspace && <Copyable text={workspace.folder} what={t("settings.folder")} />}
          </Row>
          <Row name={t("settings.timeZone")}>{workspace?.timeZone}</Row>
          <Row name={t("settings.callbackHosts")} hint={t("settings.callbackHostsHint")}>
            {workspace &&
              (workspace.callbackHosts.length === 0 ? t("settings.loopbackOnly") : workspace.callbackHosts.join(", "))}
          </Row>
          <Row name={t("settings.version")}>{workspace?.version}</Row>
        </Section>
        <Credentials />
      </div>
    </Page>
  );
}

/** The local service's address and the four values of interface 2.10; the secrets are covered until asked for. */
function Credentials() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { value, error, loading, reload } = useCall("service.credentials", {});
  return (
    <Section
      title={t("settings.service")}
      hint={t("settings.serviceHint")}
      action={
        value && (
          <Button look="ghost" icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)}>
            {t(shown ? "settings.hideSecrets" : "settings.showSecrets")}
          </Button>
        )
      }
    >
      {loading && <Loading rows={3} />}
      {error && <ErrorState error={error} title={t("settings.serviceFailed")} onRetry={reload} />}
      {value && (
        <>
          <Row name={t("settings.baseUrl")}>
            <Copyable text={value.baseUrl} what={t("settings.baseUrl")} />
          </Row>
          <Row name={t("settings.email")}>
            <Copyable text={value.email} what={t("settings.email")} />
          </Row>
          {(["apitoken", "apisecret", "accesstoken", "accesssecret"] as const).map((name) => (
            <Row key={name} name={<code>{name}</code>}>
              <Copyable text={value[name]} what={name} covered={!shown && name.endsWith("secret")} />
            </Row>
          ))}
        </>
      )}
    </Section>
  );
}

function Copyable({
  text,
  what,
  covered,
}: {
  readonly text: string;
  readonly what: string;
  readonly covered?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <span className="copyable">
      <code className="truncate" title={covered ? undefined : text}>
        {covered ? "•".repeat(16) : text}
      </code>
      <IconButton icon={Copy} label={t("common.copy", { what })} onClick={() => void copy(text, what)} />
    </span>
  );
}

function Section({
  title,
  hint,
  action,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="settings-section">
      <header className="settings-head">
        <h2>{title}</h2>
        {action}
      </header>
      {hint && <p className="soft settings-hint">{hint}</p>}
      <dl className="settings-rows">{children}</dl>
    </section>
  );
}

function Row({
  name,
  hint,
  children,
}: {
  readonly name: ReactNode;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="settings-row">
      <dt>
        {name}
        {hint && <span className="settings-row-hint">{hint}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
