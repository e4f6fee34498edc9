import { dslVersions, type Intent } from "../../../src-shared/language/index.ts";

type Value = string | number | boolean | null;
type Field = Extract<Intent, { intent: "setField" }>["field"];
type ProcessSetting = Extract<Intent, { intent: "setSetting" }>["setting"];
type ProcessField = Extract<Intent, { intent: "setProcessField" }>["field"];
type SettingPath =
  | readonly [Field]
  | readonly ["process_settings", ProcessSetting]
  | readonly ["process", ProcessField];

interface SettingFacts {
  readonly path: SettingPath;
  readonly kind: "text" | "number" | "choice" | "switch";
  /** What holds where none is written: a number of days, or a choice. */
  readonly standard?: string;
  readonly values?: readonly string[];
}

/** The settings of a flow: where each stands, and what it may be. */
export const settings = {
  title: { path: ["title"], kind: "text" },
  duration: { path: ["duration"], kind: "number", standard: "90" },
  accessible: { path: ["process_settings", "accessible_duration"], kind: "number", standard: "365" },
  zone: { path: ["process_settings", "time_zone"], kind: "text" },
  redirects: {
    path: ["process_settings", "automatic_document_redirects"],
    kind: "choice",
    standard: "last_action",
    values: ["last_action", "always", "never"],
  },
  rejections: { path: ["process", "allow-rejections"], kind: "switch", standard: "true", values: ["true", "false"] },
  kind: { path: ["flow_kind"], kind: "choice", standard: "standard", values: ["standard", "micro_api"] },
  version: { path: ["process", "dsl-version"], kind: "choice", values: dslVersions },
  folder: { path: ["folder_id"], kind: "text" },
} as const satisfies Readonly<Record<string, SettingFacts>>;

export type Setting = keyof typeof settings;

export const settingFacts = (setting: Setting): SettingFacts => settings[setting];

/** Writes a setting; null takes it away. */
export function setSetting(setting: Setting, value: Value): Intent {
  const { path } = settingFacts(setting);
  const written = typeof value === "boolean" ? String(value) : value;
  if (path[0] === "process") {
    const flag = typeof value === "number" ? String(value) : value;
    return { intent: "setProcessField", field: path[1], value: flag };
  }
  if (path[0] === "process_settings") return { intent: "setSetting", setting: path[1], value: written };
  return { intent: "setField", field: path[0], value: written };
}
