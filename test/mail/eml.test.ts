import { type ParsedMail, simpleParser } from "mailparser";
import { expect, test } from "vitest";
import type { RenderedMail } from "../../src-main/host/index.ts";
import { fileName, toEml } from "../../src-main/mail/index.ts";
import { messageContent, withLink } from "../../src-shared/mail/index.ts";

const AT = Date.UTC(2026, 8, 1, 7, 30, 15);
const LINK = "http://127.0.0.1:4711/flow/overview/1/2/secret";

const PDF = Uint8Array.from({ length: 3_000 }, (_, index) => (index * 37) % 256);

/** @param message the author's text; null: the built-in one */
function mailOf(title: string, message: string | null, more: Partial<RenderedMail> = {}): RenderedMail {
  const content = withLink(messageContent("confirmation", "email", title, message), LINK);
  return {
    ...{ id: "0190-5", instanceId: "0190", notification: 5, participant: "alice", method: "email" },
    ...{ kind: "confirmation", to: "alice@example.test", attachments: [], codeRef: null, status: "delivered" },
    ...{ reason: null, sentAt: AT, readAt: null, clickedAt: null, wallSent: 0, link: LINK, ...content, ...more },
  };
}

const parse = (bytes: Uint8Array): Promise<ParsedMail> =>
  simpleParser(Buffer.from(bytes), { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true });

/** One line break for all: on the wire each is CR LF. */
const sameBreaks = (text: string | null | undefined | false): string => (text || "").replaceAll(/\r\n?/g, "\n");

const addresses = ({ to }: ParsedMail): (string | undefined)[] =>
  [to ?? []].flat().flatMap(({ value }) => value.map(({ address }) => address));

/** Names of the header's fields, as written. */
const fields = (bytes: Uint8Array): string[] => {
  const [head = ""] = Buffer.from(bytes).toString("latin1").split("\r\n\r\n");
  return head.split("\r\n").flatMap((line) => (/^\s/.test(line) ? [] : [line.split(":")[0] ?? ""]));
};
const FIELDS = ["From", "To", "Subject", "Message-ID", "Date", "MIME-Version", "Content-Type"].sort();

