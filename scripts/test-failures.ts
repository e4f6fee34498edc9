import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

/** A failed test. */
export interface Failure {
  /** What its runner takes to run it again: a file, or a file and line; null for what went wrong outside the tests. */
  readonly place: string | null;
  /** Where it stands and the first lines of what it said. */
  readonly text: string;
}

/** The failed tests of a runner's JSON report. */
export type ReadFailures = (report: unknown) => readonly Failure[];

const LINES = 12;

/** One failure, short enough for a dozen of them to fit the end of a log. */
function failure(place: string | null, where: readonly string[], message: string | undefined): Failure {
  const lines = stripVTControlCharacters(message ?? "it gave no message")
    .trim()
    .split("\n")
    .filter((line) => !/^\s+at .*(node_modules|node:)/.test(line))
    .map((line) => (/^\s+at /.test(line) ? line.replace("file://", "").replace(/\?vitest=\d+/, "") : line));
  return { place, text: [where.join(" › "), ...lines.slice(0, LINES).map((line) => `    ${line}`)].join("\n") };
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
    if (status === "failed" && assertionResults.length === 0) return [failure(file, [file], message)];
    return assertionResults
      .filter((result) => result.status === "failed")
      .map((result) => failure(file, [file, result.fullName], result.failureMessages?.[0]));
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
      .map(({ results }) => {
        const place = `${file}:${line}`;
        return failure(place, [place, title], results.flatMap(({ errors }) => errors ?? [])[0]?.message);
      }),
  );
  return [...tests, ...errors.map(({ message }) => failure(null, ["outside the tests"], message))];
};

/** More failures than this are no accident of a busy machine. */
const MOST_UNSTEADY = 5;

/** The places to run once more, each once; none where a failure has no place or too many tests failed. */
export function secondTry(failures: readonly Failure[]): readonly string[] {
  const places = failures.flatMap(({ place }) => place ?? []);
  if (places.length < failures.length || failures.length > MOST_UNSTEADY) return [];
  return [...new Set(places)];
}
