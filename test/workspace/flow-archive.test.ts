import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, strToU8, unzipSync, type Zippable, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveLimits, unpackFlow } from "../../src-main/workspace/archives/flow-archive.ts";
import { unzipFlow } from "../../src-main/workspace/archives/unzip.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { temporaryFolder } from "../harness/temporary.ts";
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
    // A missing PDF is requested, not taken from another document with that number.
    const refused = mustFail(await elsewhere.host.drafts.importFlowFile({ archive: bytes, fileName }));
    expect(refused.message).toMatch(/"gone" \(\.\/gone\.pdf\) was refused, so nothing was imported/);
  });

  test("a title that the author gave is the name of the PDF, and so its title again where it is imported", async () => {
    const { host } = workspace;
    const id = await uploadPdf(host);
    must(await host.documents.rename(id, "Avtal Öberg: 2027"));
    const draft = must(await host.drafts.createFromText({ text: smallFlow({ documentId: id }) }));
    const { fileName, bytes } = must(await host.drafts.exportFlow(draft.id, { pdfs: true }));
    expect(Object.keys(unzipSync(bytes))).toContain("Avtal Öberg-2027.pdf");
    must(await elsewhere.host.drafts.importFlowFile({ archive: bytes, fileName }));
    expect(elsewhere.host.documents.list({}).items.map(({ title }) => title)).toContain("Avtal Öberg-2027");
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
    const refused = refusal(files);
    expect(refused.code).toBe("request_parameters_invalid");
    expect(refused.message).toMatch(message);
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
    const bomb = declaring({ "a.yaml": flow, "b.pdf": pdf }, 2 * 1024 * 1024, /\.pdf$/);
    expect(mustFail(unpackFlow(bomb, "a.zip")).message).toMatch(/b\.pdf would unpack to more than 100 times its size/);
    // Each says that it is packed to 1 MiB, which nobody reads before all are added up.
    const bombs = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.pdf`, pdf]));
    const many50 = declaring({ "a.yaml": flow, ...bombs }, archiveLimits.pdf, /\.pdf$/, 1024 * 1024);
    expect(mustFail(unpackFlow(many50, "a.zip")).message).toMatch(/more than 512 MiB/);
  });

  test("that lies about a size, or was changed on its way, is refused as damaged", () => {
    const lies = declaring({ "a.flow.yaml": strToU8("title: T\n".repeat(1000)) }, 9, /\.yaml$/);
    expect(mustFail(unpackFlow(lies, "a.zip")).message).toBe(
      "a.flow.yaml in a.zip is damaged. Make the archive again.",
    );
    const changed = zipSync({ "a.flow.yaml": [flow, { level: 0 }] });
    changed[Buffer.from(changed).indexOf("title")] = 0x54;
    expect(mustFail(unpackFlow(changed, "a.zip")).message).toMatch(/a\.flow\.yaml in a\.zip is damaged/);
  });

  test("with a name twice, in other letters too, is refused", () => {
    expect(refusal({ "a.yaml": flow, "in/B.pdf": pdf, "in/b.PDF": pdf }).message).toMatch(/holds in\/b\.PDF twice/);
    expect(refusal({ "a.yaml": flow, "\u00e5.pdf": pdf, "a\u030a.pdf": pdf }).message).toMatch(/twice/);
    const same = Buffer.from(zipSync({ "a.yaml": flow, "b.pdf": pdf, "c.pdf": pdf }));
    for (let at = same.indexOf("c.pdf"); at >= 0; at = same.indexOf("c.pdf", at)) same.write("b.pdf", at);
    expect(mustFail(unpackFlow(same, "a.zip")).message).toMatch(/holds b\.pdf twice/);
  });

  test("that is encrypted is refused with what to do; a zip in it stays packed", () => {
    const locked = Buffer.from(zipSync({ "a.yaml": flow }));
    locked.writeUInt16LE(1, locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 8);
    expect(mustFail(unpackFlow(locked, "a.zip")).message).toBe(
      "a.yaml in a.zip is encrypted. Make an archive without a password.",
    );
    const { files } = must(unpackFlow(zipSync({ "a.yaml": flow, "in.zip": zipSync({ "b.pdf": pdf }) }), "a.zip"));
    expect(files).toEqual({});
  });

  test("of the kind zip64 is read as any other", () => {
    expect(must(unpackFlow(zip64({ "a.yaml": flow, "b.pdf": pdf }), "a.zip")).files).toEqual({ "b.pdf": pdf });
  });

  test("is unpacked by a worker, which ends at its limit of time; the main thread goes on", async () => {
    const noise = Array.from({ length: 4 }, (_, at) => [`${at}.pdf`, [randomBytes(20 * 1024 * 1024), { level: 0 }]]);
    const archive = zipSync({ "a.yaml": flow, ...(Object.fromEntries(noise) as Zippable) });
    const folder = temporaryFolder("flow-archive");
    const path = join(folder.path, "a.zip");
    writeFileSync(path, archive);
    const here = cpuOf();
    must(unpackFlow(readFileSync(path), "a.zip"));
    const alone = here();
    const beside = cpuOf();
    const { files } = must(await unzipFlow({ archive: { path }, fileName: "a.zip" }));
    expect(Object.values(files).map(({ length }) => length)).toEqual(Array(4).fill(20 * 1024 * 1024));
    expect(beside()).toBeLessThan(alone / 2);
    expect(mustFail(await unzipFlow({ archive: { path }, fileName: "a.zip" }, 0)).message).toMatch(/takes too long/);
    const gone = await unzipFlow({ archive: { path: `${path}.gone` }, fileName: "a.zip" });
    expect(mustFail(gone).message).toBe("The flow file a.zip cannot be read: there is no such file. Check the path.");
    folder.remove();
  });
});

/** Milliseconds that this thread computes until the answer is called; other load does not count. */
function cpuOf(): () => number {
  const { user, system } = process.threadCpuUsage();
  return () => {
    const now = process.threadCpuUsage();
    return (now.user + now.system - user - system) / 1000;
  };
}

/** The same zip with its directory only in a zip64 record (APPNOTE 4.3.14 to 4.3.16). */
function zip64(files: Zippable): Uint8Array {
  const zip = Buffer.from(zipSync(files));
  const end = Buffer.from(zip.subarray(-22));
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(8)), 24);
  record.writeBigUInt64LE(BigInt(end.readUInt16LE(10)), 32);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  record.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(zip.length - 22), 8);
  locator.writeUInt32LE(1, 16);
  end.writeUInt16LE(0xffff, 8);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffff_ffff, 12);
  end.writeUInt32LE(0xffff_ffff, 16);
  return Buffer.concat([zip.subarray(0, -22), record, locator, end]);
}

/** A zip whose directory claims `size` bytes for these files. */
function declaring(files: Zippable, size: number, named: RegExp, packed?: number): Uint8Array {
  const zip = zipSync(files);
  const view = new DataView(zip.buffer, zip.byteOffset);
  // The last record says where the directory begins.
  let entry = view.getUint32(zip.length - 6, true);
  while (view.getUint32(entry, true) === 0x02014b50) {
    const nameLength = view.getUint16(entry + 28, true);
    const name = strFromU8(zip.subarray(entry + 46, entry + 46 + nameLength));
    if (named.test(name)) view.setUint32(entry + 24, size, true);
    if (named.test(name) && packed !== undefined) view.setUint32(entry + 20, packed, true);
    entry += 46 + nameLength + view.getUint16(entry + 30, true) + view.getUint16(entry + 32, true);
  }
  return zip;
}
