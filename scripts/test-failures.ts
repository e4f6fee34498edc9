import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** The failed tests of a runner's JSON report, each with where it stands and the first lines of what it said. */
export type ReadFailures = (report: unknown) => readonly string[];

const LINES = 12;

/** One failure, short enough for a dozen of them to fit the end of a log. */
function failure(where: readonly string[], message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? "it gave no message")
    .trim()
    .split("\n")
    .filter((line) => !/^\s+at .*(node_modules|node:)/.test(line));
  return [where.join(" › "), ...lines.slice(0, LINES).map((line) => `    ${line}`)].join("\n");
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

export const vitestFailures: ReadFailures = (report) =>
  vitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(process.cwd(), name);
    if (status === "failed" && assertionResults.length === 0) return [failure([file], message)];
    return assertionResults
      .filter((result) => result.status === "failed")
      .map((result) => failure([file, result.fullName], result.failureMessages?.[0]));
  });

const error = z.object({ message: z.string().optional() });
const spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ errors: z.array(error).optional() })) })),
});
const suite = z.object({
  specs: z.array(spec),
  get suites() {
    return z.array(suite).optional();
  },
});
const playwrightReport = z.object({ suites: z.array(suite), errors: z.array(error) });

type Suite = z.infer<typeof suite>;
const specsOf = (suites: readonly Suite[]): z.infer<typeof spec>[] =>
  suites.flatMap((inner) => [...inner.specs, ...specsOf(inner.suites ?? [])]);

export const playwrightFailures: ReadFailures = (report) => {
  const { suites, errors } = playwrightReport.parse(report);
  const tests = specsOf(suites).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) =>
        failure([`${file}:${line}`, title], results.flatMap(({ errors }) => errors ?? [])[0]?.message),
      ),
  );
  return [...tests, ...errors.map(({ message }) => failure(["outside the tests"], message))];
};
