/**
 * Small whole flow files that examples are made of: a sound flow with places that an example fills in its own way.
 * What an example does not fill keeps what the sound flow says, so that it shows one thing only.
 */
type Slot =
  | "top"
  | "process"
  | "stages"
  | "actions"
  | "expect"
  | "archive"
  | "documents"
  | "users"
  | "messages"
  | "settings";

/** Lines without the indentation of their place; a whole text instead where the file's own form is the matter. */
export type Example = Readonly<Partial<Record<Slot, string>>> | { readonly text: string; readonly shown?: string };

interface Part {
  /** The keys above it, from the root. */
  readonly within: readonly string[];
  readonly otherwise: string;
}

const stages = `- signing:
    actions: []
    expect: {}`;

export const invitation = "- notify: { users: [alice], methods: { email: invitation } }";
export const confirmation = "- notify: { users: [alice], kind: confirmation, methods: { email: done } }";
export const viewing = "- allow-viewing: { users: [alice], documents: [contract] }";
export const signature = "signed-by: { users: [alice], documents: [contract] }";

export const signing = `- signing:
    actions:
      ${invitation}
    expect:
      ${signature}`;
export const archive = `- archive:
    actions:
      ${confirmation}
    expect: {}`;
export const twoStages = `${signing}\n${archive}`;

const alice = "alice: { id_type: email, id: alice@example.test }";
/** Two participants, and their invitation. */
export const two = `${alice}\nbob: { id_type: email, id: bob@example.test }`;
export const invited = "- notify: { users: [alice, bob], methods: { email: invitation } }";

/** A participant with more to say, in lines. */
export const signer = (more: string): string => `alice:\n  id_type: email\n  id: alice@example.test\n  ${more}`;

const parts: Readonly<Record<Slot, Part>> = {
  top: { within: [], otherwise: "" },
  process: { within: ["process:"], otherwise: 'dsl-version: "0.3.0"' },
  stages: { within: ["process:", "  stages:"], otherwise: stages },
  actions: { within: ["process:", "  stages:", "    - signing:", "        actions:"], otherwise: invitation },
  expect: { within: ["process:", "  stages:", "    - signing:", "        expect:"], otherwise: signature },
  archive: { within: ["process:", "  stages:", "    - archive:", "        actions:"], otherwise: confirmation },
  documents: { within: ["process_parameters:", "  documents:"], otherwise: "contract: ./contract.pdf" },
  users: { within: ["process_parameters:", "  users:"], otherwise: alice },
  messages: {
    within: ["process_parameters:", "  messages:"],
    otherwise: "invitation: Please sign\ndone: Signed by all",
  },
  settings: { within: ["process_settings:"], otherwise: "" },
};

const isText = (example: Example): example is { readonly text: string; readonly shown?: string } => "text" in example;

/** The whole flow file that an example stands for. */
export function exampleText(example: Example): string {
  if (isText(example)) return example.text;
  const own = (slot: Slot): string => example[slot] ?? parts[slot].otherwise;
  const order: readonly Slot[] =
    example.stages === undefined ? ["top", "process", "actions", "expect", "archive"] : ["top", "process", "stages"];
  return written([...order, "documents", "users", "messages", "settings"], own, true);
}

/** What a page shows of an example: its own lines below the keys that lead to them. */
export function exampleExcerpt(example: Example): string {
  if (isText(example)) return example.shown ?? example.text;
  const own = (Object.keys(parts) as Slot[]).filter((slot) => example[slot] !== undefined);
  return written(own, (slot) => example[slot] ?? "", false);
}

function written(order: readonly Slot[], content: (slot: Slot) => string, whole: boolean): string {
  const lines: string[] = [];
  let above: readonly string[] = [];
  for (const slot of order) {
    const { within } = parts[slot];
    const lead = within.findIndex((key, at) => key !== above[at]);
    const text = content(slot);
    if (text === "") continue;
    if (lead >= 0) lines.push(...within.slice(lead));
    // An empty list or map goes on its key's line.
    if (/^(?:\[\]|\{\})$/.test(text)) lines.push(`${lines.pop()} ${text}`);
    else lines.push(...text.split("\n").map((line) => `${"  ".repeat(depthOf(slot))}${line}`));
    above = within;
    if (slot === "archive" && whole) lines.push("        expect: {}");
  }
  return `${lines.join("\n")}\n`;
}

function depthOf(slot: Slot): number {
  const { within } = parts[slot];
  const last = within.at(-1);
  return last === undefined ? 0 : last.search(/\S/) / 2 + 1;
}
