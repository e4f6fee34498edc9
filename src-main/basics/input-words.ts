import type { z } from "zod";

const MAX_NAMED = 10;

/** The first few, and how many more there are. */
export function listed(items: readonly string[], separator: string): string {
  const more = items.length - MAX_NAMED;
  return items.slice(0, MAX_NAMED).join(separator) + (more > 0 ? `${separator}and ${more} more` : "");
}

/**
 * What would be right, in words that need no knowledge of the reader that refused it.
 * @param unknown says of a name that nobody asks for what it is
 */
export function sentenceOf(issue: z.core.$ZodIssue, unknown = (key: string) => `unknown: ${key}`): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return listed(issue.keys.map(unknown), ", ");
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return oneOf(issue.values);
    case "invalid_union":
      return issue.inclusive === false || issue.options === undefined ? issue.message : oneOf(issue.options);
    case "too_small":
      return `must ${MEASURES[issue.origin]?.("at least", Number(issue.minimum)) ?? `be at least ${issue.minimum}`}`;
    case "too_big":
      return `must ${MEASURES[issue.origin]?.("at most", Number(issue.maximum)) ?? `be at most ${issue.maximum}`}`;
    case "invalid_format":
      return FORMATS[issue.format] ?? issue.message;
    default:
      return issue.message;
  }
}

const oneOf = (values: readonly unknown[]): string =>
  `must be ${values.length > 1 ? "one of " : ""}${values.map((value) => JSON.stringify(value)).join(", ")}`;

const KINDS: Readonly<Record<string, string>> = {
  ...{ string: "a string", number: "a number", int: "a whole number", boolean: "true or false" },
  ...{ object: "an object", record: "an object", array: "a list" },
};
const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;
const MEASURES: Readonly<Record<string, (bound: string, count: number) => string>> = {
  string: (bound, count) => `have ${bound} ${counted(count, "character")}`,
  array: (bound, count) => `have ${bound} ${counted(count, "item")}`,
};
const FORMATS: Readonly<Record<string, string>> = {
  url: "must be a whole http or https address",
  datetime: "must be an instant in UTC, such as 2026-03-01T09:00:00.000Z",
  duration: "must be an ISO 8601 duration, such as P3D or PT1M",
  uuid: "must be a UUID",
  email: "must be an e-mail address",
};

/** Every input that a schema refused, by its place and with what would be right. */
export function inputInWords({ issues }: z.ZodError): string {
  const named = issues.map((issue) => `${issue.path.join("/") || "it"} ${sentenceOf(issue)}`);
  return `What was sent is not as it should be: ${listed(named, "; ")}.`;
}
