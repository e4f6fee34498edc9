import { limits, msg, short, type Translatable } from "../../basics/index.ts";
import { isDocumentId, isDocumentPath } from "../model/document-ids.ts";
import type { Reading } from "../model/reading.ts";
import { itemsOf, keyOf, member, type Node } from "../syntax/tree.ts";
import { exampleText, invitation } from "./example.ts";
import type { Report, Rule, RuleContext } from "./rule.ts";

/** As people read it. The platform's formatter would load Unicode data at every start of a command or worker. */
const thousands = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

const sound = exampleText({});
/** Made when it is asked for: nobody should carry a mebibyte of x around. */
const tooLong = {
  get text(): string {
    return `title: "${"x".repeat(limits.bytes)}"\n${sound}`;
  },
  shown: 'title: "xxxxxxxxxx… (over 1 MiB)"\n',
};

/** Rules on the text and its shape: S. Most are found by the parser and the shape check. */
export const textRules: readonly Rule[] = [
  {
    id: "S001",
    severity: "error",
    unread: true,
    what: "The text is YAML 1.2 or JSON.",
    fails: { settings: 'time_zone: "Europe/Stockholm' },
    passes: { settings: 'time_zone: "Europe/Stockholm"' },
  },
  {
    id: "S002",
    severity: "error",
    unread: true,
    what: "A map has each key once.",
    fails: { top: "duration: 30\nduration: 60" },
    passes: { top: "duration: 60" },
  },
  {
    id: "S003",
    severity: "error",
    general: true,
    what: "Only keys of the language stand in a flow.",
    fails: { process: 'dsl-version: "0.3.0"\nallow-rejection: false' },
    passes: { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
  },
  {
    id: "S004",
    severity: "error",
    general: true,
    what: "A value has the type that its key takes. YAML 1.2 reads `no` as a text and `0.3` as a number.",
    fails: { process: 'dsl-version: "0.3.0"\nallow-rejections: no' },
    passes: { process: 'dsl-version: "0.3.0"\nallow-rejections: false' },
    needsDraft: true,
    check: (reading, report, context) => {
      checkDocuments(reading, report, context);
      checkTimeZone(reading, report);
    },
  },
  {
    id: "S005",
    severity: "error",
    general: true,
    what: "The keys that an element needs are there.",
    fails: { expect: "signed-by: { users: [alice], documents: [contract] }\napproved-by: { users: [alice] }" },
    passes: { expect: "signed-by: { users: [alice], documents: [contract] }" },
  },
  {
    id: "S006",
    severity: "error",
    general: true,
    what: "A list that names who or what is meant is not empty.",
    fails: { actions: "- notify: { users: [], methods: { email: invitation } }" },
    passes: { actions: invitation },
  },
  {
    id: "S007",
    severity: "error",
    unread: true,
    what: `Aliases and merge keys add at most 1 MiB and ${thousands(limits.expandedNodes)} values; more are refused, never expanded.`,
    fails: { expect: "signed-by: &endless { users: [alice], documents: [contract], <<: *endless }" },
    passes: {
      actions: "- notify: { users: &signers [alice], methods: { email: invitation } }",
      expect: "signed-by: { users: *signers, documents: [contract] }",
    },
  },
  {
    id: "S008",
    severity: "error",
    unread: true,
    what: `A text has at most 1 MiB, ${limits.depth} levels, and ${thousands(limits.stages)} stages, participants and documents each.`,
    fails: tooLong,
    passes: { top: "title: Loan" },
    check: checkCounts,
  },
  {
    id: "S009",
    severity: "error",
    unread: true,
    what: "Lines are indented with spaces, and no byte stands in the text that YAML forbids.",
    fails: { settings: "\ttime_zone: Europe/Stockholm" },
    passes: { settings: "time_zone: Europe/Stockholm" },
  },
];

function checkDocuments({ given }: Reading, report: Report, { documentPaths }: RuleContext): void {
  for (const [name, node] of given.document) {
    if (node.kind !== "scalar" || typeof node.value !== "string") continue;
    if (isDocumentId(node.value) && node.value.length <= 20) continue;
    // Where only documents count, R002 asks for the PDF of a path.
    if (isDocumentPath(node.value)) continue;
    const wanted = documentPaths
      ? msg`an identifier (digits) or a path relative to this file, such as \`./contract.pdf\``
      : msg`an identifier (digits)`;
    const message = msg`The document \`${short(name)}\` must be ${wanted}, not \`${short(node.value)}\`.`;
    report({ node, message });
  }
}

function checkTimeZone({ root }: Reading, report: Report): void {
  const zone = member(member(root, "process_settings"), "time_zone");
  if (zone?.kind !== "scalar" || typeof zone.value !== "string" || isTimeZone(zone.value)) return;
  const message = msg`\`${short(zone.value)}\` is not a known time zone: write an IANA name such as \`Europe/Stockholm\`.`;
  report({ node: zone, message });
}

/** Intl knows the names; it also takes offsets such as `+01:00`, which have no daylight saving and are no names. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function checkCounts({ process, root, given, uses, stages }: Reading, report: Report): void {
  const parameters = member(root, "process_parameters");
  const list = member(process, "stages");
  const check = (node: Node | null, found: readonly number[], limit: number, what: Translatable): void => {
    const count = Math.max(...found);
    if (node === null || count <= limit) return;
    const message = msg`${count} ${what} are over the limit of ${limit}: split the flow.`;
    report({ node, range: keyOf(node), message });
  };
  check(list, [stages.length, itemsOf(list).length], limits.stages, msg`stages`);
  const [users, documents] = [member(parameters, "users"), member(parameters, "documents")];
  check(users ?? list, [given.participant.size, uses.participant.size], limits.participants, msg`participants`);
  check(documents ?? list, [given.document.size, uses.document.size], limits.documents, msg`documents`);
}
