import { msg, short, type Translatable, words } from "../../basics/index.ts";
import { idElsewhere, isDocumentId, isDocumentPath, leadsOut } from "../model/document-ids.ts";
import { type Mention, type NameKind, nameKinds, parameterKeys, type Reading } from "../model/reading.ts";
import { fixOf } from "../syntax/problems.ts";
import { keyOf, type Node } from "../syntax/tree.ts";
import { invited, two } from "./example.ts";
import type { Check, DocumentFault, Report, Rule, RuleContext } from "./rule.ts";

/** More mentions of a missing name are not listed one by one. */
const listed = 10;

/** Rules on what the process mentions and the parameters give: R. */
export const referenceRules: readonly Rule[] = [
  {
    id: "R001",
    severity: "error",
    what: "Every participant of the process is given in the parameters.",
    fails: {
      actions: invited,
      expect: "signed-by: { users: [alice, bob], documents: [contract] }",
    },
    passes: {
      actions: invited,
      expect: "signed-by: { users: [alice, bob], documents: [contract] }",
      users: two,
    },
    needsDraft: true,
    check: missing("participant", sampleParticipant, msg`with sample details`),
  },
  {
    id: "R002",
    severity: "error",
    what: "Every document of the process is given in the parameters.",
    fails: { expect: "signed-by: { users: [alice], documents: [contract, annex] }" },
    passes: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: "contract: ./contract.pdf\nannex: ./annex.pdf",
    },
    needsDraft: true,
    check: (...asked) => {
      missing("document", placeholderPdf, msg`as a placeholder PDF`)(...asked);
      checkWithoutPdf(...asked);
    },
  },
  {
    id: "R003",
    severity: "error",
    what: "Every message of the process is given in the parameters.",
    fails: { messages: "invitation: Please sign" },
    passes: { messages: "invitation: Please sign\ndone: Signed by all" },
    needsDraft: true,
    check: missing("message", () => "Please see your documents.", msg`with a sample text`),
  },
  {
    id: "R004",
    severity: "warning",
    what: "What the parameters give is used in the process.",
    fails: { messages: "invitation: Please sign\ndone: Signed by all\nspare: Hello" },
    passes: { messages: "invitation: Please sign\ndone: Signed by all" },
    needsDraft: true,
    check: (reading, report, context) => {
      if (context.incomplete) return;
      for (const kind of nameKinds) {
        for (const [name, node] of reading.given[kind]) {
          if (reading.uses[kind].has(name)) continue;
          const message = msg`The ${words[kind]} \`${short(name)}\` is given and the process does not use it: use or remove it.`;
          const fix = () => fixOf(msg`Remove ${words[kind]} \`${short(name)}\``, context.editor.remove(node));
          report({ node, range: keyOf(node), message, fix });
        }
      }
    },
  },
  {
    id: "R005",
    severity: "error",
    what: "One document, and one person, stands under one name. People known by their full name only are excepted.",
    fails: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: 'contract: "1001"\nannex: "1001"',
    },
    passes: {
      expect: "signed-by: { users: [alice], documents: [contract, annex] }",
      documents: 'contract: "1001"\nannex: "1002"',
    },
    needsDraft: true,
    check: checkIdentities,
  },
  {
    id: "R006",
    severity: "error",
    what: "A list names everybody and everything once.",
    fails: { expect: "signed-by: { users: [alice, alice], documents: [contract] }" },
    passes: { expect: "signed-by: { users: [alice], documents: [contract] }" },
    check: checkRepeats,
  },
  {
    id: "R007",
    severity: "error",
    what: "In a file, the path of a document leads to a file of at most 50 MiB in the folder of the flow file, or below it, with all links resolved. A missing PDF is reported on import.",
    fails: { documents: "contract: ../contract.pdf" },
    passes: { documents: "contract: ./contract.pdf" },
    needsDraft: true,
    check: checkFiles,
  },
];

/** Tells each name of a kind that the process mentions and the parameters lack. */
function missing(
  kind: NameKind,
  /** null: there is none. */
  sample: (name: string, reading: Reading, context: RuleContext) => unknown,
  how: Translatable,
): Check {
  const key = parameterKeys[kind];
  return (reading, report, context) => {
    for (const [name, [first, ...others]] of reading.uses[kind]) {
      if (first === undefined || reading.given[kind].has(name)) continue;
      const message = msg`The process mentions the ${words[kind]} \`${short(name)}\`, and \`process_parameters.${key}\` does not give it: add it there, or correct the name.`;
      const again = msg`\`${short(name)}\` again`;
      const related = others.slice(0, listed).map(({ node }) => ({ range: node.range, message: again }));
      const fix = () => {
        const value = sample(name, reading, context);
        const edits = value === null ? null : context.editor.set(["process_parameters", key, name], value);
        return fixOf(msg`Add ${words[kind]} \`${short(name)}\` ${how}`, edits);
      };
      report({ node: first.node, message, related, fix });
    }
  };
}

