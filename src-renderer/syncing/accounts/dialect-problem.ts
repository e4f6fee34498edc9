import type { z } from "zod";
import type { Translate } from "../../components/index.ts";

type Issue = z.core.$ZodIssue;

/** Most parts named; more are counted. */
const MOST = 3;

/** The problem with a dialect's file, and the remedy. @param issues null: it is not JSON */
export function dialectProblem(t: Translate, name: string, issues: readonly Issue[] | null): string {
  if (issues === null) return t("sync.dialectIs.noJson", { name });
  const wrong = issues.flatMap((issue) => wordsOf(t, issue));
  const more = wrong.length > MOST ? [t("sync.dialectIs.more", { count: wrong.length - MOST })] : [];
  return t("sync.dialectIs.wrong", { name, wrong: [...wrong.slice(0, MOST), ...more].join("; ") });
}

function wordsOf(t: Translate, issue: Issue): readonly string[] {
  const at = issue.path.join(".");
  if (at === "" && issue.code !== "unrecognized_keys") return [t("sync.dialectIs.noObject")];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => t("sync.dialectIs.unknown", { at: [...issue.path, key].join(".") }));
    case "invalid_type":
      return [typeWords(t, issue.expected, at)];
    case "invalid_value":
      return [t("sync.dialectIs.oneOf", { at, values: issue.values.map(String).join(", ") })];
    case "too_small":
      return [t("sync.dialectIs.empty", { at })];
    case "invalid_format":
      return [formatWords(t, at)];
    case "custom":
      return [customWords(t, issue.params, at)];
    default:
      return [t("sync.dialectIs.other", { at })];
  }
}

function customWords(t: Translate, params: Readonly<Record<string, unknown>> | undefined, at: string): string {
  const other = params?.["other"];
  return typeof other === "string" ? t("sync.dialectIs.twin", { at, other }) : t("sync.dialectIs.id", { at });
}

function typeWords(t: Translate, expected: string, at: string): string {
  if (expected === "string") return t("sync.dialectIs.text", { at });
  return expected === "boolean" ? t("sync.dialectIs.boolean", { at }) : t("sync.dialectIs.object", { at });
}

function formatWords(t: Translate, at: string): string {
  if (at === "authorization.scheme") return t("sync.dialectIs.scheme", { at });
  return at === "accessLink" ? t("sync.dialectIs.link", { at }) : t("sync.dialectIs.path", { at });
}
