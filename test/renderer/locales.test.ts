import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Folder, folderName } from "../../src-renderer/app/language/folder-name.ts";
import { historyLanguage, LANGUAGES } from "../../src-renderer/app/language/i18n.ts";
import { type RefusalCatalogue, refusalReader } from "../../src-renderer/app/language/refusals.ts";
import { englishHistory, sentenceText } from "../../src-renderer/app/language/sentence-text.ts";
import { isolate, lowerFirst } from "../../src-renderer/components/basics/isolate.ts";
import type { Translate } from "../../src-renderer/components/texts/texts.ts";
import { marksShown } from "../../src-shared/basics/index.ts";
import { sentences } from "../../src-shared/changes/change.ts";

const root = path.join(import.meta.dirname, "../..");
const read = (name: string): unknown => JSON.parse(readFileSync(path.join(root, "resources/locales", name), "utf8"));

/** `a.b.c` -> text, for every text of a catalogue. */
function flat(value: unknown, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
    if (typeof inner === "string") found.set(prefix + key, inner);
    else for (const [below, text] of flat(inner, `${prefix}${key}.`)) found.set(below, text);
  }
  return found;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{?(\w+)\}?\}/g)].map(([, name]) => name).sort();
const english = flat(read("app.en.json"));
const swedish = flat(read("app.sv.json"));
const refusals = refusalReader(read("refusals.sv.json") as RefusalCatalogue);

const asPattern = (key: string) => new RegExp(`^${key.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[\\w./-]+")}$`);

