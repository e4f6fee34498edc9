import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { createDocuments, nodeCrypto } from "../../src-main/documents/index.ts";
import type { Host } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { checkBundle, sourceOf } from "../../src-shared/evidence/index.ts";
import { evidence, SIGNING_TIME } from "../fixtures/evidence.ts";
import { soundPdf, vastPicture } from "../fixtures/pdfs.ts";
import { playAll, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { checkSeal } from "../harness/check-seal.ts";
import { must } from "../harness/workspace.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";
import { take } from "./take.ts";

const PAGES = 200;
const SIGNERS = 10;

/** Does it so many times, and notes how long each took. */
async function timed(into: number[], times: number, work: () => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const begun = performance.now();
    await work();
    into.push(performance.now() - begun);
  }
}

export const seal200Pages: Row = {
  name: "seal-200-pages",
  unit: "seals/s",
  peers: [],
  atLeast: 0.02,
  unlike: `Ours seals ${PAGES} pages with ${SIGNERS} drawn signatures and checks its seal; qpdf copies the same file.`,
  pace: { rounds: 3, roundMs: 3_000 },
  async open() {
    const dir = benchFolder();
    const documents = createDocuments({ dir, secretBox: openSecretBox(path.join(dir, "secret.key")) });
    const pdf = await soundPdf(PAGES);
    const { sha256 } = await take(documents.intake(pdf, "long.pdf"));
    const file = path.join(dir, "copied.pdf");
    await writeFile(file, pdf);
    const participants = Array.from({ length: SIGNERS }, (_, index) => ({
      ...({
        name: `Signer ${index}`,
        verb: "sign",
        at: "2026-03-02T10:15:00+01:00",
        authentication: null,
        fullName: null,
        contact: null,
      } as const),
      signature: { kind: "drawn", bytes: vastPicture(300 + index, 7) } as const,
    }));
    // As a run does once somebody has opened a page.
    documents.prepareToSeal();
    while ((await documents.certificate()) === null) await setTimeout(100);
    const seal = () =>
      take(documents.seal({ evidence: evidence(sha256, { participants }), signingTime: SIGNING_TIME }));
    const times: number[] = [];
    return {
      ours: { title: "seal", run: (count) => timed(times, count, seal) },
      peer: {
        title: "qpdf",
        run: (count) => timed([], count, () => promisify(execFile)("qpdf", [file, path.join(dir, "out.pdf")])),
      },
      note: () => `A seal takes ${waitsInWords(times)}.`,
      async close() {
        await documents.close();
        removeFolder(dir);
      },
    };
  },
};

/** An ended run in which alice and bob sign so many documents. */
async function endedRun(host: Host, documents: number): Promise<string> {
  const ids = await Promise.all(Array.from({ length: documents }, () => uploadPdf(host)));
  const names = ids.map((_, index) => `contract_${index}`);
  const text = smallFlow({ documentId: "" })
    .replace("documents: [contract]", `documents: [${names.join(", ")}]`)
    .replace(
      /documents: \{ contract: "" \}/,
      `documents: { ${names.map((name, index) => `${name}: "${ids[index]}"`).join(", ")} }`,
    );
  const draft = must(await host.drafts.createFromText({ text }));
  const { id } = must(await host.drafts.start(draft.id, { clock: { virtual: "new" } }));
  await playAll(host, id);
  await host.idle();
  return id;
}

async function bundleOf(host: Host, id: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of must(await host.instances.exportBundle(id)).pieces()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const hashed = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();

function ofBundles(
  name: string,
  unit: string,
  unlike: string,
  atLeast: number,
  documents: number,
  isCheck: boolean,
): Row {
  return {
    ...{ name, unit, unlike, atLeast, peers: [] },
    pace: { rounds: 3, roundMs: 2_000 },
    async open() {
      const dir = benchFolder();
      const host = await openWorkspace({ dir, log: ({ message }) => process.stderr.write(`${message}\n`) });
      const id = await endedRun(host, documents);
      const bundle = await bundleOf(host, id);
      const times: number[] = [];
      const check = async () => {
        const report = await checkBundle(sourceOf(bundle), nodeCrypto, checkSeal);
        if (!report.whole) throw new Error("The bundle is not whole.");
      };
      const work = isCheck ? check : () => bundleOf(host, id);
      return {
        ours: { title: isCheck ? "check" : "bundle", run: (count) => timed(times, count, work) },
        peer: { title: "SHA-256 alone", run: (count) => timed([], count, async () => hashed(bundle)) },
        note: () => `Each takes ${waitsInWords(times)}; a bundle has ${bundle.length} bytes.`,
        async close() {
          await host.close();
          removeFolder(dir);
        },
      };
    },
  };
}

export const bundle20Documents = ofBundles(
  "bundle-20-documents",
  "bundles/s",
  "Ours gathers the evidence of a run with 20 documents, checks it with all its seals and signs it; the other side hashes the same bytes, once.",
  0.002,
  20,
  false,
);

export const bundlesChecked = ofBundles(
  "bundles-checked",
  "bundles/s",
  "Ours checks every byte, the signature and the history of a bundle with one document; the other side hashes the same bytes, once.",
  0.01,
  1,
  true,
);
