import { folderName, useCall, useHost } from "../../app/index.ts";
import { useTranslation } from "../../components/index.ts";
import { NumberField, SelectField, TextField } from "../forms/fields.tsx";
import { fieldAt, type SectionProps } from "../model/problems.ts";
import { flowSettings, type Setting, setSetting, settingFacts, settingOptions } from "../model/settings.ts";
import { useSession } from "../session/use-session.ts";

const ZONES = Intl.supportedValuesOf("timeZone");

/** Settings of the whole flow. */
export function SettingsSection({ analysis }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const workspaceZone = useHost((state) => state.workspace?.timeZone) ?? "";
  const field = (setting: Setting) => {
    const { path, kind, standard } = settingFacts(setting);
    return {
      ...fieldAt(analysis, ...path),
      label: t(`settingsForm.${setting}`),
      help: setting === "title" ? undefined : t(`settingsForm.${setting}Help`),
      ...(standard && kind === "number" && { placeholder: standard }),
      onCommit: (value: string | number = "") => session.change([setSetting(setting, value === "" ? null : value)]),
    };
  };
  const choice = (setting: Setting) => {
    const { onCommit, ...about } = field(setting);
    const options = settingOptions(setting, t);
    const standard = options.find(([value]) => value === settingFacts(setting).standard)?.[1];
    const unset = standard === undefined ? [] : [["", t("parameters.default", { value: standard })] as const];
    return { ...about, options: [...unset, ...options], onChange: onCommit };
  };
  const folders = useCall("folders.list", {}, ["settings"]).value?.items ?? [];
  const { onCommit: toFolder, value: inFolder, ...aboutFolder } = field("folder");
  const homes = folders.filter(({ home }) => home);
  const folder = {
    ...aboutFolder,
    value: homes.some(({ id }) => id === inFolder) ? "" : inFolder,
    options: [
      ["", homes.map((home) => folderName(t, home))[0] ?? t("folders.home")] as const,
      ...folders.filter(({ home }) => !home).map((each) => [each.id, folderName(t, each)] as const),
    ],
    onChange: toFolder,
  };
  const shown = (setting: Setting) => {
    if (setting === "folder") return <SelectField key={setting} {...folder} />;
    if (setting === "zone")
      return <TextField key={setting} {...field(setting)} placeholder={workspaceZone} list={ZONES} />;
    const { kind } = settingFacts(setting);
    if (kind === "number") return <NumberField key={setting} {...field(setting)} />;
    if (kind === "text") return <TextField key={setting} {...field(setting)} wide={setting === "title"} />;
    return <SelectField key={setting} {...choice(setting)} />;
  };
  return <div className="param-grid">{flowSettings.map(shown)}</div>;
}
