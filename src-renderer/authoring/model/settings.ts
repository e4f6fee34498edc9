import { CalendarX, Clock, CornerUpRight, Folder, Globe, type LucideIcon, Tag, ThumbsDown, Type } from "lucide-react";
import { documentRedirects, dslVersions, type Intent } from "../../../src-shared/language/index.ts";
import type { TextKey, Translate } from "../../components/index.ts";

type FlowField = Extract<Intent, { intent: "setField" }>["field"];
type ProcessSetting = Extract<Intent, { intent: "setSetting" }>["setting"];
type ProcessField = Extract<Intent, { intent: "setProcessField" }>["field"];

export interface SettingFacts {
  readonly path:
    | readonly [FlowField]
    | readonly ["process_settings", ProcessSetting]
    | readonly ["process", ProcessField];
  readonly icon: LucideIcon;
  readonly kind: "text" | "number" | "choice" | "switch";
  /** The value if none is written. */
  readonly standard?: string;
  /** The choices, with their texts; null: the value itself. */
  readonly values?: readonly (readonly [value: string, text: TextKey | null])[];
}

/**
 * The settings of a flow, in the order of their form: their places and allowed values. The single source for all views.
 */
const settings = {
  title: { path: ["title"], icon: Type, kind: "text" },
  duration: { path: ["duration"], icon: CalendarX, kind: "number", standard: "90" },
  accessible: { path: ["process_settings", "accessible_duration"], icon: Clock, kind: "number", standard: "365" },
  zone: { path: ["process_settings", "time_zone"], icon: Globe, kind: "text" },
  redirects: {
    path: ["process_settings", "automatic_document_redirects"],
    icon: CornerUpRight,
    kind: "choice",
    standard: documentRedirects[0],
    values: documentRedirects.map((each) => [each, `settingsForm.redirects_${each}`] as const),
  },
  rejections: {
    path: ["process", "allow-rejections"],
    icon: ThumbsDown,
    kind: "switch",
    standard: "true",
    values: [
      ["true", "settingsForm.rejections_true"],
      ["false", "settingsForm.rejections_false"],
    ],
  },
  kind: {
    path: ["flow_kind"],
    icon: Tag,
    kind: "choice",
    standard: "standard",
    values: [
      ["standard", "settingsForm.kind_standard"],
      ["micro_api", "settingsForm.kind_micro_api"],
    ],
  },
  version: {
    path: ["process", "dsl-version"],
    icon: Tag,
    kind: "choice",
    values: dslVersions.map((version) => [version, null]),
  },
  folder: { path: ["folder_id"], icon: Folder, kind: "text" },
} satisfies Readonly<Record<string, SettingFacts>>;

export type Setting = keyof typeof settings;

export const flowSettings = Object.keys(settings) as readonly Setting[];

export const settingFacts = (setting: Setting): SettingFacts => settings[setting];

/** Whether it belongs to the process, so that a bare process may have it too. */
export const isOfProcess = (setting: Setting): boolean => settingFacts(setting).path[0] === "process";

/** The keys of a flow and of its process that are settings, or contain some. */
export const settingKeys = {
  flow: [...new Set(flowSettings.filter((each) => !isOfProcess(each)).map((each) => settingFacts(each).path[0]))],
  process: flowSettings.filter(isOfProcess).flatMap((each) => settingFacts(each).path[1] ?? []),
} as const;

/** The choices of a setting, each with its words. */
export const settingOptions = (setting: Setting, t: Translate): readonly (readonly [string, string])[] =>
  (settingFacts(setting).values ?? []).map(([value, text]) => [value, text === null ? value : t(text)]);

/** Writes a setting as typed or chosen; null removes it. */
export function setSetting(setting: Setting, value: string | number | null): Intent {
  const { path, kind } = settingFacts(setting);
  const [first, name] = path;
  if (first === "process_settings") return { intent: "setSetting", setting: name, value };
  if (first !== "process") return { intent: "setField", field: first, value };
  const flag = value !== null && kind === "switch" ? value === "true" : value;
  return { intent: "setProcessField", field: name, value: typeof flag === "number" ? String(flag) : flag };
}
