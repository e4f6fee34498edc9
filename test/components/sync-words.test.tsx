import { expect, test } from "vitest";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { requestPath, requestWords } from "../../src-renderer/app/remote/request-words.ts";
import { translate } from "../../src-renderer/components/index.ts";
import { changeText } from "../../src-renderer/monitoring/remote-runs/change-text.ts";
import { noteWords } from "../../src-renderer/syncing/accounts/notes.tsx";
import type { Note } from "../../src-renderer/syncing/types.ts";

await startI18n("en");

test("Y16: a note says what it is about in the reader's language, by what it is and not by its English", () => {
  const words = (about: Note["about"]) => noteWords(translate, { what: "draft 2 of the account", why: "", about });
  expect(words({ kind: "remote_draft", id: "2" })).toBe("Flow 2 on the service");
  expect(words({ kind: "field", title: "“Loan”", path: ["process_settings", "time_zone"] })).toMatch(
    /^.*Loan.*, .*Time zone/,
  );
  expect(words({ kind: "command", request: "cancelInstance", title: "run “Loan”" })).toBe("Cancel run “Loan”");
  expect(words(undefined)).toBe("draft 2 of the account");
});

test("Y16: a note of a flow without a title, or with one, is told in the reader's words", async () => {
  const words = (what: string, about?: Note["about"]) => noteWords(translate, { what, why: "", about });
  await startI18n("sv");
  try {
    expect(words("untitled flow 7")).toBe("flöde utan titel 7");
    expect(words("“Loan”")).toBe("”Loan”");
    expect(words("Bank")).toBe("Bank");
    expect(words("untitled flow 7, folder", { kind: "field", title: "untitled flow 7", path: ["folder"] })).toMatch(
      /^flöde utan titel 7, /,
    );
  } finally {
    await startI18n("en");
  }
});

test("Y12: what changed in a run there is told in the reader's words; what nobody knows stands as the service says it", async () => {
  const told = (what: Parameters<typeof changeText>[1]["what"], name: string | null, after: string | null) =>
    changeText(translate, { what, name, before: null, after, from: 0, to: 0 }, String);
  await startI18n("sv");
  try {
    expect(told("act", "bob", "sign contract")).toBe("bob ombeds skriva under contract");
    expect(told("act", "bob", "dance contract")).toBe("bob ombeds dance contract");
    expect(told("admin_action", "remind", "remind")).toBe("Författaren kan påminna deltagare");
    expect(told("admin_action", "applaud", "applaud")).toBe("Författaren kan applaud");
    expect(told("document", "7", "sealed")).toBe("Dokument 7: ingen → Förseglat");
  } finally {
    await startI18n("en");
  }
});

test("Y16: a planned request is told in the reader's words and quotes, and an id that is not known yet is left open", () => {
  expect(requestWords(translate, { what: "", kind: "cancelInstance", title: "run “Loan”" })).toBe("Cancel run “Loan”");
  expect(requestPath({ method: "POST", path: "/flow/instances//documents//sign" })).toBe(
    "POST /flow/instances/…/documents/…/sign",
  );
});
