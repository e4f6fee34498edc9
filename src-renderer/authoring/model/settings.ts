import { documentRedirects, dslVersions, type Intent } from "../../../src-shared/language/index.ts";
import type { TextKey, Translate } from "../../components/index.ts";

type FlowField = Extract<Intent, { intent: "setField" }>["field"];
type ProcessSetting = Extract<Intent, { intent: "setSetting" }>["setting"];
type ProcessField = Extract<Intent, { intent: "setProcessField" }>["field"];

interface SettingFacts {
  readonly path:
    | readonly [FlowField]
    | readonly ["process_settings", ProcessSetting]
    | readonly ["process", ProcessField];
  readonly kind: "text" | "number" | "choice" | "switch";
  /** What holds where none is written. */
  readonly standard?: string;
  /** The choices, with their texts; null: the value itself. */
  readonly values?: readonly (readonly [value: string, text: TextKey | null])[];
}

/** The settings of a flow: where each stands, and what it may be. */
const settings = {
  title: { path: ["title"], kind: "text" },
  duration: { path: ["duration"], kind: "number", standard: "90" },
  accessible: { path: ["process_settings", "accessible_duration"], kind: "number", standard: "365" },
  zone: { path: ["process_settings", "time_zone"], kind: "text" },
  redirects: {
    path: ["process_settings", "automatic_document_redirects"],
    kind: "choice",
    standard: documentRedirects[0],
    values: documentRedirects.map((each) => [each, `settingsForm.redirects_${each}`] as const),
  },
  rejections: {
    path: ["process", "allow-rejections"],
    kind: "switch",
    standard: "true",
    values: [
      ["true", "settingsForm.rejections_true"],
      ["false", "settingsForm.rejections_false"],
    ],
  },
  kind: {
    path: ["flow_kind"],
    kind: "choice",
    standard: "standard",
    values: [
      ["standard", "settingsForm.kind_standard"],
      ["micro_api", "settingsForm.kind_micro_api"],
    ],
  },
  version: { path: ["process", "dsl-version"], kind: "choice", values: dslVersions.map((version) => [version, null]) },
  folder: { path: ["folder_id"], kind: "text" },
} satisfies Readonly<Record<string, SettingFacts>>;

export type Setting = keyof typeof settings;

export const settingFacts = (setting: Setting): SettingFacts => settings[setting];

/** The choices of a setting, each with its words. */
export const settingOptions = (setting: Setting, t: Translate): readonly (readonly [string, string])[] =>
  (settingFacts(setting).values ?? []).map(([value, text]) => [value, text === null ? value : t(text)]);

/** Writes a setting as it was typed or chosen; null takes it away. */
export function setSetting(setting: Setting, value: string | number | null): Intent {
  const { path, kind } = settingFacts(setting);
  const [first, name] = path;
  if (first === "process_settings") return { intent: "setSetting", setting: name, value };
  if (first !== "process") return { intent: "setField", field: first, value };
  const flag = value !== null && kind === "switch" ? value === "true" : value;
  return { intent: "setProcessField", field: name, value: typeof flag === "number" ? String(flag) : flag };
}
