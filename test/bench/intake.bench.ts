import { readFileSync } from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { createDocuments, type Documents } from "../../src-main/documents/index.ts";
import { openSecretBox } from "../../src-main/store/files/secret-box.ts";
import { evidence, SIGNING_TIME } from "../fixtures/evidence.ts";
import { bombPdf, soundPdf, vastPicture } from "../fixtures/pdfs.ts";
import { benchFolder, removeFolder } from "./folder.ts";
import { waitsInWords } from "./measure.ts";
import type { Row } from "./row.ts";
import { take } from "./take.ts";

const PAGES = 1_500;

/** A task that is done over and over. */
type Repeated = () => Promise<unknown>;

interface Beside {
  readonly name: string;
  readonly unit: string;
  readonly unlike: string;
  /** What is measured, and what is always under way beside it. */
  open(documents: Documents): Promise<{ readonly short: Repeated; readonly longs: readonly Repeated[] }>;
}

/** Short tasks one after another, beside long ones and alone. */
function besideLong({ name, unit, unlike, open }: Beside): Row {
  return {
    ...{ name, unit, unlike, peers: [] },
    atLeast: 0.2,
    pace: { rounds: 5, roundMs: 2_000 },
    async open() {
      const dir = benchFolder();
      const documents = createDocuments({ dir, secretBox: openSecretBox(path.join(dir, "secret.key")) });
      const { short, longs } = await open(documents);
      // Once, so that libraries are loaded and the lanes have their workers.
      for (const _ of [1, 2]) await Promise.all([...longs.map((long) => long()), short()]);
      const times = { beside: [] as number[], alone: [] as number[] };
      const measure = async (into: number[], count: number) => {
        for (let n = 0; n < count; n += 1) {
          const begun = performance.now();
          await short();
          into.push(performance.now() - begun);
        }
      };
      let done = 0;
      let isOn = false;
      let running: Promise<unknown> = Promise.resolve();
      const keepDoing = async (long: Repeated) => {
        for (; isOn; done += 1) await long();
      };
      const stop = async () => {
        isOn = false;
        await running;
      };
      return {
        ours: {
          title: "beside a long one",
          async run(count) {
            if (!isOn) {
              isOn = true;
              running = Promise.all(longs.map(keepDoing));
            }
            await measure(times.beside, count);
          },
        },
        peer: { title: "alone", prepare: stop, run: (count) => measure(times.alone, count) },
        note: () =>
          `Each takes: ${waitsInWords(times.beside)} beside ${done} long ones, ${waitsInWords(times.alone)} alone.`,
        async close() {
          await stop();
          await documents.close();
          removeFolder(dir);
        },
      };
    },
  };
}

const contract = () =>
  readFileSync(path.resolve(import.meta.dirname, "../../resources/examples/nda/Mutual Non-Disclosure Agreement.pdf"));

export const intakeBesideLong = besideLong({
  name: "intake-beside-long",
  unit: "intakes/s",
  unlike: `Both are ours: short PDFs are taken in one after another, on the left while a PDF of ${PAGES} pages is always being taken in too.`,
  async open(documents) {
    const [pdf, long] = [contract(), await soundPdf(PAGES)];
    return {
      short: () => take(documents.intake(pdf, "contract.pdf")),
      longs: [() => take(documents.intake(long, "long.pdf"))],
    };
  },
});

export const intakeBesideSlowAccount = besideLong({
  name: "intake-beside-slow-account",
  unit: "intakes/s",
  unlike:
    "Both are ours: one account's short PDFs are taken in one after another, on the left while another account always has five small ones under way that take long.",
  async open(documents) {
    const pdf = contract();
    const slow = [60, 61, 62, 63, 64].map((mebibytes) => bombPdf(mebibytes));
    return {
      short: () => take(documents.intake(pdf, "contract.pdf", "quick")),
      longs: slow.map((long) => () => take(documents.intake(long, "slow.pdf", "slow"))),
    };
  },
});

export const sealBesideLong = besideLong({
  name: "seal-beside-long",
  unit: "seals/s",
  unlike:
    "Both are ours: a contract is sealed again and again, on the left while one with large pictures, and one of many pages, are always being sealed too.",
  async open(documents) {
    const hashes = await Promise.all(
      [contract(), await soundPdf(PAGES)].map(async (pdf) => (await take(documents.intake(pdf, "a.pdf"))).sha256),
    );
    const seal = (instanceId: string, sha256 = "", more = {}) =>
      take(documents.seal({ evidence: evidence(sha256, { instanceId, ...more }), signingTime: SIGNING_TIME }));
    const participants = [3_100, 3_150].map((side) => ({
      ...({
        name: `Signer ${side}`,
        verb: "sign",
        at: "2026-03-02T10:15:00+01:00",
        authentication: null,
        fullName: null,
        contact: null,
      } as const),
      signature: { kind: "image", bytes: vastPicture(side, 7) } as const,
    }));
    return {
      short: () => seal("short", hashes[0]),
      longs: [() => seal("pictures", hashes[0], { participants }), () => seal("pages", hashes[1])],
    };
  },
});
