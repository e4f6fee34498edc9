import { documentName, titleOfFile } from "../../src-shared/basics/index.ts";

/** A file, and what participants see it called. */
interface TitledPdf {
  readonly fileName: string;
  readonly title: string;
}

/** A document of a new flow: its name in the text, and the file that it is. */
interface NamedPdf {
  readonly name: string;
  readonly fileName: string;
}

/** One that is in the workspace. */
export interface TakenPdf extends NamedPdf {
  readonly id: string;
}

/** Names for documents, each once. */
export function namesOf(pdfs: readonly TitledPdf[]): readonly NamedPdf[] {
  const taken: string[] = [];
  return pdfs.map(({ fileName, title }) => {
    const name = documentName(title, taken);
    taken.push(name);
    return { name, fileName };
  });
}

export type Part = "sign" | "approve" | "copy";

/** Somebody in the new flow. */
export interface Person {
  /** Unique in the flow. */
  readonly name: string;
  /** An e-mail address, or a number with its country code. */
  readonly contact: string;
  readonly part: Part;
  /** From 1: who has the same acts at the same time. */
  readonly turn: number;
}

/** The words of the new flow's messages, in the author's language. */
export interface FirstMessages {
  readonly invitation: string;
  readonly reminder: string;
  readonly done: string;
  /** An SMS carries no documents: its link leads to them. */
  readonly "done-sms": string;
}

/** A flow of PDFs without people has somebody to be named later. */
const NOBODY_YET: Person = { name: "signer", contact: "signer@example.test", part: "sign", turn: 1 };

const byPhone = ({ contact }: Person) => !contact.includes("@");
/** YAML takes such words for values. */
const VALUE = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
const scalar = (text: string) =>
  /^\p{L}[\p{L}\p{N}-]*$/u.test(text) && !VALUE.test(text) ? text : JSON.stringify(text);
const list = (names: readonly string[]) => `[${names.map(scalar).join(", ")}]`;

/**
 * A flow of these documents that runs as it stands, with invitations, reminders and a confirmation. In each turn those who
 * approve come before those who sign: a later approval may leave a signed document without its seal (X107).
 * @param title of the flow; "" takes the first file's
 */
export function flowOfPdfs(
  pdfs: readonly TakenPdf[],
  messages: FirstMessages,
  people: readonly Person[] = [],
  title = "",
): string {
  const acting = people.some(({ part }) => part !== "copy") ? people : [...people, NOBODY_YET];
  return `title: ${JSON.stringify(title.trim() || titleOfFile(pdfs[0]?.fileName ?? ""))}
process:
  dsl-version: "0.3.0"
  stages:
${stagesOf(acting, list(pdfs.map(({ name }) => name)))}    - confirmation:
        actions:
${notifies(acting, { email: "done", sms: "done-sms" }, true)}        expect: {}
  automatic-reminders:
${remindersOf(acting.filter(({ part }) => part !== "copy"))}process_parameters:
  documents:
${pdfs.map(({ name, id }) => `    ${scalar(name)}: ${JSON.stringify(id)}`).join("\n")}
  users:
${acting.map(parametersOf).join("\n")}
  messages:
${messagesOf(acting, messages)}
duration: 14
`;
}

/** Those that somebody gets. */
function messagesOf(people: readonly Person[], messages: FirstMessages): string {
  const done = byMethod(people).map(([method]) => (method === "sms" ? "done-sms" : "done"));
  return (["invitation", "reminder", ...done] as const)
    .map((name) => `    ${name}: ${JSON.stringify(messages[name])}`)
    .join("\n");
}

function parametersOf(person: Person): string {
  const type = byPhone(person) ? "phone_number" : "email";
  return `    ${scalar(person.name)}: { id_type: ${type}, id: ${JSON.stringify(person.contact)} }`;
}

const PARTS = [
  ["approve", "approval", "approved-by"],
  ["sign", "signing", "signed-by"],
] as const;

function stagesOf(people: readonly Person[], documents: string): string {
  const turns = [...new Set(people.map(({ turn }) => turn))].toSorted((a, b) => a - b);
  const stages = turns.flatMap((turn) =>
    PARTS.map(([part, name, condition]) => {
      const here = people.filter((person) => person.turn === turn && person.part === part);
      return { name, condition, here };
    }).filter(({ here }) => here.length > 0),
  );
  return stages
    .map(({ name, condition, here }, index) => {
      const before = stages.slice(0, index).filter((stage) => stage.name === name).length;
      const users = list(here.map((person) => person.name));
      return `    - ${before === 0 ? name : `${name}-${before + 1}`}:
        actions:
${notifies(here, { email: "invitation", sms: "invitation" })}        expect:
          ${condition}: { users: ${users}, documents: ${documents} }
`;
    })
    .join("");
}

/** Those reached by mail, and those reached by SMS; none that is empty. */
const byMethod = (people: readonly Person[]) =>
  (
    [
      ["email", people.filter((person) => !byPhone(person))],
      ["sms", people.filter(byPhone)],
    ] as const
  ).filter(([, reached]) => reached.length > 0);

/** Everybody by what reaches them; where that is the same for all, they need no names. */
const remindersOf = (awaited: readonly Person[]): string =>
  byMethod(awaited)
    .map(
      ([method, reached], _, { length }) => `    - methods:
        ${method}: { message: reminder }
      date: { type: relative, days_delay: 3, repeat: periodically }
${length > 1 ? `      users: ${list(reached.map(({ name }) => name))}\n` : ""}`,
    )
    .join("");

/** Which message goes out by mail, and which by SMS. */
type ByMethod = Readonly<Record<"email" | "sms", keyof FirstMessages>>;

/** A message to each by what reaches them. */
function notifies(people: readonly Person[], message: ByMethod, confirms = false): string {
  return byMethod(people)
    .map(
      ([method, reached]) => `          - notify:
              users: ${list(reached.map(({ name }) => name))}
${confirms ? "              kind: confirmation\n" : ""}              methods:
                ${method}: { message: ${message[method]} }
`,
    )
    .join("");
}
