import { expect, test } from "vitest";
import { codeText, messageContent, messageKinds, withoutMark } from "../../src-shared/mail/index.ts";

test("C1: each kind of message has a built-in text of its own, and only a reminder asks for what is left to do", () => {
  const texts = (["invitation", "reminder", "confirmation"] as const).map(
    (kind) => messageContent(kind, "sms", "Loan", null).text.replace("SIMULATED. ", "").split(" {{link}}")[0],
  );
  expect(texts).toEqual([
    'Documents wait for you in "Loan".',
    'You still have something to do in "Loan".',
    'All documents in "Loan" are finished.',
  ]);
  expect(Object.values(messageKinds).map(({ builtIn }) => builtIn(" "))).toEqual([
    "Documents wait for you.",
    "You still have something to do.",
    "All documents are finished.",
  ]);
});

test("promise 4: every part of an e-mail says SIMULATED, its plain text too, also where the author placed the link", () => {
  for (const kind of Object.keys(messageKinds) as (keyof typeof messageKinds)[])
    for (const message of [null, "Please sign here: {{link}}"]) {
      const { text, html } = messageContent(kind, "email", "Loan", message);
      expect(text).toMatch(/\n\nSIMULATED: /);
      expect(html).toContain("SIMULATED: ");
    }
});

test("promise 4: every SMS says SIMULATED first, and its length is counted without it", () => {
  for (const kind of Object.keys(messageKinds) as (keyof typeof messageKinds)[])
    for (const message of [null, "Please sign here: {{link}}"]) {
      const { text } = messageContent(kind, "sms", "Loan", message);
      expect(text).toMatch(/^SIMULATED\. \w/);
      expect(withoutMark(text)).not.toContain("SIMULATED");
    }
  expect(withoutMark(codeText("Loan", 10))).toMatch(/^Your code/);
});
