import { type LucideIcon, Settings2, Tag, UserRound, Webhook } from "lucide-react";
import { isObject } from "../../../src-shared/language/index.ts";
import type { TextKey } from "../../components/index.ts";
import { fieldText, type RawValue, scalarText, valueAt, withMember } from "../language/raw-value.ts";
import {
  flowSettings,
  isOfProcess,
  type Setting,
  type SettingFacts,
  setSetting,
  settingFacts,
  settingKeys,
  settingOptions,
} from "../model/settings.ts";
import type { OutlineContext } from "./context.ts";
import type { Change, Item } from "./item.ts";
import { choiceItem, type Part, row, textItem, wholeNumber } from "./part.ts";

const KEY = "settings";

const UNSET: Readonly<Partial<Record<Setting, TextKey>>> = {
  title: "common.untitled",
  zone: "outline.workspaceZone",
  folder: "outline.noFolder",
};
/** Typed fields come first, then choices, then switches. */
const RANK: Readonly<Record<SettingFacts["kind"], number>> = { text: 0, number: 0, choice: 1, switch: 2 };
const rankOf = (setting: Setting): number => RANK[settingFacts(setting).kind];
const SETTINGS = flowSettings.filter((each) => each !== "title").toSorted((a, b) => rankOf(a) - rankOf(b));

const rootPart = (context: OutlineContext, key: string): Part => {
  const { value } = context.analysis;
  return { context, key, path: [], value: isObject(value) ? value : {} };
};

/** The flow's title, as the outline's first line; empty for a bare process. */
export const titleItems = (context: OutlineContext): readonly Item[] =>
  context.bare ? [] : [{ ...settingItem(context, "title"), key: "title" }];

/** Duration, kind, time zone and other settings. */
export function settingsItem(context: OutlineContext): Item {
  const { t, bare, inProcess } = context;
  return {
    key: KEY,
    path: null,
    alsoAt: [
      ...(bare ? [] : settingKeys.flow.filter((key) => key !== "title").map((key) => [key])),
      ...settingKeys.process.map((key) => inProcess(key)),
    ],
    icon: Settings2,
    label: t("common.settings"),
    children: () => SETTINGS.filter((each) => !bare || isOfProcess(each)).map((each) => settingItem(context, each)),
  };
}

function settingItem(context: OutlineContext, setting: Setting): Item {
  const { t, inProcess, analysis } = context;
  const { path, icon, kind, standard, values } = settingFacts(setting);
  const at = path[0] === "process" ? inProcess(path[1]) : path;
  const set = (value: string | number | null): Change => ({ intents: [setSetting(setting, value)] });
  const about = row(setting, icon, t(`settingsForm.${setting}`), at);
  const part = rootPart(context, KEY);
  if (setting === "folder" && context.folders.length > 0) {
    const value = scalarText(valueAt(analysis.value, at)) ?? "";
    const options = [["", t("outline.noFolder")] as const, ...context.folders];
    return choiceItem(part, about, { value, unset: value === "", options, done: (id) => set(id || null) });
  }
  if (values) {
    const written = scalarText(valueAt(analysis.value, at));
    const unset = written === null && standard !== undefined;
    const options = settingOptions(setting, t);
    return choiceItem(part, about, { value: written ?? standard ?? "", unset, options, done: set });
  }
  return textItem(part, about, {
    unset:
      standard === undefined ? t(UNSET[setting] ?? "outline.notGiven") : t("outline.standard", { value: standard }),
    done: (text) => {
      if (text.trim() === "") return set(null);
      return kind === "number" ? wholeNumber(text, t, set) : set(text.trim());
    },
    remove: set(null),
  });
}

/** The callback's address; empty for a bare process. */
export function callbackItems(context: OutlineContext): readonly Item[] {
  const { t, analysis, bare } = context;
  if (bare) return [];
  const found = valueAt(analysis.value, ["callback"]);
  const callback = isObject(found) ? found : null;
  const set = (value: RawValue | null): Change => ({ intents: [{ intent: "setCallback", value }] });
  const url = textItem(rootPart(context, "callback"), row("url", Webhook, t("outline.callback"), ["callback"]), {
    unset: t("outline.noCallback"),
    value: callback && fieldText(callback.url),
    done: (text) =>
      text.trim() === "" ? t("outline.needsUrl") : set({ ...(callback ?? { version: 1 }), url: text.trim() }),
    remove: set(null),
  });
  const item = { ...url, key: "callback" };
  return [callback === null ? item : { ...item, children: () => signIn(context, callback, set) }];
}

/** User name, and the name of the password in the secret store. */
function signIn(context: OutlineContext, callback: RawValue, set: (value: RawValue) => Change): readonly Item[] {
  const { t } = context;
  const auth = isObject(callback.auth) ? callback.auth : null;
  const part: Part = { context, key: "callback", path: ["callback", "auth"], value: auth ?? {} };
  const field = (name: "username" | "password_ref", icon: LucideIcon, label: string) =>
    textItem(part, row(name, icon, label), {
      unset: t("outline.notGiven"),
      done: (text) => set({ ...callback, auth: { type: "basic", ...auth, [name]: text.trim() } }),
    });
  const user = field("username", UserRound, t("callbackForm.username"));
  if (auth === null) return [user];
  return [
    { ...user, remove: set(withMember(callback, "auth", undefined)) },
    field("password_ref", Tag, t("outline.password_ref")),
  ];
}
