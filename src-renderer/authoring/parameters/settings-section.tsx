import { useHost } from "../../app/index.ts";
import { textOr, useTranslation } from "../../components/index.ts";
import { NumberField, SelectField, TextField } from "../forms/fields.tsx";
import { fieldText, valueAt } from "../language/raw-value.ts";
import { problemsAt, type SectionProps } from "../model/problems.ts";
import { type Setting, setSetting, settingFacts } from "../model/settings.ts";
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
      text: analysis.text,
      problems: problemsAt(analysis, path),
      label: t(`settingsForm.${setting}`),
      help: setting === "title" ? undefined : t(`settingsForm.${setting}Help`),
      value: fieldText(valueAt(analysis.value, path)),
      ...(standard && kind === "number" && { placeholder: standard }),
      onCommit: (value: string | number = "") => session.change([setSetting(setting, value === "" ? null : value)]),
    };
  };
  const choice = (setting: Setting) => {
    const { onCommit: _onCommit, ...about } = field(setting);
    const { kind, standard, values = [] } = settingFacts(setting);
    const words = (value: string) =>
      setting === "version" ? value : textOr(`settingsForm.${setting}_${value}`, value);
    const unset = standard === undefined ? [] : [["", t("parameters.default", { value: words(standard) })] as const];
    return {
      ...about,
      options: [...unset, ...values.map((value) => [value, words(value)] as const)],
      onChange: (value: string) =>
        session.change([setSetting(setting, kind === "switch" && value !== "" ? value === "true" : value || null)]),
    };
  };
  return (
    <div className="param-grid">
      <TextField {...field("title")} wide />
      <NumberField {...field("duration")} />
      <NumberField {...field("accessible")} />
      <TextField {...field("zone")} placeholder={workspaceZone} list={ZONES} />
      <SelectField {...choice("redirects")} />
      <SelectField {...choice("rejections")} />
      <SelectField {...choice("kind")} />
      <SelectField {...choice("version")} />
      <TextField {...field("folder")} />
    </div>
  );
}
