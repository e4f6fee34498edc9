import { existsSync, mkdirSync } from "node:fs";
import { copyFile, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { companionsOf, namingFlow } from "../../src-shared/foresight/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";
import { EXAMPLES, must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const FLOW = "title: Lease\n";
const EXPECTED = "# ours\nexpect:\n  - never: ada sees lease\n";
const PLAYED = "scenarios: []\n";

let workspace: TestWorkspace;
let folder: TemporaryFolder;
beforeEach(async () => {
  workspace = await testWorkspace();
  folder = temporaryFolder("companions");
});
afterEach(async () => {
  await workspace.dispose();
  folder.remove();
});

const drafts = () => workspace.host.drafts;
const create = async () =>
  must(await drafts().createFromText({ text: FLOW, companions: { expectations: EXPECTED, scenarios: "" } }));
const textsOf = (id: string) => {
  const { text, expectations, scenarios } = must(drafts().get(id));
  return [text, expectations, scenarios];
};

describe("promise 2: a draft keeps its expectations and scenarios", () => {
  test("a companion alone makes a version; a restore brings all three texts back, also after a restart", async () => {
    const { id } = await create();
    must(await drafts().saveCompanion(id, "scenarios", PLAYED, 1));
    must(await drafts().saveText(id, "title: Other\n", 2));
    must(await drafts().saveCompanion(id, "expectations", "", 3));
    expect(must(drafts().versions(id, {})).items.map(({ revision }) => revision)).toEqual([4, 1]);
    must(await drafts().nameVersion(id, 4, "Without"));
    const restored = must(await drafts().restore(id, 1, 4));
    expect([restored.text, companionsOf(restored)]).toEqual([FLOW, { expectations: EXPECTED, scenarios: "" }]);
    await workspace.reopen();
    expect(must(drafts().version(id, 4))).toMatchObject({
      text: "title: Other\n",
      expectations: "",
      scenarios: PLAYED,
    });
    expect(must(drafts().version(id, 4)).size).toBe("title: Other\n".length + PLAYED.length);
  });

  test("a save that grew from an older revision, or is meant for another draft, is refused and changes nothing", async () => {
    const { id, key } = await create();
    expect(mustFail(await drafts().saveCompanion(id, "scenarios", PLAYED, 7)).code).toBe("precondition_failed");
    expect(mustFail(await drafts().saveCompanion(id, "scenarios", PLAYED, 1, "another")).code).toBe(
      "resource_not_found",
    );
    expect(textsOf(id)).toEqual([FLOW, EXPECTED, ""]);
    must(await drafts().saveCompanion(id, "scenarios", PLAYED, 1, key));
  });

  test("S008: more than 1 MiB is refused with what to do", async () => {
    const { id } = await create();
    const refused = mustFail(await drafts().saveCompanion(id, "expectations", "å".repeat(600_000)));
    expect(refused).toMatchObject({ code: "payload_too_large", message: expect.stringMatching(/1 MiB.*shorten/) });
    expect(textsOf(id)).toEqual([FLOW, EXPECTED, ""]);
  });

  test("a duplicate has them, of the present text or of a version; they never go over the wire's fields", async () => {
    const { id, fields } = await create();
    must(await drafts().saveCompanion(id, "expectations", "expect: []\n"));
    expect(textsOf(must(await drafts().duplicate(id)).id)[1]).toBe("expect: []\n");
    expect(textsOf(must(await drafts().duplicate(id, 1)).id)[1]).toBe(EXPECTED);
    expect(JSON.stringify(fields)).not.toContain("expect");
  });
});

describe("flow files and what lies beside them", () => {
  test("a companion in a file names the flow beside it; what it says otherwise stays", () => {
    expect(namingFlow("", "a.flow.yaml")).toBe("");
    expect(namingFlow(EXPECTED, "a.flow.yaml")).toBe(`flow: ./a.flow.yaml\n${EXPECTED}`);
    expect(namingFlow("expect: []\r\n", "a b.yaml")).toBe('flow: "./a b.yaml"\r\nexpect: []\r\n');
    expect(namingFlow("# c\nflow: ./b.flow.yaml # here\n", "a.yaml")).toBe("# c\nflow: ./a.yaml # here\n");
    expect(namingFlow("flow: ./in/../a.yaml\n", "a.yaml")).toBe("flow: ./in/../a.yaml\n");
    expect(namingFlow("flow: in/a.yaml\n", "a.yaml")).toBe("flow: ./a.yaml\n");
    expect(namingFlow("flow: ../a.yaml\n", "a.yaml")).toBe("flow: ./a.yaml\n");
    expect(namingFlow('{"expect": []}', "a.yaml")).toMatch(/^\{"expect": \[\], ?"flow": ?"\.\/a\.yaml"\}$/);
    expect(namingFlow("flow: [broken", "a.yaml")).toBe("flow: [broken");
  });

  test("a zip carries them beside the flow, and brings them back, broken ones too", async () => {
    const { id } = await create();
    must(await drafts().saveCompanion(id, "scenarios", "scenarios: [broken"));
    const { bytes, fileName, without } = must(await drafts().exportFlow(id, { pdfs: true }));
    expect(without).toEqual([]);
    expect(must(await drafts().exportFlow(id, { pdfs: false })).without).toEqual(["expectations", "scenarios"]);
    expect(Object.keys(unzipSync(bytes)).sort()).toEqual([
      "Lease.expect.yaml",
      "Lease.flow.yaml",
      "Lease.scenario.yaml",
    ]);
    const copy = must(await drafts().importFlowFile({ archive: bytes, fileName }));
    expect(textsOf(copy.id)).toEqual([FLOW, `flow: ./Lease.flow.yaml\n${EXPECTED}`, "scenarios: [broken"]);
    expect(must(await drafts().exportFlow(copy.id, { pdfs: true })).bytes).toEqual(bytes);
  });

  test("a zip whose companion is too large, or no text, is refused by its name", async () => {
    const zip = (content: Uint8Array) => zipSync({ "a.yaml": strToU8(FLOW), "a.expect.yaml": [content, { level: 0 }] });
    const take = async (bytes: Uint8Array) =>
      mustFail(await drafts().importFlowFile({ archive: bytes, fileName: "a.zip" })).message;
    expect(await take(zip(new Uint8Array(1_048_577)))).toMatch(/a\.expect\.yaml has 1048577 bytes.*at most 1 MiB/);
    expect(await take(zip(new Uint8Array([0xff, 0xfe, 0])))).toMatch(/^a\.expect\.yaml in a\.zip: /);
  });

  test("S008: a dropped companion of more than 1 MiB is refused by its name, and nothing is made", async () => {
    const companions = { expectations: "", scenarios: "å".repeat(600_000) };
    const sent = { text: FLOW, fileName: "a.flow.yaml", files: {}, companions };
    expect(mustFail(await drafts().importFlowFile(sent)).message).toMatch(/^a\.scenario\.yaml has more than 1 MiB/);
    expect(drafts().list({}).items).toEqual([]);
  });

  test("an opened flow file brings them, tells when one changes, and is saved with all of them", async () => {
    const { draftFiles } = workspace.host;
    const at = (name: string) => join(folder.path, name);
    for (const name of [
      "loan.flow.yaml",
      "loan.expect.yaml",
      "loan.scenario.yaml",
      "Guarantee Undertaking.pdf",
      "Loan Agreement.pdf",
    ])
      await copyFile(join(EXAMPLES, "loan", name), at(name));
    const expected = await readFile(at("loan.expect.yaml"), "utf8");
    const { id } = must(await draftFiles.open(at("loan.flow.yaml")));
    expect(textsOf(id)[1]).toBe(expected);
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "same", ahead: false });

    must(await drafts().saveCompanion(id, "expectations", EXPECTED));
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "same", ahead: true });
    await writeFile(at("loan.scenario.yaml"), PLAYED);
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "changed" });
    expect(mustFail(await draftFiles.save(id)).code).toBe("conflict_error");
    expect(must(await draftFiles.texts(id))).toMatchObject({ expectations: expected, scenarios: PLAYED });
    must(await draftFiles.keep(id));
    must(await drafts().saveCompanion(id, "scenarios", ""));
    must(await draftFiles.save(id));
    expect(await readFile(at("loan.expect.yaml"), "utf8")).toBe(`flow: ./loan.flow.yaml\n${EXPECTED}`);
    expect(existsSync(at("loan.scenario.yaml"))).toBe(false);
    expect(must(await draftFiles.state(id))).toMatchObject({ on: "same", ahead: false });

    await writeFile(at("loan.expect.yaml"), expected);
    must(await draftFiles.take(id, must(drafts().get(id)).revision));
    expect(textsOf(id)[1]).toBe(expected);
    expect(must(drafts().versions(id, {})).items[0]).toMatchObject({ origin: "taken" });
  });

  test("where the flow file is gone, a companion that says something else is not overwritten", async () => {
    const { draftFiles } = workspace.host;
    const file = join(folder.path, "a.flow.yaml");
    await writeFile(file, FLOW);
    const { id } = must(await draftFiles.open(file));
    must(await drafts().saveCompanion(id, "expectations", EXPECTED));
    await rm(file);
    await writeFile(join(folder.path, "a.expect.yaml"), "theirs: 1\n");
    expect(mustFail(await draftFiles.save(id)).message).toMatch(/a\.expect\.yaml says something else/);
    await rm(join(folder.path, "a.expect.yaml"));
    must(await draftFiles.save(id));
    expect(await readFile(join(folder.path, "a.expect.yaml"), "utf8")).toBe(`flow: ./a.flow.yaml\n${EXPECTED}`);
  });

  test("a companion that leads out of the flow's folder is refused", async () => {
    mkdirSync(join(folder.path, "in"));
    await writeFile(join(folder.path, "secret"), "k: v\n");
    await writeFile(join(folder.path, "in/a.yaml"), FLOW);
    await symlink(join(folder.path, "secret"), join(folder.path, "in/a.expect.yaml"));
    const refused = mustFail(await workspace.host.draftFiles.open(join(folder.path, "in/a.yaml")));
    expect(refused.message).toMatch(/a\.expect\.yaml cannot be read/);
    expect(drafts().list({}).items).toEqual([]);
  });
});
