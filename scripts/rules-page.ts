import { findingTitles } from "../src-shared/foresight/index.ts";
import { exampleExcerpt, type Rule, ruleCatalogue } from "../src-shared/language/index.ts";

const groups: readonly (readonly [RegExp, string])[] = [
  [/^S/, "The text"],
  [/^V0/, "The language's version"],
  [/^V1/, "The service's version"],
  [/^V2/, "Removed and ignored"],
  [/^N/, "Names"],
  [/^R/, "References"],
  [/^A/, "Actions"],
  [/^E/, "Expectations"],
  [/^T/, "Times"],
  [/^P/, "Parameters"],
  [/^F/, "The flow as a whole"],
];

const intro = `# The rules of the flow language

Made from the rules themselves by \`npm run rules\`; the examples are tested. Errors stop a start, nothing
stops a save. \`countersign lint FILE\` tells them all. An example shows only its own lines of a flow file.
`;

/** docs/rules.md, whole. */
export function rulesPage(): string {
  const parts = groups.map(([ids, title]) => {
    const entries = ruleCatalogue.filter(({ id }) => ids.test(id));
    return `## ${title}\n\n${entries.map(section).join("\n")}`;
  });
  return [intro, overview(), ...parts, findings()].join("\n");
}

function findings(): string {
  const rows = Object.entries(findingTitles).map(([id, title]) => `| ${id} | ${title} |`);
  return `${FINDINGS}\n| Finding | What is so |\n|---|---|\n${rows.join("\n")}\n`;
}

const FINDINGS = `## What the check finds

\`countersign check FILE\`, Problems and "What can happen" tell what the runs of a flow without errors show. No text without
errors shows X101 or X111 today, since E001 and the grammar refuse what leads there; a draft from elsewhere can.
`;

function overview(): string {
  const rows = ruleCatalogue.map(
    ({ id, severity, what }) => `| [${id}](#${id.toLowerCase()}) | ${severity} | ${what} |`,
  );
  return `| Rule | Severity | What must hold |\n|---|---|---|\n${rows.join("\n")}\n`;
}

function section({ id, severity, what, fails, passes }: Rule): string {
  return `### ${id}\n\n**${severity}** – ${what}\n\nFails:\n\n${fenced(exampleExcerpt(fails))}\nPasses:\n\n${fenced(exampleExcerpt(passes))}`;
}

function fenced(text: string): string {
  return `\`\`\`yaml\n${text}\`\`\`\n`;
}
