import { useState } from "react";
import { useTranslation } from "../texts/texts.ts";
import "./long-text.css";

/** Longer texts, in characters or lines, would fill a page: they are cut to five lines (long-text.css). */
const LONG_CHARACTERS = 400;
const LONG_LINES = 6;

/** User text: a long one is cut on the screen, with a button that shows all of it. */
export function LongText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  if (text.length <= LONG_CHARACTERS && text.split("\n").length <= LONG_LINES) return text;
  return (
    <span className="long-text">
      <span className={all ? "" : "long-text-clamped"}>{text}</span>
      <button type="button" className="long-text-more" aria-expanded={all} onClick={() => setAll(!all)}>
        {t(all ? "common.showLess" : "common.showAll")}
      </button>
    </span>
  );
}
