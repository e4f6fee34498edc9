import { expect, test } from "vitest";
import { problemFor, SWEDISH_PROBLEMS } from "../../src-renderer/evidence/problems.ts";
import { bundleTexts } from "../harness/sentences.ts";

/** What a sentence names, or no sentence at all. */
const PARTS = [
  ...["signed data", "list of certificates", "list of signers", "digest algorithm", "certificate binding"],
  ...["time zone", "list of people", "list of documents"],
];
const texts = [...bundleTexts()].filter((text) => !PARTS.includes(text) && !text.startsWith("<?xml"));
const places = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();

test("the page that checks evidence knows every problem of a bundle in Swedish, with the same values", () => {
  expect(texts.length).toBeGreaterThan(40);
  expect(texts.filter((text) => !Object.hasOwn(SWEDISH_PROBLEMS, text))).toEqual([]);
  for (const text of texts) expect(places(SWEDISH_PROBLEMS[text] ?? ""), text).toEqual(places(text));
});

test("the history's parts are named in Swedish, and names of documents stay as they are", () => {
  for (const part of ["title", "status", "time zone", "start", "end", "list of people", "list of documents"])
    expect(problemFor("sv-SE", `Its ${part} is not what the history says.`)).not.toContain(part);
  expect(problemFor("sv", 'It is missing: run.json says that it is the document "title".')).toBe(
    "Den saknas: enligt run.json är den dokumentet ”title”.",
  );
});

test("a reason within a problem is said in Swedish too; elsewhere, and where it is unknown, it stays English", () => {
  const seal = "Its seal is not valid: the document was changed after it was sealed.";
  expect(problemFor("sv-SE", seal)).toBe(
    "Dess försegling är inte giltig: dokumentet har ändrats efter att det förseglades.",
  );
  expect(problemFor("en-GB", seal)).toBe(seal);
  expect(problemFor("sv-SE", "Something new.")).toBe("Something new.");
});
