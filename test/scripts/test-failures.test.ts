import { expect, test } from "vitest";
import { playwrightFailures, secondTry, vitestFailures } from "../../scripts/test-failures.ts";

/** What `npm test` says of failures after everything else. */

test("Vitest: a failed test has its file, its name and the first lines of its message", () => {
  const testResults = [
    {
      name: `${process.cwd()}/test/flow/a.test.ts`,
      status: "failed",
      assertionResults: [
        { fullName: "adds up", status: "passed", failureMessages: [] },
        {
          fullName: "a sum is right",
          status: "failed",
          failureMessages: ["\u001b[31mAssertionError: 1\u001b[39m\n  at x"],
        },
        {
          fullName: "it is where it is",
          status: "failed",
          failureMessages: [
            "Error\n  at must (file:///h/w.ts:92:9)\n  at file:///h/a.test.ts?vitest=1795963766443:9:3",
          ],
        },
      ],
    },
  ];
  expect(vitestFailures({ testResults })).toEqual([
    {
      place: "test/flow/a.test.ts",
      text: "test/flow/a.test.ts › a sum is right\n    AssertionError: 1\n      at x",
    },
    {
      place: "test/flow/a.test.ts",
      text: "test/flow/a.test.ts › it is where it is\n    Error\n      at must (/h/w.ts:92:9)\n      at /h/a.test.ts:9:3",
    },
  ]);
});

test("Vitest: a file that cannot be loaded is named with its reason", () => {
  const testResults = [
    { name: `${process.cwd()}/test/b.test.ts`, status: "failed", message: "no such module", assertionResults: [] },
  ];
  expect(vitestFailures({ testResults })).toEqual([
    { place: "test/b.test.ts", text: "test/b.test.ts\n    no such module" },
  ]);
});

test("Playwright: failed and flaky tests of nested suites, and errors outside the tests", () => {
  const spec = (title: string, status: string) => ({
    title,
    file: "a.spec.ts",
    line: 7,
    tests: [{ status, results: [{ errors: [{ message: `${title} went wrong` }] }] }],
  });
  const report = {
    suites: [
      { specs: [spec("one", "expected")], suites: [{ specs: [spec("two", "unexpected"), spec("three", "flaky")] }] },
    ],
    errors: [{ message: "no server" }],
  };
  expect(playwrightFailures(report)).toEqual([
    { place: "a.spec.ts:7", text: "a.spec.ts:7 › two\n    two went wrong" },
    { place: "a.spec.ts:7", text: "a.spec.ts:7 › three\n    three went wrong" },
    { place: null, text: "outside the tests\n    no server" },
  ]);
});

test("a long message is cut", () => {
  const message = Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n");
  const failures = playwrightFailures({ suites: [], errors: [{ message }] });
  expect(failures[0]?.text.split("\n")).toHaveLength(13);
});

test("a few failures are tried once more, each place once; many, or one outside the tests, are not", () => {
  const at = (place: string | null) => ({ place, text: "" });
  expect(secondTry([])).toEqual([]);
  expect(secondTry([at("a.test.ts"), at("a.test.ts"), at("b.spec.ts:3")])).toEqual(["a.test.ts", "b.spec.ts:3"]);
  expect(secondTry([at("a.test.ts"), at(null)])).toEqual([]);
  expect(secondTry(Array.from({ length: 6 }, (_, line) => at(`a.spec.ts:${line}`)))).toEqual([]);
});
