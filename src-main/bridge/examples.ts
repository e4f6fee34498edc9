import { accessSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { procedures } from "../../src-shared/bridge/index.ts";
import { companionFile, companionNames, NO_COMPANIONS } from "../../src-shared/foresight/index.ts";
import { type DraftDetail, type FlowFileSource, fail, type Host, type Result } from "../host/index.ts";

/** Of the index: the app shows it at each start, when reading all flows would take a tenth of the time. */
const example = procedures["examples.list"].output.shape.items.element.extend({
  /** A new workspace has it as a flow. */
  starter: z.boolean(),
});
const manifest = z.object({ examples: z.array(example) });

export type Example = Readonly<z.infer<typeof example>>;

/** The flows that ship with Countersign. */
export interface Examples {
  readonly list: readonly Example[];
  /** The text of a new flow: short, and without an error but for what only its author knows. */
  readonly blank: string;
  /** Makes a draft of one, with its PDFs. */
  import(host: Host, name: string): Promise<Result<DraftDetail>>;
}

const BLANK = `title: New flow
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions: []
        expect: {}
process_parameters:
  users: {}
  documents: {}
  messages: {}
`;

/** Our own files, in the desktop app's archive, too. */
async function readExample(folder: string, fileName: string): Promise<FlowFileSource> {
  const names = await readdir(folder);
  const pdfs = names.filter((name) => name.endsWith(".pdf"));
  const read = pdfs.map(async (name) => [name, await readFile(path.join(folder, name))] as const);
  const files = Object.fromEntries(await Promise.all(read));
  const companions = { ...NO_COMPANIONS };
  for (const name of companionNames) {
    const file = companionFile(fileName, name);
    if (names.includes(file)) companions[name] = await readFile(path.join(folder, file), "utf8");
  }
  return { fileName, text: await readFile(path.join(folder, fileName), "utf8"), companions, files };
}

const flowFile = (dir: string, name: string): string => path.join(dir, name, `${name}.flow.yaml`);

/** @throws when the folder does not hold the examples that its index names. */
export function loadExamples(dir: string): Examples {
  const { examples } = manifest.parse(JSON.parse(readFileSync(path.join(dir, "index.json"), "utf8")));
  for (const { name } of examples) accessSync(flowFile(dir, name));
  return {
    list: examples,
    blank: BLANK,
    async import(host, name) {
      const known = examples.find((example) => example.name === name);
      if (!known)
        return fail(
          "resource_not_found",
          `There is no example called “${name}”. Choose one of: ${examples.map((example) => example.name).join(", ")}.`,
        );
      return host.drafts.importFlowFile(await readExample(path.join(dir, name), path.basename(flowFile(dir, name))));
    },
  };
}
