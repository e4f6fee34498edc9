import type { CheckedExpectation, Expectation, Happening } from "../../../src-shared/foresight/index.ts";
import type { Translate } from "../../components/index.ts";

/** A happening as a clause; names are between backquotes. */
function happeningWords(t: Translate, happening: Happening): string {
  switch (happening.kind) {
    case "act":
      return t(`expect.happens.${happening.does}`, happening);
    case "rejects":
      return happening.document === null
        ? t("expect.happens.rejectsFlow", happening)
        : t("expect.happens.rejects", happening);
    case "sees":
      return t("expect.happens.sees", happening);
    case "gets-message":
      return t(`expect.happens.${happening.method}`, happening);
    case "gets-copy":
      return t("expect.happens.copy", happening);
    case "begins":
      return t("expect.happens.begins", happening);
    case "ends":
      return t(`expect.happens.${happening.status}`);
  }
}

/** An expectation as a sentence; names are between backquotes. */
export function expectationWords(t: Translate, language: string, expectation: Expectation): string {
  const words = (happening: Happening) => happeningWords(t, happening);
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  switch (expectation.kind) {
    case "before":
      return t("expect.says.before", { first: words(expectation.first), later: words(expectation.then) });
    case "always": {
      const that = list.format(expectation.that.map(words));
      return t("expect.says.always", { when: words(expectation.when), that });
    }
    case "never":
      return t("expect.says.never", { what: words(expectation.what) });
    case "possible": {
      const without = list.format(expectation.without.map((name) => `\`${name}\``));
      const reach = words(expectation.reach);
      return without === "" ? t("expect.says.possible", { reach }) : t("expect.says.without", { reach, without });
    }
    case "at-most":
      return t(`expect.says.${expectation.method ?? "message"}`, { who: expectation.who, count: expectation.most });
    case "within": {
      const everyone = t("expect.says.everyone", { count: expectation.actsWithin });
      return t("expect.says.within", { count: expectation.days, reach: words(expectation.reach), everyone });
    }
  }
}

/** The status of an expectation. */
export type Standing = "holds" | "fails" | "not_decided" | "untested" | "unread" | "waits" | "unchecked";

/** @param waits whether it is being decided */
export function standingOf(
  expectation: Expectation | null,
  checked: CheckedExpectation | null,
  waits: boolean,
): Standing {
  if (expectation === null) return "unread";
  if (checked === null) return waits ? "waits" : "unchecked";
  return checked.verdict === "holds" && checked.untested ? "untested" : checked.verdict;
}
