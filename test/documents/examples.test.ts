import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { analyse } from "../../src-shared/language/index.ts";
import { sharedDocuments } from "./harness.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const examples = join(root, "resources", "examples");
const files = readdirSync(examples, { recursive: true, encoding: "utf8" });
const flows = files.filter((file) => file.endsWith(".flow.yaml"));

test("there are eight example flows", () => {
  const names = ["board", "consent", "employment", "lease", "loan", "nda", "purchase", "supplier"];
  expect(flows.map((file) => dirname(file)).sort()).toEqual(names);
});

test("the generator writes the committed PDFs again, byte for byte", async () => {
  await promisify(execFile)(process.execPath, [join(root, "scripts", "make-examples.ts"), "--check"]);
});

describe.each(flows)("%s", (flow) => {
  test("has no error, and no warning but that callbacks to example.test stay here [P006]", async () => {
    const { diagnostics, draft } = analyse(await readFile(join(examples, flow), "utf8"));
    const stays = ({ rule, message }: { rule: string; message: string }) =>
      rule === "P006" && message.includes(".example.test`") && message.includes("built-in receiver");
    expect(diagnostics.filter((diagnostic) => diagnostic.severity !== "hint" && !stays(diagnostic))).toEqual([]);
    expect(draft?.process.stages.at(-1)?.conditions).toEqual([]);
  });

  test("its documents lie beside it and are accepted, at most five pages each", async () => {
    const { draft } = analyse(await readFile(join(examples, flow), "utf8"));
    const paths = Object.values(draft?.parameters.documents ?? {});
    expect(paths.length).toBeGreaterThan(0);
    const documents = sharedDocuments();
    for (const path of paths) {
      const taken = await documents.intake(await readFile(join(examples, dirname(flow), path)), path);
      expect(taken).toMatchObject({ ok: true });
      expect(taken.ok ? taken.value.pages : 0).toBeLessThanOrEqual(5);
    }
  });

  test("writes to nobody: every address is at example.test", async () => {
    const { draft } = analyse(await readFile(join(examples, flow), "utf8"));
    for (const participant of draft?.parameters.participants ?? [])
      expect(participant.email).toMatch(/@example\.test$/);
  });
});