/** What the sources mention, and patterns where a part is a variable. That each key has a text, the compiler knows. */
function usedKeys() {
  const mentioned = new Set<string>();
  const patterns: RegExp[] = [];
  for (const file of globSync("src-renderer/{app,flows,authoring,components,monitoring,syncing}/**/*.{ts,tsx}", {
    cwd: root,
  })) {
    const source = readFileSync(path.join(root, file), "utf8");
    for (const [, key = ""] of source.matchAll(/"([a-z]\w*(?:\.[\w-]+)+)"/gi)) mentioned.add(key);
    for (const [, key = ""] of source.matchAll(/`((?:[a-z]\w*|\$\{\w+\})\.[^`\s]*)`/gi)) patterns.push(asPattern(key));
  }
  return { mentioned, patterns };
}

const withoutPlural = (key: string) => key.replace(/_(zero|one|other)$/, "");

describe("the app's catalogues", () => {
  it("are there for every language that Settings offer; English sentences of histories and problems need none", () => {
    const wanted = Object.keys(LANGUAGES).flatMap((language) =>
      ["app", "refusals", ...(language === "en" ? [] : ["history", "language"])].map(
        (kind) => `${kind}.${language}.json`,
      ),
    );
    const there = globSync("{app,history,language,refusals}.*.json", { cwd: path.join(root, "resources/locales") });
    expect(there.sort()).toEqual(wanted.sort());
  });

  it("have the same keys in English and Swedish", () => {
    expect([...swedish.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it("keep to the glossary of docs/style.md: flow, run, decline, extend, fork, versions of a flow", () => {
    const wire = /\b(?:instances?|drafts?|reject\w*|prolong\w*|run again from)\b|History of \{\{title/i;
    // What stands in braces is a value, or a place of an address as a dialect writes it.
    // What a search takes is typed, not shown.
    const shown = [...english].filter(
      ([key, text]) =>
        !key.startsWith("palette.called.") && wire.test(text.replace(/\{\{(?!title)\w+\}\}|\{\w+\}/g, "")),
    );
    // Decision 0613: a bare process becomes what the language calls a draft.
    expect(shown.map(([key]) => key)).toEqual(["run.bare", "parameters.bare", "parameters.wrap"]);
    // Swedish has one word for each act, too; what signs a callback or a seal is a key.
    const acts = /underteckna|signera (?:\{\{|som|eller)|för att signera|signeras av/i;
    expect([...swedish].filter(([, text]) => acts.test(text))).toEqual([]);
  });

  it("have the same placeholders in every text, and no empty text", () => {
    for (const [key, text] of english) {
      expect(placeholders(swedish.get(key) ?? ""), key).toEqual(placeholders(text));
      expect(text.trim(), key).not.toBe("");
      expect(swedish.get(key)?.trim(), key).not.toBe("");
    }
  });

  it("have every sentence about a change of a flow, with what it names", () => {
    for (const [key, text] of Object.entries(sentences))
      expect(placeholders(swedish.get(`changes.${key}`) ?? ""), key).toEqual(placeholders(text));
  });

  it("hold no text that no view asks for", () => {
    const { mentioned, patterns } = usedKeys();
    const unused = [...english.keys()].filter((key) => {
      const plain = withoutPlural(key);
      return (
        ![key, plain].some((name) => mentioned.has(name)) &&
        !patterns.some((pattern) => pattern.test(key) || pattern.test(plain))
      );
    });
    expect(unused).toEqual([]);
  });
});

describe("the sentences of a history", () => {
  const swedishHistory = read("history.sv.json") as typeof englishHistory;

  it("are found by the reader's language", () => {
    expect(historyLanguage("sv").sentences).toEqual(swedishHistory.sentences);
    expect(historyLanguage("en")).toBe(englishHistory);
  });

  it("exist in Swedish for every English one, with the same places", () => {
    expect(Object.keys(swedishHistory.sentences).sort()).toEqual(Object.keys(englishHistory.sentences).sort());
    for (const [key, text] of Object.entries(englishHistory.sentences))
      expect(placeholders(swedishHistory.sentences[key] ?? ""), key).toEqual(placeholders(text));
    for (const key of Object.keys(englishHistory.words)) expect(swedishHistory.words, key).toHaveProperty([key]);
  });

  it("say in Swedish what the host itself gives as a reason, as its sources have it", () => {
    const sources = ["src-main/workspace/due-work/sealing.ts", "src-shared/flow/commands/authentication.ts"]
      .map((file) => readFileSync(path.join(root, file), "utf8"))
      .join("\n");
    const reported = [...sources.matchAll(/reason: "([^"]+)"|return "(The [^"]+\.)"/g)].map(([, reason, message]) =>
      reason === undefined ? `message.${message}` : `reason.${reason}`,
    );
    expect(reported).toHaveLength(5);
    // What earlier releases have recorded.
    const before = ["message.The document's file is missing from the workspace."];
    for (const key of [...reported, ...before]) expect(swedishHistory.words, key).toHaveProperty([key]);
    const values = { document: "nda", message: "The document's file is missing from the workspace." };
    expect(sentenceText({ sentence: { key: "failed.sealing", values } }, swedishHistory, time)).toBe(
      "Körningen misslyckades eftersom nda inte kunde förseglas: Dokumentets fil saknas i arbetsytan.",
    );
  });

  const time = { dateTime: (at: number) => `<${at}>`, dateSecond: (at: number) => `<${at} s>` };

  it("write instants as the reader does and translate words, never names", () => {
    const message = {
      sentence: { key: "reminder_planned", values: { participant: "email", due: "2026-11-24T02:00:00Z" } },
      text: "x",
    };
    expect(sentenceText(message, swedishHistory, time)).toBe(
      "En påminnelse till email planerades till <1795485600000>",
    );
    const values = { before: "2026-11-24T02:00:01Z", after: "2026-11-24T02:00:00Z" };
    expect(sentenceText({ sentence: { key: "note.set_back", values } }, swedishHistory, time)).toContain(
      "registrerades <1795485601000 s>, den här <1795485600000 s>",
    );
  });

  it("law 9: say a reason of the host's in the reader's language, and somebody's own as it is", () => {
    const told = (reason: string) => {
      const values = { kind: "invitation", participant: "bob", method: "email", reason };
      const key = "notification_status_changed.not_delivered.reason";
      return sentenceText({ sentence: { key, values } }, swedishHistory, time, refusals.sentence);
    };
    expect(told("No mail server answers at 127.0.0.1:1025: start it, or stop the delivery in Settings.")).toMatch(
      /levererades inte: Ingen e-postserver svarar på 127\.0\.0\.1:1025/,
    );
    expect(told("The mailbox is full.")).toContain("levererades inte: The mailbox is full.");
  });

  it("fall back to English where the language lacks one", () => {
    const { completed: _, ...sentences } = swedishHistory.sentences;
    const words = sentenceText({ sentence: { key: "completed", values: {} } }, { ...swedishHistory, sentences }, time);
    expect(words).toBe("The run completed");
  });
});

describe("people's own words in a sentence of ours", () => {
  it("keep their direction to themselves, and cannot end that early", () => {
    expect(isolate("Loan \u202eevil")).toBe("Loan \\u202eevil");
    expect(isolate("\u2069\u202eחוזה")).toBe("\u2068\\u2069\\u202eחוזה\u2069");
    expect(isolate("חוזה")).toBe("\u2068חוזה\u2069");
  });

  it("stay as they are where they have no direction of their own", () => {
    for (const words of ["", "Ångström & Co.", "契約", "👩‍⚖️"]) expect(isolate(words)).toBe(words);
  });

  it("are shown in whole sentences too, where what we isolated stays so", () => {
    expect(marksShown(`Loan \u202eevil is open. \u2068חוזה\u2069 is not.\nTry again.`)).toBe(
      "Loan \\u202eevil is open. \u2068חוזה\u2069 is not.\nTry again.",
    );
    const t = ((key: string) => key) as unknown as Translate;
    expect(folderName(t, { id: "1", name: "Loans \u202eevil", home: false } as Folder)).toBe("Loans \\u202eevil");
  });

  it("stay isolated in a sentence within a sentence, where they are whole", () => {
    const inner = `${isolate("מהא")} signs contract`;
    expect(isolate(inner)).toBe("\u2068\u2068מהא\u2069 signs contract\u2069");
    expect(marksShown(inner)).toBe(inner);
    expect(marksShown("a \u2069 b \u2068 c")).toBe("a \\u2069 b \\u2068 c");
    expect(isolate("\u2068Bo\u2069\u2069")).toBe("\u2068Bo\u2069\\u2069");
  });

  it("begin with a small letter in mid-sentence, unless they are written in capitals", () => {
    expect(["Folder on disk", "SHA-256", "Åtkomst", "the JSON", "E-mail"].map(lowerFirst)).toEqual([
      "folder on disk",
      "SHA-256",
      "åtkomst",
      "the JSON",
      "e-mail",
    ]);
  });
});
