import { readFileSync } from "node:fs";
import { createInstance } from "i18next";
import { cardWords, documentOf, pictureOf, pictureWords, stageCards } from "../src-shared/drawing/index.ts";
import { analyse } from "../src-shared/language/index.ts";
import { at } from "./places.ts";

/** As wide as a page of the docs shows it. */
const ROOM = 900;

/** The pictures of flows in the docs, by their file: the app's own drawing of the examples. */
export function drawnFlows(): ReadonlyMap<string, string> {
  return new Map(["loan"].map((name) => [`docs/images/${name}.svg`, drawn(name)]));
}

function drawn(name: string): string {
  const words = createInstance();
  const english = JSON.parse(readFileSync(at("resources/locales/app.en.json"), "utf8"));
  const options = { lng: "en", initAsync: false, interpolation: { escapeValue: false } };
  void words.init({ ...options, resources: { en: { translation: english } } });
  const t = (key: string, values?: Readonly<Record<string, unknown>>) => words.t(key, { ...values });
  const { outline } = analyse(readFileSync(at(`resources/examples/${name}/${name}.flow.yaml`), "utf8"));
  const cards = stageCards({ outline }, cardWords(t));
  return documentOf(pictureOf({ cards, words: pictureWords(t), room: ROOM }), outline.title ?? name);
}
