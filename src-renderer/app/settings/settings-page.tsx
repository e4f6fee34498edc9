import { createElement, type ReactNode, useEffect, useRef } from "react";
import { Choice, useTranslation } from "../../components/index.ts";
import { useHost } from "../connection/host.ts";
import { LANGUAGES, type Language } from "../language/i18n.ts";
import { Page } from "../navigation/page.tsx";
import { CallbackSettings } from "./callback-settings.tsx";
import { CertificateSettings } from "./certificate-settings.tsx";
import { Clocks } from "./clocks.tsx";
import { Credentials } from "./credentials.tsx";
import { MailSettings } from "./mail-settings.tsx";
import { Outbound } from "./outbound.tsx";
import { setLanguage, setTheme, usePreferences } from "./preferences.ts";
import { Retention } from "./retention.tsx";
import { SETTINGS_PARTS, type SettingsPart } from "./settings-actions.ts";
import { Copyable, Row, Section } from "./settings-parts.tsx";
import { TimeZoneRow } from "./time-zone-row.tsx";

const PARTS: Readonly<Record<SettingsPart, () => ReactNode>> = {
  look: Look,
  workspace: Workspace,
  service: Credentials,
  callbacks: CallbackSettings,
  mail: MailSettings,
  certificate: CertificateSettings,
  retention: Retention,
  clocks: Clocks,
  outbound: Outbound,
};

/** @param part the subject to show; null: from the beginning */
export function SettingsPage({ part }: { readonly part: string | null }) {
  const { t } = useTranslation();
  return (
    <Page title={t("nav.settings")}>
      <div className="settings">
        {(Object.keys(SETTINGS_PARTS) as SettingsPart[]).map((each) => (
          <Shown key={each} now={each === part}>
            {createElement(PARTS[each])}
          </Shown>
        ))}
      </div>
    </Page>
  );
}

/** Scrolls into view when the address names it. */
function Shown({ now, children }: { readonly now: boolean; readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (now) place.current?.scrollIntoView();
  }, [now]);
  return <div ref={place}>{children}</div>;
}

function Look() {
  const { t } = useTranslation();
  const { theme, language } = usePreferences();
  return (
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
  );
}

function Workspace() {
  const { t } = useTranslation();
  const workspace = useHost((state) => state.workspace);
  return (
    <Section title={t("settings.workspace")}>
      <Row name={t("common.name")}>{workspace?.name}</Row>
      <Row name={t("settings.folder")}>
        {workspace && <Copyable text={workspace.folder} what={t("settings.folder")} />}
      </Row>
      {workspace && <TimeZoneRow zone={workspace.timeZone} />}
      <Row name={t("settings.version")}>{workspace?.version}</Row>
    </Section>
  );
}
