import {
  CalendarX,
  Clock,
  CornerUpRight,
  Folder,
  Globe,
  type LucideIcon,
  Settings2,
  Tag,
  ThumbsDown,
  Type,
  UserRound,
  Webhook,
} from "lucide-react";
import { dslVersions, type Intent } from "../../../src-shared/language/index.ts";
import { isRawValue, valueAt } from "../language/raw-value.ts";
import type { RawValue } from "../model/notification.ts";
import { choiceItem, type OutlineContext, scalarText, textItem, wholeNumber } from "./context.ts";
import { below, type Change, type Item } from "./item.ts";

const KEY = "settings";

const change = (intent: Intent): Change => ({ intents: [intent] });

/** What the flow is called, as the outline's first line; nothing of a bare process. */
export function titleItems({ t, analysis, bare }: OutlineContext): readonly Item[] {
  if (bare) return [];
  const set = (value: string | null) => change({ intent: "setField", field: "title", value });
  return [
    textItem(
      {
        key: "title",
        path: ["title"],
        icon: Type,
        label: t("outline.title"),
        value: scalarText(valueAt(analysis.value, ["title"])),
        unset: t("common.untitled"),
        done: (text) => set(text.trim() || null),
      },
      set(null),
    ),
  ];
}

/** How long, which kind, which time zone and the like. */
export function settingsItem(context: OutlineContext): Item {
  const { t } = context;
  const process = processSettings(context);
  return {
    key: KEY,
    path: null,
    alsoAt: [
      ...(context.bare ? [] : [["duration"], ["process_settings"], ["flow_kind"], ["folder_id"]]),
      context.inProcess("dsl-version"),
      context.inProcess("allow-rejections"),
    ],
    icon: Settings2,
    label: t("outline.settings"),
    children: () => (context.bare ? process : [...typedSettings(context), ...choices(context), ...process]),
  };
}

const written = ({ analysis }: OutlineContext, path: readonly string[]) => scalarText(valueAt(analysis.value, path));

type Single = "duration" | "accessible_duration" | "time_zone" | "folder_id";

/** A setting that is typed; nothing typed takes it away. */
function typedItem(
  context: OutlineContext,
  setting: Single,
  { icon, unset, number = false }: { readonly icon: LucideIcon; readonly unset: string; readonly number?: boolean },
): Item {
  const path = setting === "duration" || setting === "folder_id" ? [setting] : ["process_settings", setting];
  const set = (value: string | number | null): Change =>
    change(
      setting === "duration" || setting === "folder_id"
        ? { intent: "setField", field: setting, value }
        : { intent: "setSetting", setting, value },
    );
  return textItem(
    {
      key: below(KEY, setting),
      path,
      icon,
      label: context.t(`outline.${setting}`),
      value: written(context, path),
      unset,
      done: (text) => {
        if (text.trim() === "") return set(null);
        return number ? wholeNumber(text, context.t, set) : set(text.trim());
      },
    },
    set(null),
  );
}

function typedSettings(context: OutlineContext): readonly Item[] {
  const { t } = context;
  const days = (value: number) => t("outline.standard", { value });
  return [
    typedItem(context, "duration", { icon: CalendarX, unset: days(90), number: true }),
    typedItem(context, "accessible_duration", { icon: Clock, unset: days(365), number: true }),
    typedItem(context, "time_zone", { icon: Globe, unset: t("outline.workspaceZone") }),
    typedItem(context, "folder_id", { icon: Folder, unset: t("outline.noFolder") }),
  ];
}

function choices(context: OutlineContext): readonly Item[] {
  const { t } = context;
  const redirects = written(context, ["process_settings", "automatic_document_redirects"]);
  const kind = written(context, ["flow_kind"]);
  return [
    choiceItem({
      key: below(KEY, "redirects"),
      path: ["process_settings", "automatic_document_redirects"],
      icon: CornerUpRight,
      label: t("outline.redirects"),
      value: redirects ?? "last_action",
      unset: redirects === null,
      options: (["last_action", "always", "never"] as const).map((value) => [value, t(`outline.redirect.${value}`)]),
      done: (value) => change({ intent: "setSetting", setting: "automatic_document_redirects", value }),
    }),
    choiceItem({
      key: below(KEY, "kind"),
      path: ["flow_kind"],
      icon: Tag,
      label: t("outline.flowKind"),
      value: kind ?? "standard",
      unset: kind === null,
      options: (["standard", "micro_api"] as const).map((value) => [value, t(`outline.flowKinds.${value}`)]),
      done: (value) => change({ intent: "setField", field: "flow_kind", value }),
    }),
  ];
}

function processSettings(context: OutlineContext): readonly Item[] {
  const { t, analysis } = context;
  const version = scalarText(valueAt(analysis.value, context.inProcess("dsl-version")));
  const rejections = valueAt(analysis.value, context.inProcess("allow-rejections"));
  return [
    choiceItem({
      key: below(KEY, "version"),
      path: context.inProcess("dsl-version"),
      icon: Tag,
      label: t("outline.version"),
      value: version ?? "",
      options: dslVersions.map((each) => [each, each]),
      done: (value) => change({ intent: "setProcessField", field: "dsl-version", value }),
    }),
    choiceItem({
      key: below(KEY, "rejections"),
      path: context.inProcess("allow-rejections"),
      icon: ThumbsDown,
      label: t("outline.rejections"),
      value: rejections === false ? "false" : "true",
      unset: rejections === undefined,
      options: [
        ["true", t("outline.yes")],
        ["false", t("outline.no")],
      ],
      done: (value) => change({ intent: "setProcessField", field: "allow-rejections", value: value === "true" }),
    }),
  ];
}

/** Where callbacks go; nothing of a bare process. */
export function callbackItems(context: OutlineContext): readonly Item[] {
  const { t, analysis, bare } = context;
  if (bare) return [];
  const found = valueAt(analysis.value, ["callback"]);
  const callback = isRawValue(found) ? found : null;
  const set = (value: RawValue | null) => change({ intent: "setCallback", value });
  const url = textItem(
    {
      key: "callback",
      path: ["callback"],
      icon: Webhook,
      label: t("outline.callback"),
      value: callback === null ? null : (scalarText(callback.url) ?? ""),
      unset: t("outline.noCallback"),
      done: (text) =>
        text.trim() === "" ? t("outline.needsUrl") : set({ ...(callback ?? { version: 1 }), url: text.trim() }),
    },
    set(null),
  );
  return [callback === null ? url : { ...url, children: () => signIn(context, callback, set) }];
}

/** User name, and the name under which the password is kept as a secret. */
function signIn({ t }: OutlineContext, callback: RawValue, set: (value: RawValue) => Change): readonly Item[] {
  const auth = isRawValue(callback.auth) ? callback.auth : null;
  const field = (name: "username" | "password_ref", icon: LucideIcon) =>
    textItem({
      key: below("callback", name),
      path: ["callback", "auth", name],
      icon,
      label: t(`outline.${name}`),
      value: scalarText(auth?.[name]),
      unset: t("outline.notGiven"),
      done: (text) => set({ ...callback, auth: { type: "basic", ...auth, [name]: text.trim() } }),
    });
  const user = field("username", UserRound);
  if (auth === null) return [user];
  const { auth: _auth, ...rest } = callback;
  return [{ ...user, remove: set(rest) }, field("password_ref", Tag)];
}