/**
 * A document that the parameters give without a PDF. An id counts for the workspace that gave it alone: one that came in a
 * file gives no document here. Nor does a path, but in a file, where it leads to its PDF.
 */
function checkWithoutPdf({ given }: Reading, report: Report, { documentPaths }: RuleContext): void {
  for (const [key, node] of given.document) {
    if (node.kind !== "scalar" || typeof node.value !== "string") continue;
    const name = short(key);
    const id = idElsewhere(node.value);
    if (id !== null) {
      const message = msg`The document \`${name}\` has the id ${short(id)} of another workspace, which gives no PDF here: choose its PDF.`;
      report({ node, message });
    } else if (!documentPaths && isDocumentPath(node.value)) {
      report({ node, message: msg`The document \`${name}\` has no PDF yet: choose one.` });
    }
  }
}

/** What stands at a document's path, in files. Absolute paths and addresses are S004's. */
function checkFiles({ given }: Reading, report: Report, { documentPaths, documentFault }: RuleContext): void {
  if (!documentPaths) return;
  for (const [name, node] of given.document) {
    if (node.kind !== "scalar" || typeof node.value !== "string" || !isDocumentPath(node.value)) continue;
    const fault = leadsOut(node.value) ? "outside" : documentFault(node.value);
    if (fault !== null) report({ node, message: faultMessage(fault, short(name), short(node.value)) });
  }
}

function faultMessage(fault: DocumentFault, name: string, path: string): Translatable {
  switch (fault) {
    case "outside":
      return msg`The document \`${name}\` leads out of this file's folder (\`${path}\`): put its PDF into the folder, or one below.`;
    case "not_a_file":
      return msg`The document \`${name}\` leads to something that is not a file (\`${path}\`): name a PDF.`;
    case "too_large":
      return msg`The document \`${name}\` (\`${path}\`) has more than 50 MiB: reduce the resolution of its images, or split it.`;
  }
}

/** A path in a file; in a workspace, where a path gives no document, its PDF is chosen. */
function placeholderPdf(name: string, _reading: Reading, { documentPaths }: RuleContext): string | null {
  return documentPaths ? `./${fileName(name)}.pdf` : null;
}

/** Enough to be started at once: an address of the reserved domain, and a number that is reserved for fiction. */
function sampleParticipant(name: string, reading: Reading): Record<string, string> {
  const sms = reading.actions.some(({ methods, users }) => methods?.sms && users.some((user) => user.name === name));
  const sample = { id_type: "email", id: `${fileName(name).toLowerCase()}@example.test` };
  return sms ? { ...sample, phone_number: "+46701740605" } : sample;
}

/** Letters and digits that any file system and any address takes. */
function fileName(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "");
  return (
    plain
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 60) || "sample"
  );
}

function checkIdentities({ participants, given }: Reading, report: Report): void {
  const seen = new Map<string, { readonly name: string; readonly node: Node }>();
  const check = (identity: string, words: Translatable, name: string, node: Node): void => {
    const earlier = seen.get(identity);
    seen.set(identity, earlier ?? { name, node });
    if (earlier === undefined) return;
    const message = msg`${words} stands under two names, \`${short(earlier.name)}\` and \`${short(name)}\`: use one of them in the whole process.`;
    const related = [{ range: earlier.node.range, message: msg`\`${short(earlier.name)}\` has it too` }];
    report({ node, message, related });
  };
  for (const [name, node] of given.document) {
    const isId = node.kind === "scalar" && typeof node.value === "string" && isDocumentId(node.value);
    if (isId) check(`document ${node.value}`, msg`Document ${short(node.value)}`, name, node);
  }
  for (const { name, idType, id } of participants.values()) {
    if (id === null || idType === null || idType === "full_name") continue;
    // Mail programs ignore case in addresses, so two spellings would be one person.
    const value = idType === "email" ? String(id.value).toLowerCase() : String(id.value);
    check(`participant ${idType} ${value}`, msg`The ${idType} \`${short(String(id.value))}\``, name, id);
  }
}

function checkRepeats({ actions, conditions, reminders }: Reading, report: Report): void {
  const check = (list: readonly Mention[]): void => {
    if (list.length < 2) return;
    const seen = new Map<string, Node>();
    for (const { name, node } of list) {
      const earlier = seen.get(name);
      seen.set(name, earlier ?? node);
      if (earlier === undefined) continue;
      const message = msg`\`${short(name)}\` stands twice in this list: remove one.`;
      report({ node, message, related: [{ range: earlier.range, message: msg`The first time` }] });
    }
  };
  for (const { users, documents } of [...actions, ...conditions]) {
    check(users);
    check(documents);
  }
  for (const { users } of reminders) check(users ?? []);
}
