import { describe, expect, test } from "vitest";
import { analyse } from "../../src-shared/language/index.ts";
import { changed, fixed, rulesOf, sound, unmark } from "../fixtures/sound-flow.ts";
import { meaningCases } from "./cases-meaning.ts";
import { textCases } from "./cases-text.ts";

const cases = [...textCases, ...meaningCases];

test("a sound flow breaks no rule and gives a checked draft", () => {
  const analysis = analyse(sound);
  expect(rulesOf(analysis)).toEqual([]);
  expect(analysis.draft?.process).toEqual(analysis.process);
  expect(analysis.draft?.duration).toBe(30);
});

describe("each rule names the place that breaks it", () => {
  test.each(cases)(
    "$rule: $breaks",
    ({ rule, text: marked, pointer, also = [], severity = "error", options = {}, says }) => {
      const { text, range } = unmark(marked);
      const analysis = analyse(text, options);
      expect(rulesOf(analysis).filter((found) => !also.includes(found))).toEqual([rule]);
      const found = analysis.diagnostics.find((diagnostic) => diagnostic.rule === rule);
      expect(found).toMatchObject({ rule, severity, pointer, range });
      if (says) expect(found?.message).toMatch(says);
      expect(analysis.draft === null).toBe(analysis.diagnostics.some((diagnostic) => diagnostic.severity === "error"));
    },
  );
});

describe("each fix makes the text right", () => {
  test.each(cases.filter(({ fixLeaves }) => fixLeaves !== undefined))(
    "$rule: $breaks",
    ({ rule, text: marked, fixLeaves = [], options = {} }) => {
      const { text } = unmark(marked);
      const diagnostic = analyse(text, options).diagnostics.find((found) => found.rule === rule);
      if (diagnostic === undefined) throw new Error(`${rule} is not reported`);
      const after = fixed(text, diagnostic);
      expect(rulesOf(analyse(after, options))).toEqual([...fixLeaves]);
      expect(after).toContain("# A loan, with its rules");
    },
  );
});

test("R002: where only documents count, no fix writes the path of a file that is not there", () => {
  const text = changed("users: [carol], documents: [contract]", "users: [carol], documents: [annex]");
  const fixes = (documentPaths: boolean) =>
    analyse(text, { documentPaths }).diagnostics.flatMap(({ rule, fix }) => (rule === "R002" ? [fix?.title] : []));
  expect(fixes(false)).toEqual([undefined]);
  expect(fixes(true)).toEqual(["Add document `annex` as a placeholder PDF"]);
});

test("F008: every group of which fewer than all are needed gets the hint, at its key", () => {
  const found = analyse(sound).diagnostics;
  expect(found.map(({ rule, severity, pointer }) => [rule, severity, pointer])).toEqual([
    ["F008", "hint", "/process/stages/0/signing/expect/signed-by-group-of"],
  ]);
  expect(analyse(changed("count: 1", "count: 2")).diagnostics).toEqual([]);
});

test("F004: who is in a group that needs all its members must act, and is missed where nobody invites them", () => {
  const uninvited = (count: number) =>
    analyse(changed("bob, dora, dina]\n", "bob]\n", ["count: 1", `count: ${count}`])).diagnostics;
  expect(uninvited(2).map(({ rule, message }) => [rule, message.split(" ")[0]])).toEqual([
    ["F004", "`dora`"],
    ["F004", "`dina`"],
  ]);
  expect(uninvited(1).map(({ rule }) => rule)).toEqual(["F008"]);
});

test("F001 to F008 wait until the process has no error, and do not mind errors elsewhere", () => {
  const outside = changed("duration: 30", "duration: 0");
  expect(analyse(outside).diagnostics.map(({ rule }) => rule)).toEqual(["P005", "F008"]);
  const inside = changed("days_delay: 3", "days_delay: 0");
  expect(analyse(inside).diagnostics.map(({ rule }) => rule)).toEqual(["T001"]);
});

test("V101: an old service is told everything that it does not know, each with the version that brought it", () => {
  const found = analyse(sound, { targetApiVersion: "0.14.0" }).diagnostics.filter(({ rule }) => rule === "V101");
  expect(found.map(({ pointer, message }) => `${pointer} ${/came with ([\d.]+)/.exec(message)?.[1]}`)).toEqual([
    "/duration 0.31.0",
    "/callback/auth 0.19.0",
    "/process/allow-rejections 0.33.0",
    "/process/stages/0/signing/actions/1/callback 0.21.0",
    "/process/stages/0/signing/expect/signed-by-group-of 0.15.0",
    "/process/stages/0/signing/expect/redirect-to 0.17.0",
    "/process/stages/2/archive/actions/0/notify/methods/email-link-only 0.46.0",
    "/process/automatic-reminders 0.45.0",
    "/process/automatic-reminders/0/date/repeat 0.48.0",
    "/process_parameters/users/bob/auth_to_view/provider 0.19.0",
    "/process_parameters/users/bob/auth_to_sign/provider 0.25.0",
    "/process_parameters/users/bob/auth_to_sign/attempts_per_sms 0.25.0",
    "/process_settings/automatic_document_redirects 0.39.0",
    "/process_settings/accessible_duration 0.40.0",
  ]);
  expect(analyse(sound, { targetApiVersion: "0.48.0" }).diagnostics.map(({ rule }) => rule)).toEqual(["F008"]);
});
