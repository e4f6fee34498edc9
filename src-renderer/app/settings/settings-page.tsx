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
import { Copyable, Row, Section } from "./settings-parts.tsx";
import { TimeZoneRow } from "./time-zone-row.tsx";

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
          <Row name={t("common.name")}>{workspace?.name}</Row>
          <Row name={t("settings.folder")}>
            {workspace && <Copyable text={workspace.folder} what={t("settings.folder")} />}
          </Row>
          {workspace && <TimeZoneRow zone={workspace.timeZone} />}
          <Row name={t("settings.version")}>{workspace?.version}</Row>
        </Section>
        <Credentials />
        <CallbackSettings />
        <MailSettings />
        <CertificateSettings />
        <Retention />
        <Clocks />
        <Outbound />
      </div>
    </Page>
  );
}
