import { expect, test } from "vitest";
import { flowOfPdfs, namesOf, type Part, type Person } from "../../src-renderer/flows/flow-of-pdfs.ts";
import { peopleOf, problemOf, type TypedPerson } from "../../src-renderer/flows/new-flow-people.ts";
import { titleOfFile } from "../../src-shared/basics/index.ts";
import { check } from "../../src-shared/foresight/index.ts";
import { analyse } from "../../src-shared/language/index.ts";

const MESSAGES = {
  ...{ invitation: 'Please "sign"\nnow.', reminder: "Please sign." },
  ...{ done: "All have signed: see the attachment.", "done-sms": "All have signed: open the link." },
};

const taken = (files: readonly string[]) =>
  namesOf(files.map((fileName) => ({ fileName, title: titleOfFile(fileName) }))).map((pdf, index) => ({
    ...pdf,
    id: String(1001 + index),
  }));

test("PDFs become a flow that has nothing to find fault with, whatever their files are called", () => {
  const files = [
    "Hyresavtal Åre (final).PDF",
    "2026.pdf",
    "hyresavtal are final.pdf",
    "契約.pdf",
    `${"x".repeat(300)}.pdf`,
  ];
  const pdfs = taken(files);
  expect(pdfs.map(({ name }) => name)).toEqual([
    ...["Hyresavtal Åre (final)", "2026", "Hyresavtal are final", "契約", `X${"x".repeat(59)}`],
  ]);
  const { diagnostics, process, value } = analyse(flowOfPdfs(pdfs, MESSAGES));
  expect(diagnostics.filter(({ severity }) => severity !== "hint" && severity !== "warning")).toEqual([]);
  expect(process?.stages.map(({ name }) => name)).toEqual(["signing", "confirmation"]);
  expect(value).toMatchObject({ title: "Hyresavtal Åre (final)" });
  const { "done-sms": _, ...byMail } = MESSAGES;
  expect(value).toHaveProperty("process_parameters.messages", byMail);
});

test("the documents of a new flow are named by their titles, so that drawing, runs and histories can be read", () => {
  const named = (titles: readonly string[]) =>
    namesOf(titles.map((title) => ({ fileName: "a.pdf", title }))).map(({ name }) => name);
  expect(named(["Avtal", "Avtal", " avtal: 'del' \n 2, \"B\" ", "", "\u200b", "null"])).toEqual([
    ...["Avtal", "Avtal 2", "avtal: 'del' 2, \"B\"", "document", "document 2", "null"],
  ]);
  const pdfs = namesOf(["no", "1.0", "a: b #c", "- x", "{y}", "日本 🖋️"].map((title) => ({ fileName: "a.pdf", title })));
  const text = flowOfPdfs(
    pdfs.map((pdf, index) => ({ ...pdf, id: String(1001 + index) })),
    MESSAGES,
  );
  const { diagnostics, outline } = analyse(text);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(outline.documents.map(({ name }) => name)).toEqual(pdfs.map(({ name }) => name));
});

const PARTS: readonly Part[] = ["sign", "approve", "copy"];
const person = (index: number, change: Partial<Person> = {}): Person => ({
  ...{ name: `p${index}`, contact: `p${index}@example.test`, part: "sign", turn: 1 },
  ...change,
});

test("people act in their turns, those who approve before those who sign; each is reached by what is known of them", () => {
  const people = [
    person(1, { name: "Åsa Öberg", turn: 2 }),
    person(2, { contact: "+46701740605" }),
    person(3, { name: "no", part: "approve", turn: 2 }),
    person(4, { part: "copy" }),
  ];
  const text = flowOfPdfs(taken(["a.pdf", "b.pdf"]), MESSAGES, people, " Two papers ");
  const { process, value } = analyse(text);
  expect(value).toMatchObject({
    title: "Two papers",
    process: {
      stages: [
        { signing: { expect: { "signed-by": { users: ["p2"], documents: ["A", "B"] } } } },
        { approval: { expect: { "approved-by": { users: ["no"] } } } },
        { "signing-2": { expect: { "signed-by": { users: ["Åsa Öberg"] } } } },
        { confirmation: {} },
      ],
    },
    process_parameters: { users: { p2: { id_type: "phone_number" }, p4: { id: "p4@example.test" } } },
  });
  expect(process?.stages.at(-1)?.actions.map((action) => action.kind === "notify" && action.users)).toEqual([
    ["Åsa Öberg", "no", "p4"],
    ["p2"],
  ]);
});

