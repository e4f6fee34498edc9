import { expect, test } from "vitest";
import { nextPollDelay } from "../../src-shared/sync/index.ts";

const seconds = (attempts: Parameters<typeof nextPollDelay>[0], random = 0.5) =>
  nextPollDelay(attempts, random) / 1_000;

test("Y13: while nothing happens an account is looked at less and less, every 15 minutes in the end", () => {
  expect([0, 1, 2, 3, 4, 50].map((quiet) => seconds({ failures: 0, quiet }))).toEqual([60, 120, 240, 480, 900, 900]);
});

test("Y13: a service that is not reached is tried again after 5 seconds, every 5 minutes in the end", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 50].map((failures) => seconds({ failures, quiet: 9 }))).toEqual([
    5, 10, 20, 40, 80, 160, 300, 300,
  ]);
});

test("Y13: many workspaces do not ask at once", () => {
  expect([0, 1].map((random) => seconds({ failures: 0, quiet: 0 }, random))).toEqual([54, 66]);
});
