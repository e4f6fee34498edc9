import { useTranslation } from "../../components/index.ts";
import type { AppAction } from "../actions/actions.ts";
import { goTo } from "../navigation/navigate.ts";

/** The subjects of Settings in their order, each with the key of its heading. */
export const SETTINGS_PARTS = {
  look: "settings.look",
  workspace: "settings.workspace",
  service: "settings.service",
  callbacks: "nav.callbacks",
  mail: "settings.mail",
  certificate: "settings.certificate",
  retention: "retention.title",
  clocks: "clocks.title",
  outbound: "outbound.title",
} as const;
export type SettingsPart = keyof typeof SETTINGS_PARTS;

/** The actions that open each subject. */
export function useSettingsActions(): readonly AppAction[] {
  const { t } = useTranslation();
  return Object.entries(SETTINGS_PARTS).map(([part, title]) => ({
    id: `settings.${part}`,
    group: t("nav.settings"),
    title: t(title),
    also: t(`settings.also.${part as SettingsPart}`),
    run: () => goTo("settings", part),
  }));
}
