import type { i18n } from "i18next";
import type english from "../../../resources/locales/participant.en.json";
import { type KeysOf, type Translate, useTranslation as useTexts } from "../../components/texts/texts.ts";

/** A text missing from the participants' catalogue does not compile. */
export type PageTextKey = KeysOf<typeof english>;

/** The catalogue in the participant's language. */
export const useTranslation = useTexts as unknown as () => {
  readonly t: Translate<PageTextKey>;
  readonly i18n: i18n;
};
