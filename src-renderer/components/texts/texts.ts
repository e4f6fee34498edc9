import i18next, { type i18n } from "i18next";
import { useSyncExternalStore } from "react";
import type english from "../../../resources/locales/app.en.json";

/** Plural forms, such as `days_one` and `days_other`, are requested as `days`. */
type Stem<K extends string> = K extends `${infer S}_${"zero" | "one" | "other"}` ? S : K;

/** `a.b.c` for every text of a catalogue. i18next's own types know the same, and take four times as long to check. */
export type KeysOf<C> = {
  [K in keyof C & string]: C[K] extends string ? Stem<K> : `${K}.${KeysOf<C[K]>}`;
}[keyof C & string];

/** A text missing from the app's catalogue does not compile. */
export type TextKey = KeysOf<typeof english>;
export type Translate<K extends string = TextKey> = (key: K, values?: Readonly<Record<string, unknown>>) => string;

/** The texts for a component: the same object for all of them, and a new one when the language changes. */
interface Texts<K extends string = TextKey> {
  readonly t: Translate<K>;
  readonly i18n: i18n;
}
let texts: (Texts & { readonly language: string }) | null = null;

function textsNow(): Texts {
  const { language } = i18next;
  if (texts?.language !== language) texts = { language, t: textsIn(language), i18n: i18next };
  return texts;
}

/** Size of the cache: names and times keep changing. */
const REMEMBERED = 1000;

/** Caches texts by their values: a page asks for hundreds, and most do not change. */
function textsIn(language: string): Translate {
  const look = i18next.getFixedT(language) as Translate;
  const known = new Map<string, string>();
  return (key, values) => {
    const asked = values === undefined ? key : `${key} ${JSON.stringify(values)}`;
    const text = known.get(asked) ?? look(key, values);
    if (known.size >= REMEMBERED) known.clear();
    known.set(asked, text);
    return text;
  };
}

function onLanguage(changed: () => void): () => void {
  i18next.on("languageChanged", changed);
  return () => i18next.off("languageChanged", changed);
}

/**
 * The catalogue in the reader's language; the calling component renders again when the language changes.
 * react-i18next's own hook copies i18next for each component: a tenth of the time that a run's page takes.
 */
export const useTranslation = (): Texts => useSyncExternalStore(onLanguage, textsNow);

/** The same outside of components, at the moment of an action. */
export const translate: Translate = (key, values) => i18next.t(key, { ...values });

/** A text whose key came from elsewhere, such as an event of a newer host; `fallback` if it has none. */
export const textOr = (key: string, fallback: string, values?: Readonly<Record<string, unknown>>): string =>
  i18next.exists(key) ? i18next.t(key, { ...values }) : fallback;
