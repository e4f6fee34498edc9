import type { Worker } from "node:worker_threads";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Documents, openPool } from "../../src-main/documents/index.ts";
import type { WorkerPool } from "../../src-main/documents/worker/pool.ts";
import { bombPdf, drawnSignature, soundPdf, vastPicture } from "../fixtures/pdfs.ts";
import { evidence, folderWithCertificate, openDocuments, SIGNING_TIME, temporaryFolder } from "./harness.ts";

async function takenIn(documents: Documents, pdf: Uint8Array): Promise<string> {
  const taken = await documents.intake(pdf, "contract.pdf");
  if (!taken.ok) throw new Error(taken.error.message);
  return taken.value.sha256;
}

/** How many workers are started from here on. */
function startedWorkers(): () => number {
  let started = 0;
  const count = (_: Worker) => {
    started += 1;
  };
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  return () => started;
}

const signedBy = (bytes: Uint8Array) => ({
  ...({
    name: "Åsa",
    verb: "sign",
    at: "2026-03-02T10:15:00+01:00",
    authentication: null,
    fullName: null,
    contact: null,
  } as const),
  signature: { kind: "image", bytes } as const,
});

describe("lanes of seals (decision 0208)", () => {
  test.each([
    ["that nobody expected", { history: [{ at: "now", text: "word ".repeat(300_000) }] }],
    ["with a vast history", { history: Array.from({ length: 50_000 }, (_, n) => ({ at: `${n}`, text: `Act ${n}.` })) }],
    ["with large pictures", { participants: [3_158, 3_159, 3_160].map((side) => signedBy(vastPicture(side, 7))) }],
  ])("short seals of other runs end before a long one %s that began before them", async (_what, long) => {
    const documents = openDocuments(folderWithCertificate());
    const [heavy, light] = [await takenIn(documents, await soundPdf(2)), await takenIn(documents, await soundPdf(1))];
    const seal = (sha256: string, instanceId: string, more = {}) =>
      documents.seal({ evidence: evidence(sha256, { instanceId, ...more }), signingTime: SIGNING_TIME });
    await seal(light, "first");
    let ended: unknown = "under way";
    void seal(heavy, "long", long).then((result) => {
      ended = result;
    });
    const short = { participants: [signedBy(drawnSignature())] };
    const shorts = await Promise.all([1, 2, 3].map((n) => seal(light, `short ${n}`, short)));
    expect(ended).toBe("under way");
    expect(shorts).toMatchObject(shorts.map(() => ({ ok: true })));
    await documents.close();
    expect(ended).toMatchObject({ ok: false, error: { code: "closed" } });
  });
});

describe("seals that are expected (decision 0208)", () => {
  test("one worker loads before them, makes the certificate, and seals long documents and short ones in turn", async () => {
    // Workers of other tests' rooms have another limit.
    const documents = openDocuments(temporaryFolder(), { memoryLimit: 600 * 1024 * 1024 });
    const sha256 = await takenIn(documents, await soundPdf(1));
    const started = startedWorkers();
    documents.prepareToSeal();
    await expect.poll(() => documents.certificate(), { timeout: 20_000 }).not.toBeNull();
    const long = { history: Array.from({ length: 2_000 }, (_, n) => ({ at: `${n}`, text: `Act ${n}.` })) };
    for (const more of [{}, long, {}]) {
      const seal = { evidence: evidence(sha256, more), signingTime: SIGNING_TIME };
      expect(await documents.seal(seal)).toMatchObject({ ok: true });
    }
    expect(started()).toBe(1);
  });
});

describe("an account's slow small uploads (decision 0208)", () => {
  test("cost the short lane one worker, not one each, while another account's quick ones go on", async () => {
    const documents = openDocuments(folderWithCertificate());
    const quick = await soundPdf(1);
    const started = startedWorkers();
    let waiting = 5;
    const slow = Array.from({ length: waiting }, async (_, n) => {
      const result = await documents.intake(bombPdf(30 + n), "slow.pdf", "slow");
      waiting -= 1;
      return result;
    });
    let beside = 0;
    for (; waiting > 0; beside += 1) {
      const taken = await documents.intake(quick, "quick.pdf", "quick");
      expect(taken).toMatchObject({ ok: true });
    }
    expect(await Promise.all(slow)).toMatchObject(Array.from(slow, () => ({ ok: true })));
    expect(beside).toBeGreaterThan(slow.length);
    // The short lane's, the long lane's, a spare one, and one for the slow task that had to begin again.
    expect(started()).toBeLessThanOrEqual(4);
  });
});

describe("workers after hostile documents", () => {
  const hostile = (pool: WorkerPool, dir: string) =>
    Promise.all(
      Array.from({ length: 4 }, (_, n) => {
        const input = { pdf: bombPdf(20 + n), fileName: "bomb.pdf", folder: null, blobs: { dir, workspace: null } };
        return pool.run("intake", input, n % 2 === 0 ? "short" : "long", `${n}`);
      }),
    );

  function poolOf(idleTime: number): WorkerPool {
    const pool = openPool({ idleTime });
    onTestFinished(() => pool.close());
    return pool;
  }

  test("those without work end but one, which waits for the next document", async () => {
    const [pool, dir] = [poolOf(1), temporaryFolder()];
    await hostile(pool, dir);
    const pdf = await soundPdf(1);
    await pool.run("intake", { pdf, fileName: "sound.pdf", blobs: { dir, workspace: null }, folder: null }, "short");
    await expect.poll(() => pool.workers).toBe(1);
  });

  test("also the one that waits ends, where a document has made it large", async () => {
    const [pool, dir] = [poolOf(1), temporaryFolder()];
    const input = { pdf: bombPdf(80), fileName: "bomb.pdf", folder: null, blobs: { dir, workspace: null } };
    await pool.run("intake", input, "short");
    await expect.poll(() => pool.workers).toBe(0);
  });
});
