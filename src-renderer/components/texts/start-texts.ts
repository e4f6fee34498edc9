import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { isolate } from "../basics/isolate.ts";

/** By language, the contents of a glob of catalogues such as `app.sv.json`. */
export const byLanguage = <T>(files: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [/\.(\w+)\.json$/.exec(path)?.[1] ?? "en", file]));

/** All catalogues are part of the page, so changing the language needs no host. */
export async function startTexts(catalogues: Readonly<Record<string, Record<string, unknown>>>, language: string) {
  const resources = Object.entries(byLanguage(catalogues)).map(([of, translation]) => [of, { translation }]);
  await i18next.use(initReactI18next).init({
    resources: Object.fromEntries(resources),
    lng: language,
    fallbackLng: "en",
    interpolation: { escape: isolate },
    returnNull: false,
  });
}
