import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveLimits, unpackFlow } from "../../src-main/engine/flow-archive.ts";
import { smallFlow, uploadPdf } from "../harness/flows.ts";
import { EXAMPLES, must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

let workspace: TestWorkspace;
let elsewhere: TestWorkspace;
beforeAll(async () => {
  workspace = await testWorkspace();
  elsewhere = await testWorkspace();
});
afterAll(async () => {
  await workspace.dispose();
  await elsewhere.dispose();
});

/** Name and hash of each document of a draft. */
function documentsOf({ host }: TestWorkspace, id: string) {
  const { fields } = must(host.drafts.get(id));
  const { documents } = fields.process_parameters as { documents: Record<string, string> };
  return Object.entries(documents).map(([name, key]) => [name, must(host.documents.get(key)).sha256]);
}
const refusal = (files: Zippable, name = "a.zip") => mustFail(unpackFlow(zipSync(files), name));

describe("Files: a flow exported with its PDFs", () => {
  test.each(["nda", "employment", "board", "loan"])(
    "%s is the same flow with the same PDFs in another workspace",
    async (name) => {
      const source = { path: join(EXAMPLES, name, `${name}.flow.yaml`) };
      const draft = must(await workspace.host.drafts.importFlowFile(source));
      const { fileName, bytes } = must(await workspace.host.drafts.exportFlow(draft.id, { pdfs: true }));
      const copy = must(await elsewhere.host.drafts.importFlowFile({ archive: bytes, fileName }));
      expect(documentsOf(elsewhere, copy.id)).toEqual(documentsOf(workspace, draft.id));
      const shared = ({ fields: { process_parameters: parameters, ...fields } }: typeof draft) => ({
        ...fields,
        parameters: { ...(parameters as object), documents: null },
      });
      expect(shared(copy)).toEqual(shared(draft));
      // Comments and layout, too; and the same flow makes the same bytes.
      expect(must(await elsewhere.host.drafts.exportFlow(copy.id, { pdfs: true })).bytes).toEqual(bytes);
    },
  );

  test("names its files after the flow and its documents, safe on every system, and one of each", async () => {
    const { host } = workspace;
    const [first, second] = [await uploadPdf(host), await uploadPdf(host)];
    const text = smallFlow({ documentId: first })
      .replace("title: Small", 'title: "../Åre: lån/1"')
      .replace("documents: {", `documents: { other: "${second}", gone: "77777",`);
    const draft = must(await host.drafts.createFromText({ text }));
    const { fileName, bytes } = must(await host.drafts.exportFlow(draft.id, { pdfs: true }));
    expect(fileName).toBe("Åre-lån-1.zip");
    const packed = unzipSync(bytes);
    expect(Object.keys(packed).sort()).toEqual(["contract-2.pdf", "contract.pdf", "Åre-lån-1.flow.yaml"].sort());
    const written = strFromU8(packed["Åre-lån-1.flow.yaml"] ?? new Uint8Array());
    expect(written).toMatch(/other: .?\.\/contract\.pdf.*gone: .?\.\/gone\.pdf.*contract: .?\.\/contract-2\.pdf/);
    // What was not there is asked for, rather than taken from whatever has that number elsewhere.
    const refused = mustFail(await elsewhere.host.drafts.importFlowFile({ archive: bytes, fileName }));
    expect(refused.message).toMatch(/"gone" \(\.\/gone\.pdf\) was refused, so nothing was imported/);
  });

  test("is refused while its text cannot be read", async () => {
    const { host } = workspace;
    const { id } = must(await host.drafts.createFromText({ text: "title: [x\n" }));
    expect(mustFail(await host.drafts.exportFlow(id, { pdfs: true })).code).toBe("conflict_error");
    expect(mustFail(await host.drafts.exportFlow("99999", { pdfs: false })).code).toBe("resource_not_found");
  });
});

describe("Files: a zip from elsewhere", () => {
  const flow = strToU8("title: T\n");
  const pdf = strToU8("%PDF");

  test("is read in whatever folder its flow lies, past what systems add", () => {
    const zip = zipSync({
      "case/": new Uint8Array(),
      "case/t.flow.yaml": flow,
      "case/in/a.pdf": pdf,
      "b.pdf": pdf,
      "__MACOSX/case/._t.flow.yaml": flow,
      "case/.hidden.yaml": flow,
      "case/notes.txt": flow,
    });
    const { fileName, text, files } = must(unpackFlow(zip, "a.zip"));
    expect({ fileName, text, names: Object.keys(files).sort() }).toEqual({
      fileName: "t.flow.yaml",
      text: "title: T\n",
      names: ["../b.pdf", "in/a.pdf"],
    });
  });

  test.each<[string, Zippable, RegExp]>([
    ["without a flow", { "a.pdf": pdf }, /a\.zip holds no flow file/],
    ["with two flows", { "a.yaml": flow, "b.json": flow }, /holds 2 flow files \(a\.yaml, b\.json\)/],
    ["with a path that leads out", { "a.yaml": flow, "../b.pdf": pdf }, /“\.\.\/b\.pdf”, which leads out/],
    ["with an absolute path", { "a.yaml": flow, "/etc/b.txt": pdf }, /“\/etc\/b\.txt”, which leads out/],
    ["with a path of Windows", { "a.yaml": flow, "c:\\b.pdf": pdf }, /which leads out/],
    [
      "with a text that is not UTF-8",
      { "a.yaml": new Uint8Array([0x74, 0xff]) },
      /a\.yaml in a\.zip: Byte FF in line 1 is not UTF-8/,
    ],
  ])("%s is refused with its reason", (_, files, message) => {
    const { code, message: said } = refusal(files);
    expect(code).toBe("request_parameters_invalid");
    expect(said).toMatch(message);
  });

  test("that is cut off, or no zip at all, is refused", () => {
    const whole = zipSync({ "a.yaml": flow });
    for (const bytes of [whole.subarray(0, -10), strToU8("title: T"), new Uint8Array()])
      expect(mustFail(unpackFlow(bytes, "a.zip")).message).toMatch(/a\.zip is not a zip file that can be read/);
  });

  test("with too many files, or that unpacks to too much, is refused before it is unpacked", () => {
    const many = Object.fromEntries(Array.from({ length: archiveLimits.entries }, (_, at) => [`${at}.txt`, flow]));
    expect(refusal({ ...many, "a.yaml": flow }).message).toMatch(/at most 2000 files/);
    expect(refusal({ "a.yaml": new Uint8Array(archiveLimits.text + 1) }).message).toMatch(/at most 1 MiB/);
    const large = declaring({ "a.yaml": flow, "b.pdf": pdf }, archiveLimits.pdf + 1, /\.pdf$/);
    expect(mustFail(unpackFlow(large, "a.zip"))).toMatchObject({ code: "payload_too_large" });
    const bombs = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.pdf`, pdf]));
    const bomb = declaring({ "a.yaml": flow, ...bombs }, archiveLimits.pdf, /\.pdf$/);
    expect(mustFail(unpackFlow(bomb, "a.zip")).message).toMatch(/more than 512 MiB/);
  });

  test("that lies about a size unpacks to no more than it said", () => {
    const zip = declaring({ "a.flow.yaml": strToU8("title: T\n".repeat(1000)) }, 9, /\.yaml$/);
    expect(must(unpackFlow(zip, "a.zip")).text).toBe("title: T\n");
  });
});

/** A zip whose directory says that the files named so have `size` bytes, whatever they have. */
function declaring(files: Zippable, size: number, named: RegExp): Uint8Array {
  const zip = zipSync(files);
  const view = new DataView(zip.buffer, zip.byteOffset);
  // The last record says where the directory begins.
  let entry = view.getUint32(zip.length - 6, true);
  while (view.getUint32(entry, true) === 0x02014b50) {
    const nameLength = view.getUint16(entry + 28, true);
    const name = strFromU8(zip.subarray(entry + 46, entry + 46 + nameLength));
    if (named.test(name)) view.setUint32(entry + 24, size, true);
    entry += 46 + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  return zip;
}
