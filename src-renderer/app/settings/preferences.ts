import i18next from "i18next";
import { z } from "zod";
import { create } from "zustand";
import { parsedJson } from "../../../src-shared/basics/index.ts";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { jsonOnDisk, keepSame, putOnDisk } from "../../components/index.ts";
import { host } from "../connection/host.ts";
import { changeLanguage, isLanguage, type Language } from "../language/i18n.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

interface Preferences {
  readonly theme: Theme;
  readonly language: Language;
  /** Fraction of the first pane, per split. */
  readonly panes: Readonly<Record<string, number>>;
  /** The last choice, per place that restores it: such as the tab of a pane. */
  readonly choices: Readonly<Record<string, string>>;
}

/** Stored on this page too, so that the first paint is already right. */
const STORED = "countersign.preferences";

/** The host's prefix for the app's own settings. */
const STORED_UNDER = "app.";

/** The settings as stored: texts, tables as JSON. Values that cannot be parsed count as not set. */
const storedPreferences = z.object({
  theme: z.enum(THEMES).optional().catch(undefined),
  language: z
    .custom<Language>((text) => typeof text === "string" && isLanguage(text))
    .optional()
    .catch(undefined),
  panes: jsonTable(z.number()),
  choices: jsonTable(z.string()),
});

function jsonTable<S extends z.ZodType>(value: S) {
  const table = z.string().transform(parsedJson);
  return table.pipe(z.record(z.string(), value)).optional().catch(undefined);
}

function fromValues(values: unknown): Partial<Preferences> {
  const stored = storedPreferences.safeParse(values).data ?? {};
  const read = Object.entries(stored).filter(([, value]) => value !== undefined);
  return Object.fromEntries(read);
}

/** The settings on this page, before the workspace's have arrived. */
export function firstPreferences(): Preferences {
  const spoken = navigator.language.slice(0, 2);
  return {
    theme: "system",
    language: isLanguage(spoken) ? spoken : "en",
    panes: {},
    choices: {},
    ...fromValues(jsonOnDisk(STORED)),
  };
}

export const usePreferences = create<Preferences>()(firstPreferences);

/** The page's side effects: colour scheme, language, and the copy for the next start. */
function apply({ theme, language, panes, choices }: Preferences) {
  const root = document.documentElement;
  if (theme === "system") root.removeAttribute("data-theme");
  else root.dataset.theme = theme;
  root.lang = language;
  if (i18next.language !== language) void changeLanguage(language);
  const written = { theme, language, panes: JSON.stringify(panes), choices: JSON.stringify(choices) };
  // If the disk is full, the workspace stores it all the same.
  putOnDisk(STORED, JSON.stringify(written));
}

export function startPreferences() {
  apply(usePreferences.getState());
  usePreferences.subscribe(apply);
}

/** Choices of this page that are being saved: until then, the workspace has older ones. */
let underWay = 0;
let isLoadDue = false;

async function keep(key: InputOf<"settings.set">["key"], value: string): Promise<void> {
  underWay += 1;
  await host.call("settings.set", { key, value });
  underWay -= 1;
  if (isLoadDue) await loadPreferences();
}

/**
 * Loads the workspace's settings, from whichever shell they were set; later, if a choice of this page is being saved.
 * @returns false if the workspace did not answer
 */
export async function loadPreferences(): Promise<boolean> {
  isLoadDue = underWay > 0;
  if (isLoadDue) return true;
  const answer = await host.call("settings.get", {});
  isLoadDue ||= underWay > 0;
  if (answer.ok && !isLoadDue)
    usePreferences.setState((before) => keepSame(before, { ...before, ...fromValues(answer.value.values) }));
  return answer.ok;
}

/** Follows choices of other windows, until the returned function is called: writes from here then include them. */
export function followPreferences(): () => void {
  return host.onChange(({ kind, id }) => {
    if (kind === "settings" && id.startsWith(STORED_UNDER)) void loadPreferences();
  });
}

export function setTheme(theme: Theme) {
  usePreferences.setState({ theme });
  void keep("theme", theme);
}

export function setLanguage(language: Language) {
  usePreferences.setState({ language });
  void keep("language", language);
}

/** A split's share of its first pane, stored under `name`; `initial` before anyone moved it. */
export function usePane(name: string, initial: number) {
  const fraction = usePreferences((state) => state.panes[name]) ?? initial;
  return { fraction, onResize: (next: number | null) => setPane(name, next ?? initial) };
}

function setPane(name: string, fraction: number) {
  const panes = { ...usePreferences.getState().panes, [name]: Math.round(fraction * 1000) / 1000 };
  usePreferences.setState({ panes });
  void keep("panes", JSON.stringify(panes));
}

/** Stores, in the workspace, the choice at a place such as `wall.zoom`. */
export function setChoice(place: string, choice: string) {
  const choices = { ...usePreferences.getState().choices, [place]: choice };
  usePreferences.setState({ choices });
  void keep("choices", JSON.stringify(choices));
}