test("whoever is reached by SMS is told of no attachment, and a message that nobody gets is not written", () => {
  const written = (...people: Person[]) => {
    const text = flowOfPdfs(taken(["a.pdf"]), MESSAGES, people);
    const { process, value } = analyse(text);
    const sent = process?.stages
      .at(-1)
      ?.actions.flatMap((action) => (action.kind === "notify" ? [action.methods.sms ?? action.methods.email] : []));
    return [sent, Object.keys((value as { process_parameters: { messages: object } }).process_parameters.messages)];
  };
  const phone = person(2, { contact: "+46701740605" });
  expect(written(person(1))).toEqual([["done"], ["invitation", "reminder", "done"]]);
  expect(written(phone)).toEqual([["done-sms"], ["invitation", "reminder", "done-sms"]]);
  expect(written(person(1), phone)).toEqual([
    ["done", "done-sms"],
    ["invitation", "reminder", "done", "done-sms"],
  ]);
});

test("everybody is reminded by what reaches them, and by nothing else; whoever gets a copy alone is not", () => {
  const reminders = (...people: Person[]) =>
    analyse(flowOfPdfs(taken(["a.pdf"]), MESSAGES, people)).value as {
      process: { "automatic-reminders": { users?: string[]; methods: object }[] };
    };
  const told = (...people: Person[]) =>
    reminders(...people).process["automatic-reminders"].map(({ users, methods }) => [Object.keys(methods), users]);
  const byPhone = { contact: "+46701740605" };
  expect(told(person(1), person(2))).toEqual([[["email"], undefined]]);
  expect(told(person(1, byPhone))).toEqual([[["sms"], undefined]]);
  expect(told(person(1), person(2, { part: "copy", ...byPhone }))).toEqual([[["email"], undefined]]);
  expect(told(person(1), person(2, byPhone), person(3))).toEqual([
    [["email"], ["p1", "p3"]],
    [["sms"], ["p2"]],
  ]);
});

test("whoever the people are, the flow runs, and nothing goes wrong in it but a late approval that was asked for [X107]", () => {
  // Each of three people with one of three parts, two turns, and mail or SMS.
  for (let seed = 0; seed < 12 ** 3; seed += 7) {
    const people = [0, 1, 2].map((index) => {
      const choice = Math.floor(seed / 12 ** index) % 12;
      const contact = choice >= 6 ? { contact: `+4670174060${index}` } : {};
      return person(index, { part: PARTS[choice % 3] ?? "sign", turn: 1 + (Math.floor(choice / 3) % 2), ...contact });
    });
    const text = flowOfPdfs(taken(["a.pdf"]), MESSAGES, people);
    const { verdict, findings } = check(text);
    const wrong = findings.filter(({ severity }) => severity !== "information");
    const last = (part: Part) => Math.max(0, ...people.filter((one) => one.part === part).map(({ turn }) => turn));
    const isLate = last("sign") > 0 && last("approve") > last("sign");
    expect([verdict, wrong.map(({ id }) => id)], text).toEqual(["checked", isLate ? ["X107"] : []]);
    const told = analyse(text).diagnostics.filter(({ severity }) => severity !== "hint");
    expect(told, text).toEqual([]);
  }
});

const typed = (change: Partial<TypedPerson>): TypedPerson => ({
  ...{ key: 0, name: "", contact: "", part: "sign", turn: 1 },
  ...change,
});

test("rows become people: empty ones are left out, numbers are plain, and each has a name of its own", () => {
  const rows = [
    { name: "Ann" },
    {},
    { contact: "ann@b.test" },
    { contact: "ann@c.test" },
    { contact: "0046 70-174 06 05" },
  ];
  expect(peopleOf(rows.map(typed)).map(({ name, contact }) => [name, contact])).toEqual([
    ["Ann", ""],
    ["ann", "ann@b.test"],
    ["ann-2", "ann@c.test"],
    ["+46701740605", "+46701740605"],
  ]);
});

test("a row says what it lacks: a name alone needs a contact, and a contact is an address or a number with its country", () => {
  const problems = [
    {},
    { name: "Ann" },
    { contact: "ann" },
    { contact: "070 174 06 05" },
    { contact: "+46 70 174 06 05" },
  ];
  expect(problems.map((row) => problemOf(typed(row)))).toEqual([
    null,
    "needsContact",
    "wrongContact",
    "wrongContact",
    null,
  ]);
});
