import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type RefusalCatalogue, refusalReader, withDiagnostics } from "../../src-renderer/app/language/refusals.ts";
import { errorCode } from "../../src-shared/bridge/index.ts";
import { refusalSentences } from "../harness/sentences.ts";

const root = path.join(import.meta.dirname, "../..");
const english = refusalSentences();
const sources = globSync("{src-main,src-shared,src-renderer}/**/*.ts", { cwd: root })
  .map((file) => readFileSync(path.join(root, file), "utf8").replace(/\\(.)/g, "$1"))
  .join("\n");
const places = (text: string) => [...new Set(text.match(/\{\d+\}/g))].sort();

it("finds what the host refuses in its sources", () => {
  expect(english.size).toBeGreaterThan(80);
  expect(english).toContain("There is no draft {0}; it may have been deleted.");
  expect(english).toContain("The flow {0}; cancel it, or let it end, to trash it.");
});

const OWN = "refusals.en.json";
const files = globSync("refusals.*.json", { cwd: path.join(root, "resources/locales") });
const catalogueOf = (file: string) =>
  JSON.parse(readFileSync(path.join(root, "resources/locales", file), "utf8")) as RefusalCatalogue;

describe.each(files.filter((file) => file !== OWN))("%s", (file) => {
  const { sentences, codes } = catalogueOf(file);

  it("law 9: has a sentence for every code of a refusal", () => {
    expect(Object.keys(codes).sort()).toEqual([...errorCode.options].sort());
    for (const text of Object.values(codes)) expect(text.trim()).not.toBe("");
  });

  it("law 9: knows every sentence with which the host refuses what the app asks", () => {
    expect([...english].filter((sentence) => !Object.hasOwn(sentences, sentence))).toEqual([]);
  });
});

it("a run is called so: English and Swedish say it of what the host calls a flow in its refusals of one", () => {
  const [own, swedish] = [OWN, "refusals.sv.json"].map((file) => refusalReader(catalogueOf(file)));
  const refused = "The flow has completed; only one in the trash can be restored.";
  expect(own?.sentence(refused)).toBe("The run has completed. Only a run in the trash can be restored.");
  expect(swedish?.sentence(refused)).toBe("Körningen är slutförd. Bara en körning i papperskorgen kan återställas.");
  const ofRuns = [...english].filter((sentence) => sentence.startsWith("The flow {0};"));
  expect(ofRuns.filter((sentence) => own?.sentence(sentence)?.startsWith("The run ") !== true)).toEqual([]);
});

it("English says flow of what is a draft over HTTP, and all else as the host wrote it", () => {
  const { sentences } = catalogueOf(OWN);
  const unknown = [...english].filter((sentence) => /draft/i.test(sentence) && !Object.hasOwn(sentences, sentence));
  expect(unknown).toEqual([]);
  for (const own of Object.values(sentences)) expect(own).not.toMatch(/draft/i);
  const { error } = refusalReader(catalogueOf(OWN));
  expect(error({ code: "server_error", message: "As the host wrote it." })).toBe("As the host wrote it.");
});

it("English says run, decline and extend of what is an instance, reject and prolong over HTTP", () => {
  const { sentences } = catalogueOf(OWN);
  const shown = [...english].map((sentence) => sentences[sentence] ?? sentence);
  expect(shown.filter((sentence) => /\b(?:instances?|reject\w*|prolong\w*)\b/i.test(sentence))).toEqual([]);
});

describe.each(files)("%s", (file) => {
  const catalogue = catalogueOf(file);
  const { sentences } = catalogue;
  const reader = refusalReader(catalogue);

  it("has nothing that nobody says any more, and the same places in every sentence", () => {
    for (const [pattern, own] of Object.entries(sentences)) {
      for (const piece of pattern.split(/\{\d+\}/)) expect(sources, pattern).toContain(piece);
      expect(places(own), pattern).toEqual(places(pattern));
      expect(own.trim(), pattern).not.toBe("");
    }
  });

  it("reads every sentence back with its own values", () => {
    for (const [pattern, own] of Object.entries(sentences)) {
      const filled = (text: string) => text.replace(/\{(\d)\}/g, (_, at: string) => `värde$&.*${at}`);
      expect(reader.sentence(filled(pattern)), pattern).toBe(filled(own));
    }
  });
});

it("Y16: what the language says of a flow of an account is told in the reader's language too", () => {
  const diagnostics = JSON.parse(readFileSync(path.join(root, "resources/locales/language.sv.json"), "utf8"));
  const reader = refusalReader(withDiagnostics(catalogueOf("refusals.sv.json"), diagnostics));
  const refused = reader.sentence("The title has control characters or line ends: take them out.");
  expect(refused).toBe("Titeln innehåller styrtecken eller radslut: ta bort dem.");
  expect(reader.sentence("has control characters or line ends")).toBe("has control characters or line ends");
});

it.each([
  ["POST /flow/x was answered with 403: made_up, No.", "POST /flow/x besvarades med 403: made_up, No."],
  [
    "GET /flow/x was answered with 500. The service failed: try again later, or ask who runs it.",
    "GET /flow/x besvarades med 500. Felet finns i tjänsten: försök igen senare, eller fråga dem som driver den.",
  ],
  [
    "POST /flow/x/remind was answered with 409: instance_state_error, bo has nothing to do now, so there is nothing to remind of.",
    "POST /flow/x/remind besvarades med 409: instance_state_error, bo har inget att göra nu, så det finns inget att påminna om.",
  ],
  ["200, 89 bytes, 108 ms", "200, 89 byte, 108 ms"],
  ["no answer yet", "inget svar ännu"],
  ["not sent", "inte skickad"],
  [
    "not sent: Nothing listens at 127.0.0.1:9: check that the service is running, and the port.",
    "inte skickad: Inget lyssnar på 127.0.0.1:9: är tjänsten igång, och porten rätt?",
  ],
  [
    "no whole answer, 9 ms: 127.0.0.1:9 broke off the connection (X): check that the service is running, and try again later.",
    "inget helt svar, 9 ms: 127.0.0.1:9 avbröt anslutningen (X): är tjänsten igång? Försök igen senare.",
  ],
])("Y16: what an account answered is told in Swedish: %s", (said, told) => {
  expect(refusalReader(catalogueOf("refusals.sv.json")).sentence(said)).toBe(told);
});

it.each([
  ["Tina Tenant has no phone number", "Tina Tenant har inget telefonnummer"],
  ["Bo has no e-mail address", "Bo har ingen e-postadress"],
])("Mail: why a message of a history has not arrived is told in Swedish: %s", (said, told) => {
  expect(refusalReader(catalogueOf("refusals.sv.json")).sentence(said)).toBe(told);
});

const small = refusalReader({
  codes: { ...Object.fromEntries(errorCode.options.map((code) => [code, code])) } as RefusalCatalogue["codes"],
  sentences: { "The flow {0}; wait.": "Flödet {0}; vänta.", "is in progress": "pågår" },
});

it("what stands in a sentence is told too, and a text of the author's as it is", () => {
  expect(small.sentence("The flow is in progress; wait.")).toBe("Flödet pågår; vänta.");
  expect(small.sentence("The flow är\nny $& {0}; wait.")).toBe("Flödet är\nny $& {0}; vänta.");
});

it("an unknown sentence is told by its code, with the host's words", () => {
  const error = { code: "conflict_error", message: "Another thing." } as const;
  expect(small.error(error)).toBe("conflict_error (Another thing.)");
});
