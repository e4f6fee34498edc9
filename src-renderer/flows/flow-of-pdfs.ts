/** A document of a new flow: its name in the text, and the file that it is. */
interface NamedPdf {
  readonly name: string;
  readonly fileName: string;
}

const withoutEnding = (fileName: string) => fileName.replace(/\.pdf$/i, "").trim();

/** A name that the text can use: `Hyresavtal 3 (final).pdf` is `hyresavtal-3-final`. */
function slug(fileName: string): string {
  const plain = withoutEnding(fileName).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const name = plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
  return /^[a-z]/.test(name) ? name.slice(0, 40) : `document-${name.slice(0, 30)}`.replace(/-$/, "");
}

/** Names for files, each once. */
export function namesOf(fileNames: readonly string[]): readonly NamedPdf[] {
  const taken = new Set<string>();
  return fileNames.map((fileName) => {
    const base = slug(fileName);
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}-${count}`;
    taken.add(name);
    return { name, fileName };
  });
}

/** The words of the new flow's messages, in the author's language. */
export interface FirstMessages {
  readonly invitation: string;
  readonly reminder: string;
  readonly done: string;
}

/** The path under which the text names a PDF. */
export const pathOf = ({ name }: NamedPdf): string => `./${name}.pdf`;

/** A flow of these documents that runs as it stands: one signer, an invitation, reminders, and a confirmation. */
export function flowOfPdfs(pdfs: readonly NamedPdf[], messages: FirstMessages): string {
  const documents = pdfs.map(({ name }) => name).join(", ");
  const title = withoutEnding(pdfs[0]?.fileName ?? "");
  return `title: ${JSON.stringify(title)}
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
          - notify:
              users: [signer]
              methods:
                email: { message: invitation }
        expect:
          signed-by: { users: [signer], documents: [${documents}] }
    - confirmation:
        actions:
          - notify:
              users: [signer]
              kind: confirmation
              methods:
                email: { message: done }
        expect: {}
  automatic-reminders:
    - methods:
        email: { message: reminder }
      date: { type: relative, days_delay: 3, repeat: periodically }
process_parameters:
  documents:
${pdfs.map((pdf) => `    ${pdf.name}: ${pathOf(pdf)}`).join("\n")}
  users:
    signer: { id_type: email, id: signer@example.test }
  messages:
    invitation: ${JSON.stringify(messages.invitation)}
    reminder: ${JSON.stringify(messages.reminder)}
    done: ${JSON.stringify(messages.done)}
duration: 14
`;
}
