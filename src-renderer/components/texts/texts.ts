import i18next, { type i18n } from "i18next";
import { useTranslation as useI18next } from "react-i18next";
import type english from "../../../resources/locales/app.en.json";

/** The forms of a plural, such as `days_one` and `days_other`, are asked for as `days`. */
type Stem<K extends string> = K extends `${infer S}_${"zero" | "one" | "other"}` ? S : K;

/** `a.b.c` for every text of a catalogue. i18next's own types know the same, and take four times as long to check. */
export type KeysOf<C> = {
  [K in keyof C & string]: C[K] extends string ? Stem<K> : `${K}.${KeysOf<C[K]>}`;
}[keyof C & string];

/** A text that is missing from the app's catalogue does not compile. */
export type TextKey = KeysOf<typeof english>;
export type Translate<K extends string = TextKey> = (key: K, values?: Readonly<Record<string, unknown>>) => string;

/** The catalogue in the reader's language; a component that asks is drawn again when the language changes. */
export const useTranslation = useI18next as unknown as () => { readonly t: Translate; readonly i18n: i18n };

/** The same outside of components, at the moment of an act. */
export const translate: Translate = (key, values) => i18next.t(key, { ...values });

/** A text whose key came from elsewhere, such as an event of a newer host; `fallback` where it has none. */
export const textOr = (key: string, fallback: string, values?: Readonly<Record<string, unknown>>): string =>
  i18next.exists(key) ? i18next.t(key, { ...values }) : fallback;