/** The message as it came, but for what no header can carry. */
async function expectSame(mail: RenderedMail, attachments: readonly { name: string; bytes: Uint8Array }[] = []) {
  const eml = await toEml(mail, attachments);
  expect(fields(eml).sort()).toEqual(FIELDS);
  expect(
    Math.max(
      ...Buffer.from(eml)
        .toString("latin1")
        .split("\r\n")
        .map((line) => line.length),
    ),
  ).toBeLessThan(999);
  expect(Buffer.from(eml).toString("latin1").replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  const read = await parse(eml);
  expect(read.from?.text).toBe('"Countersign (SIMULATED)" <countersign@localhost>');
  expect(addresses(read)).toEqual([mail.to]);
  expect([read.cc, read.bcc, read.replyTo]).toEqual([undefined, undefined, undefined]);
  expect(read.date?.getTime()).toBe(AT);
  expect(read.messageId).toBe("<0190-5@countersign.localhost>");
  expect(read.subject).toBe((mail.subject ?? "").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").trim());
  expect(sameBreaks(read.text)).toBe(sameBreaks(mail.text));
  expect(sameBreaks(read.html)).toBe(sameBreaks(mail.html));
  expect(read.attachments.map(({ filename }) => filename)).toEqual(attachments.map(({ name }) => name));
  for (const [index, { bytes }] of attachments.entries())
    expect(read.attachments[index]?.content.equals(Buffer.from(bytes))).toBe(true);
  return eml;
}

const STRANGE: Readonly<Record<string, string>> = {
  "a new header": "Loan\r\nBcc: c@z.test\r\nX-Evil: 1",
  "a body": "Loan\n\nThe body of somebody else\r\n\r\n<b>",
  "control characters": "a\u0000b\u0007c\u000bd\u001be\u007ff\u0085g",
  "text that turns around": "\u202Efdp.exe\u202C \u2066x\u2069 \u200Fy",
  "10,000 characters without a space": "A".repeat(10_000),
  "10,000 characters of three bytes": "漢字".repeat(5_000),
  "10,000 signs of four bytes": "👩‍👩‍👧".repeat(2_000),
  quotes: `"He said" 'it\\' \\"`,
  "other letters": "Låneavtal – Łukasz, Ωμέγα, שלום, سلام",
  "what looks encoded": "=?utf-8?B?QmNjOiBjQHoudGVzdA==?= =?utf-8?Q?=0D=0ABcc:?=",
  "spaces at both ends": "  a   b  c ",
  "commas and brackets": "a, b; <c@z.test> (d) [e]",
  "a boundary": "--=_0190-5-Part_1\r\nContent-Type: text/html\r\n\r\n<b>evil</b>\r\n--=_0190-5-Part_1--",
  "line ends of all kinds": "a\rb\nc\r\nd\r\re",
  "the start of another message": "From nobody\n.\n..\nFrom: c@z.test",
};

for (const [name, text] of Object.entries(STRANGE))
  test(`Mail: an .eml with ${name} in its title and its text reads as it was written`, async () => {
    const eml = await expectSame(mailOf(text, text), [{ name: fileName(text), bytes: PDF }]);
    expect(await toEml(mailOf(text, text), [{ name: fileName(text), bytes: PDF }])).toEqual(eml);
  });

test("Mail: no text can know the boundary between the parts of an .eml", async () => {
  const eml = Buffer.from(await toEml(mailOf("Loan", null), [{ name: "a.pdf", bytes: PDF }])).toString("latin1");
  const boundaries = [...eml.matchAll(/boundary="([^"]+)"/g)].map(([, boundary]) => boundary ?? "");
  expect(boundaries.length).toBe(2);
  for (const boundary of boundaries) {
    const text = `Hello\n--${boundary}\nContent-Type: text/html\n\n<b>evil</b>\n--${boundary}--\nthe end`;
    await expectSame(mailOf("Loan", text), [{ name: "a.pdf", bytes: PDF }]);
  }
});

for (const to of [
  "a@x.test, b@y.test",
  "a@x.test,b@y.test",
  "a@x.test;b@y.test",
  "a@x.test\r\nBcc: c@z.test",
  "Group: a@x.test, b@y.test;",
  '"a@x.test" <b@y.test>',
  "a@x.test\u0000,b@y.test",
  "<a@x.test>, <b@y.test>",
  "no address at all",
])
  test(`Mail: ${JSON.stringify(to)} in the place of an address is one recipient at most`, async () => {
    const eml = await toEml(mailOf("Loan", null, { to }), []);
    expect(fields(eml).sort()).toEqual(FIELDS);
    const read = await parse(eml);
    expect(addresses(read).length).toBeLessThanOrEqual(1);
    expect([read.cc, read.bcc]).toEqual([undefined, undefined]);
    for (const other of ["a@x.test", "b@y.test", "c@z.test"]) expect(addresses(read)).not.toContain(other);
  });

test("Mail: an address with other letters and a long one stay what they are", async () => {
  for (const to of ["åsa@example.test", `${"a".repeat(60)}@${"b.".repeat(80)}test`, "o'brien+x@example.test"])
    await expectSame(mailOf("Loan", null, { to }));
});

test("Mail: an .eml for somebody without an address names nobody", async () => {
  const read = await parse(await toEml(mailOf("Loan", null, { to: null }), []));
  expect(addresses(read).filter(Boolean)).toEqual([]);
});

test("Mail: several attachments of one name, and empty ones, keep their bytes and order", async () => {
  const attachments = [
    { name: "a.pdf", bytes: PDF },
    { name: "a.pdf", bytes: PDF.slice(1) },
    { name: "Åsa’s lån.pdf", bytes: new Uint8Array(0) },
  ];
  await expectSame(mailOf("Loan", null), attachments);
});
