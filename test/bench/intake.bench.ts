import { readFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createDocuments, type Documents } from "../../src-main/documents/index.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { soundPdf } from "../fixtures/pdfs.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";

const PAGES = 1_500;

async function take(documents: Documents, pdf: Uint8Array): Promise<number> {
  const begun = performance.now();
  const taken = await documents.intake(pdf, "contract.pdf");
  if (!taken.ok) throw new Error(taken.error.message);
  return performance.now() - begun;
}

export const intakeBesideLong: Row = {
  name: "intake-beside-long",
  unit: "intakes/s",
  atLeast: 0.2,
  pace: { rounds: 5, roundMs: 2_000 },
  unlike: `Both are ours: short PDFs are taken in one after another, on the left while a PDF of ${PAGES} pages is always being taken in too.`,
  peers: [],
  async open() {
    const dir = benchFolder();
    const documents = createDocuments({ dir, secretBox: openSecretBox(path.join(dir, "secret.key")) });
    const short = readFileSync(path.resolve(import.meta.dirname, "../../resources/examples/nda/nda.pdf"));
    const long = await soundPdf(PAGES);
    const times = { beside: [] as number[], alone: [] as number[] };
    // Once, so that libraries are loaded and the lanes have their workers.
    await take(documents, long);
    await Promise.all([take(documents, long), take(documents, short)]);
    let longs = 0;
    let isOn = false;
    let running: Promise<void> = Promise.resolve();
    const keepTaking = async () => {
      for (; isOn; longs += 1) await take(documents, long);
    };
    return {
      ours: {
        title: "beside a long one",
        async run(count) {
          if (!isOn) {
            isOn = true;
            running = keepTaking();
          }
          for (let n = 0; n < count; n += 1) times.beside.push(await take(documents, short));
        },
      },
      peer: {
        title: "alone",
        async prepare() {
          isOn = false;
          await running;
        },
        async run(count) {
          for (let n = 0; n < count; n += 1) times.alone.push(await take(documents, short));
        },
      },
      note: () =>
        `Each takes: ${waitsInWords(times.beside)} beside ${longs} long ones, ${waitsInWords(times.alone)} alone.`,
      async close() {
        isOn = false;
        await running;
        await documents.close();
        removeFolder(dir);
      },
    };
  },
};
