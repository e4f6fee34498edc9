import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { nodeCrypto } from "../../src-main/documents/seal/cms.ts";
import type { Host } from "../../src-main/host/types.ts";
import { writeBundle } from "../../src-main/workspace/bundles/write-bundle.ts";
import { entriesOf } from "../../src-shared/evidence/container.ts";
import {
  chainEntry,
  checkBundle,
  FIRST_PREDECESSOR,
  type JudgeSeal,
  MANIFEST_FILE,
  readManifest,
  SIGNATURE_FILE,
  sourceOf,
} from "../../src-shared/evidence/index.ts";
import { canonicalJson } from "../../src-shared/flow/model/canonical.ts";
import { playAll, startSmall } from "../fixtures/small-flow.ts";
import { FUZZ_TIMEOUT, inputs, sampled } from "../fuzz/effort.ts";
import { checkSeal } from "../harness/check-seal.ts";
import { isSealed } from "../harness/pdfsig.ts";
import { temporaryFolder } from "../harness/temporary.ts";
import { closedWorkspace, must, mustFail, testWorkspace } from "../harness/workspace.ts";
import { Random } from "../hostile/random.ts";

let bundle: Uint8Array;
let instanceId: string;
let refusal: ReturnType<typeof mustFail>;

async function exported(host: Host, id: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of must(await host.instances.exportBundle(id)).pieces()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const check = (bytes: Uint8Array) => checkBundle(sourceOf(bytes), nodeCrypto, checkSeal);

beforeAll(async () => {
  const workspace = await testWorkspace();
  const { host } = workspace;
  host.setBaseUrl("http://127.0.0.1:4711");
  const { id } = await startSmall(host, { callbackUrl: "http://127.0.0.1:9/hook" });
  instanceId = id;
  refusal = mustFail(await host.instances.exportBundle(id));
  const signature = { kind: "typed", bytes: Buffer.from("Alice") } as const;
  must(await host.participants.sign({ instanceId: id, participant: "alice", document: "contract", signature }));
  await playAll(host, id);
  await host.idle();
  bundle = await exported(host, id);
  await workspace.dispose();
});

test("a run that has not ended has no bundle yet", () => {
  expect(refusal).toMatchObject({ code: "instance_state_error", message: expect.stringContaining("has not ended") });
});

test("a whole bundle says so, who signed it, that it is SIMULATED, and which run it is of", async () => {
  const report = await check(bundle);
  expect(report).toMatchObject({
    whole: true,
    problems: [],
    signer: {
      name: expect.stringMatching(/^Countersign SIMULATED seal/),
      certificateSha256: expect.stringMatching(/^[\da-f]{64}$/),
      proven: true,
    },
    simulated: true,
    run: { instance: instanceId, status: "completed", documents: [{ name: "contract", sealed: true }] },
  });
  expect(Date.now() - Date.parse(report.signer?.signedAt ?? "")).toBeLessThan(600_000);
});

test("decision 0205: each seal is judged by its bytes alone, with the history that it names", async () => {
  const [seal] = (await check(bundle)).seals;
  expect(seal).toMatchObject({
    file: "documents/01-contract.pdf",
    seal: {
      ...{ valid: true, signer: expect.stringMatching(/^Countersign SIMULATED seal/) },
      sealedOn: { instanceId, chainHash: expect.stringMatching(/^[\da-f]{64}$/) },
    },
  });
});

describe("what a bundle says must fit together, whoever signs it", () => {
  const textIn = (name: string) => Buffer.from(unzipSync(bundle)[name] ?? []).toString();

  /** The bundle with other contents, signed as if it were so. */
  async function forged(changes: Readonly<Record<string, string | Uint8Array | null>>) {
    const files = { ...unzipSync(bundle), ...changes };
    const parts = Object.entries(files).flatMap(([name, content]) =>
      name === "mimetype" || name.startsWith("META-INF/") || content === null
        ? []
        : [{ name, mimeType: "application/octet-stream", bytes: async () => Buffer.from(content) }],
    );
    const pieces: Uint8Array[] = [];
    for await (const piece of writeBundle(parts, async () => new Uint8Array())) pieces.push(piece);
    return (await check(Buffer.concat(pieces))).problems.filter(({ file }) => file !== SIGNATURE_FILE);
  }
  const facts = () => JSON.parse(textIn("run.json"));
  const run = (change: (of: ReturnType<typeof facts>) => unknown) => ({
    "run.json": `${JSON.stringify(change(facts()), null, 2)}\n`,
  });
  const pdf = "documents/01-contract.pdf";
  const named = (file: string, message: string) => [{ file, message: expect.stringContaining(message) }];
  /** The history with other events, its hashes made anew. */
  function rechained(change: (event: Record<string, unknown>) => Record<string, unknown>) {
    let hash = FIRST_PREDECESSOR;
    const lines = textIn("history.jsonl")
      .trim()
      .split("\n")
      .map((line) => {
        const found = JSON.parse(line);
        const event = change(found.event);
        const entry = chainEntry(found.seq, Date.parse(found.recorded), found.by, canonicalJson(event));
        hash = createHash("sha256")
          .update(hash + entry)
          .digest("hex");
        return JSON.stringify({ ...found, event, hash });
      });
    return { "history.jsonl": `${lines.join("\n")}\n`, ...run((of) => ({ ...of, last_hash: hash })) };
  }

  test("as it is, nothing is named", async () => {
    expect(await forged({})).toEqual([]);
    expect(await forged(rechained((event) => event))).toEqual([]);
  });

  test.each([
    [
      "a document that is left out of the list",
      () => run((of) => ({ ...of, documents: [] })),
      pdf,
      "lists no such document",
    ],
    ["a document without its file", () => ({ [pdf]: null }), pdf, "It is missing"],
    ["a document's other bytes", () => ({ [pdf]: "%PDF-1.7 other" }), pdf, "its hash is another one"],
    [
      "a document that nobody knows",
      () => ({ "documents/02-other.pdf": "%PDF" }),
      "documents/02-other.pdf",
      "lists no such document",
    ],
    ["another title", () => run((of) => ({ ...of, title: "Other" })), "run.json", "Its title is not"],
    ["another end", () => run((of) => ({ ...of, status: "canceled" })), "run.json", "Its status is not"],
    ["another time", () => run((of) => ({ ...of, ended: "2020-01-01T00:00:00Z" })), "run.json", "Its end is not"],
    [
      "another person",
      () => run((of) => ({ ...of, participants: of.participants.slice(1) })),
      "run.json",
      "Its list of people is not",
    ],
    [
      "another state of a document",
      () => run((of) => ({ ...of, documents: [{ ...of.documents[0], state: "rejected" }] })),
      "run.json",
      "Its list of documents is not",
    ],
    [
      "a seal that is not said",
      () => run((of) => ({ ...of, documents: [{ ...of.documents[0], sealed: false }] })),
      "run.json",
      "Its list of documents is not",
    ],
    ["a run without facts", () => ({ "run.json": null }), "run.json", "It is missing"],
    ["a run without a history", () => ({ "history.jsonl": null }), "history.jsonl", "It is missing"],
    [
      "a history that ends earlier",
      () => ({ "history.jsonl": textIn("history.jsonl").split("\n").slice(0, -2).join("\n").concat("\n") }),
      "history.jsonl",
      "does not end where the run did",
    ],
    [
      "words behind the history",
      () => ({ "history.jsonl": `${textIn("history.jsonl")}more` }),
      "history.jsonl",
      "behind the last event",
    ],
    [
      "a line that tells of another event",
      () => ({ "history.jsonl": textIn("history.jsonl").replace('"type":"acted"', '"type":"completed"') }),
      "history.jsonl",
      "another time or kind",
    ],
    [
      "a signature of nobody",
      () => ({ "signatures/00001-alice.txt": "Alice" }),
      "signatures/00001-alice.txt",
      "not the signature",
    ],
  ] as const)("%s", async (_, changes, file, message) => {
    expect(await forged(changes())).toEqual(expect.arrayContaining(named(file, message)));
  });

  test("a history rechained by hand is not the one that its documents were sealed on", async () => {
    const changed = rechained((event) => (event.type === "acted" ? { ...event, participant: "mallory" } : event));
    expect(await forged(changed)).toEqual(named(pdf, "events were changed after the seal"));
  });

  test("a signature that is swapped is named", async () => {
    const signature = Object.keys(unzipSync(bundle)).find((name) => name.startsWith("signatures/")) ?? "";
    expect(signature).not.toBe("");
    expect(await forged({ [signature]: "Mallory" })).toEqual(named(signature, "not the signature"));
  });

  test("bytes behind a PDF's signature are named, though its hash is the listed one", async () => {
    const bytes = Buffer.concat([unzipSync(bundle)[pdf] ?? new Uint8Array(), Buffer.from("\n% more")]);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    const problems = await forged({
      [pdf]: bytes,
      ...run((of) => ({ ...of, documents: [{ ...of.documents[0], sha256 }] })),
    });
    expect(problems).toEqual(expect.arrayContaining(named(pdf, "does not cover the whole file")));
  });
});

test("evidence that its own check would refuse is not signed: the run says why", async () => {
  const { dir, open, close, dispose } = await closedWorkspace(null);
  onTestFinished(dispose);
  let host = await open();
  const { id } = await startSmall(host);
  await playAll(host, id);
  await host.idle();
  await close();
  const database = new DatabaseSync(path.join(dir, "countersign.db"));
  database.exec(`UPDATE instances SET title = 'Another' WHERE id = '${id}'`);
  database.close();
  host = await open();
  expect(mustFail(await host.instances.exportBundle(id))).toMatchObject({
    code: "conflict_error",
    message: expect.stringMatching(
      /^The evidence was not signed, .* run\.json: Its title is not what the history says\./,
    ),
  });
});

describe("other people's tools accept it", () => {
  function unpacked() {
    const folder = temporaryFolder("bundle");
    onTestFinished(() => folder.remove());
    const file = path.join(folder.path, "run.asice");
    writeFileSync(file, bundle);
    mkdirSync(path.join(folder.path, "out"));
    return { file, out: path.join(folder.path, "out") };
  }

  test("unzip takes the container, and openssl its signature", () => {
    const { file, out } = unpacked();
    expect(execFileSync("unzip", ["-t", file], { encoding: "utf8" })).toContain("No errors detected");
    execFileSync("unzip", ["-q", file, "-d", out]);
    const [signature, content] = [path.join(out, SIGNATURE_FILE), path.join(out, MANIFEST_FILE)];
    const verify = ["cms", "-verify", "-inform", "DER", "-in", signature, "-content", content, "-noverify"];
    // Whoever forgets that the manifest is to be read as binary is not told that it was changed.
    for (const how of [["-binary"], []]) {
      execFileSync("openssl", [...verify, ...how, "-out", path.join(out, "signed")], { stdio: "pipe" });
      expect(readFileSync(path.join(out, "signed"))).toEqual(readFileSync(content));
    }
    const described = execFileSync("openssl", ["cms", "-cmsout", "-print", "-inform", "DER", "-in", signature], {
      encoding: "utf8",
    });
    for (const attribute of ["contentType", "messageDigest", "signingCertificateV2", "signingTime"])
      expect(described).toContain(attribute);
    expect(isSealed(path.join(out, "documents/01-contract.pdf"))).toBe(true);
  });

  test("a manifest of an earlier version, whose lines end with a line feed alone, is read as well", () => {
    const manifest = Buffer.from(unzipSync(bundle)[MANIFEST_FILE] ?? []).toString();
    expect(manifest).toContain("\r\n");
    expect(readManifest(manifest.replaceAll("\r\n", "\n"))).toEqual(readManifest(manifest));
    expect(readManifest(manifest)?.length).toBeGreaterThan(5);
    expect(readManifest(manifest.replace("\r\n", "\n"))).toBeNull();
  });

  test("its type stands where readers look for it", () => {
    expect(Buffer.from(bundle.subarray(30, 38 + 31)).toString()).toBe("mimetypeapplication/vnd.etsi.asic-e+zip");
  });
});

test("links, codes and passwords are in no file of it (law 9)", () => {
  const files = unzipSync(bundle);
  const everything = Object.values(files)
    .map((bytes) => Buffer.from(bytes).toString("latin1"))
    .join("\n");
  expect(everything).not.toContain("/flow/overview/");
  expect(everything).not.toContain("{{link}}");
  const mails = Buffer.from(files["mails.jsonl"] ?? [])
    .toString()
    .trim()
    .split("\n");
  expect(mails.length).toBeGreaterThan(2);
  expect(JSON.parse(mails[0] ?? "")).toMatchObject({ text: expect.stringContaining("left out: it is a secret") });
});

const CHANGES = inputs(120);
test(`any one byte that is changed is noticed: ${CHANGES} random ones`, { timeout: FUZZ_TIMEOUT }, async () => {
  const random = new Random(20261124);
  const unnoticed: number[] = [];
  for (let run = 0; run < CHANGES; run += 1) {
    const at = random.between(0, bundle.length - 1);
    const changed = Uint8Array.from(bundle);
    changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 7));
    if ((await check(changed)).whole) unnoticed.push(at);
  }
  expect(unnoticed).toEqual([]);
});

// In quarters, as each bit takes a whole check.
test.each([0, 1, 2, 3])(
  "any one bit of the frame, the manifest and the signature that is changed is noticed: quarter %i",
  { timeout: FUZZ_TIMEOUT },
  async (quarter) => {
    const places = sampled(
      framePlaces().filter((_, index) => index % 4 === quarter),
      7,
    );
    expect(places.length).toBeGreaterThan(100);
    const { seals } = await check(bundle);
    // The PDFs stay as they are.
    const known: JudgeSeal = async () => seals[0]?.seal ?? { valid: false, signer: null, certificateSha256: null };
    const unnoticed: number[] = [];
    for (const at of places) {
      const changed = Uint8Array.from(bundle);
      changed[at] = (changed[at] ?? 0) ^ 1;
      if ((await checkBundle(sourceOf(changed), nodeCrypto, known)).whole) unnoticed.push(at);
    }
    expect(unnoticed).toEqual([]);
  },
);

/** Every byte outside of the covered files. */
function framePlaces(): readonly number[] {
  const manifest = Buffer.from(bundle).indexOf(MANIFEST_FILE) - 30;
  const covered = Buffer.from(bundle).indexOf("run.json") - 30;
  return [
    ...Array(covered + 38).keys(),
    ...Array.from({ length: bundle.length - manifest }, (_, index) => manifest + index),
  ];
}

describe("what is changed, missing or added is named", () => {
  const files = () => unzipSync(bundle);
  const packed = (changed: Record<string, Uint8Array>) => zipSync(changed, { level: 0, mtime: "1980-01-01" });

  test.each(Object.keys({ "documents/01-contract.pdf": 0, "history.jsonl": 0, "report.html": 0 }))(
    "%s",
    async (name) => {
      const at = (await entriesOf(sourceOf(bundle))).find((entry) => entry.name === name)?.start ?? -1;
      const changed = Uint8Array.from(bundle);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect((await check(changed)).problems).toContainEqual({ file: name, message: "It was changed." });
      const { [name]: _, ...rest } = files();
      expect((await check(packed(rest))).problems).toContainEqual({ file: name, message: "It is missing." });
    },
  );

  test("a signature that does not fit proves nobody, though its certificate names somebody", async () => {
    const packedWith = (name: string, at: number) => {
      const bytes = Uint8Array.from(files()[name] ?? []);
      const place = at < 0 ? bytes.length + at : at;
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      return check(packed({ ...files(), [name]: bytes }));
    };
    const named = { proven: false, name: expect.stringMatching(/^Countersign SIMULATED seal/) };
    expect((await packedWith(SIGNATURE_FILE, -1)).signer).toMatchObject(named);
    expect((await packedWith("META-INF/ASiCManifest.xml", 80)).signer).toMatchObject(named);
    expect((await packedWith("history.jsonl", 9)).signer).toMatchObject({ proven: true });
  });

  test("an added file", async () => {
    const added = packed({ ...files(), "documents/02-other.pdf": Buffer.from("%PDF") });
    expect((await check(added)).problems).toContainEqual({ file: "documents/02-other.pdf", message: "It was added." });
  });

  test("the same files, packed anew", async () => {
    const [problem] = (await check(zipSync(files(), { level: 0, mtime: "2026-01-01" }))).problems;
    expect(problem).toMatchObject({ file: null, message: expect.stringContaining("packed anew") });
  });

  const x = Buffer.from("xxxx");
  const unread = (message: string) => ({
    ...{ whole: false, signer: null, simulated: null, run: null },
    problems: [{ file: null, message }],
  });

  test.each([
    ["nothing", new Uint8Array()],
    ["something else", Buffer.from("%PDF-1.7 and so on, for long enough to hold a directory's end")],
  ])("%s is no bundle", async (_, bytes) => {
    expect(await check(bytes)).toMatchObject(
      unread("It is no bundle, or its directory was damaged: its files cannot be found in it."),
    );
  });

  test("bytes behind its end, and before its begin, are counted", async () => {
    expect(await check(Buffer.concat([bundle, x]))).toMatchObject(unread("4 bytes were added behind its end."));
    expect(await check(Buffer.concat([bundle, x.subarray(3)]))).toMatchObject(
      unread("1 byte was added behind its end."),
    );
    expect(await check(Buffer.concat([x, bundle]))).toMatchObject(
      unread("4 bytes were added before its directory, or its end was changed."),
    );
  });

  test("one that was cut off, and one that lacks a piece, say so", async () => {
    expect(await check(bundle.subarray(0, -10))).toMatchObject(unread("Its end is missing: it was cut off."));
    const lacking = Buffer.concat([bundle.subarray(0, 1_000), bundle.subarray(1_004)]);
    expect(await check(lacking)).toMatchObject(
      unread("It lacks 4 bytes before its directory, or its end was changed."),
    );
  });
});

test("what is added to the signature's file is noticed, before it or behind it, however much of it, in a container that fits", async () => {
  const files = unzipSync(bundle);
  const signature = files[SIGNATURE_FILE] ?? new Uint8Array();
  const covered = Object.entries(files)
    .filter(([name]) => name !== "mimetype" && !name.startsWith("META-INF/"))
    .map(([name, bytes]) => ({ name, mimeType: mimeTypeIn(files, name), bytes: async () => bytes }));
  const signedWith = async (...parts: readonly Uint8Array[]) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of writeBundle(covered, async () => Buffer.concat(parts))) pieces.push(piece);
    return check(Buffer.concat(pieces));
  };
  expect(await signedWith(signature)).toMatchObject({ whole: true });
  const random = new Random(20261126);
  const lengths = [1, 2, 50_000, ...Array.from({ length: 40 }, () => random.between(1, 5000))];
  const unnoticed: number[] = [];
  for (const length of lengths) {
    const zeros = new Uint8Array(length);
    const noise = Uint8Array.from({ length }, () => random.between(0, 255));
    const added = [
      [signature, zeros],
      [signature, noise],
      [zeros, signature],
      [noise, signature],
    ];
    for (const parts of added) if ((await signedWith(...parts)).whole) unnoticed.push(length);
  }
  expect(unnoticed).toEqual([]);
});

/** As the manifest says. */
function mimeTypeIn(files: Readonly<Record<string, Uint8Array>>, name: string): string {
  const manifest = Buffer.from(files[MANIFEST_FILE] ?? []).toString();
  const [, found = ""] = new RegExp(`URI="${name}"[^>]*MimeType="([^"]*)"`).exec(manifest) ?? [];
  return found;
}

test("a history that does not fit its hashes is reported, though its signature fits", async () => {
  const files = Object.entries(unzipSync(bundle)).filter(
    ([name]) => name !== "mimetype" && !name.startsWith("META-INF/"),
  );
  const forged = files.map(([name, bytes]) => ({
    name,
    mimeType: "application/octet-stream",
    bytes: async () =>
      name === "history.jsonl" ? Buffer.from(Buffer.from(bytes).toString().replaceAll('"alice"', '"mallory"')) : bytes,
  }));
  const pieces: Uint8Array[] = [];
  for await (const piece of writeBundle(forged, async () => new Uint8Array())) pieces.push(piece);
  const { problems } = await check(Buffer.concat(pieces));
  expect(problems).toContainEqual({
    file: "history.jsonl",
    message: expect.stringMatching(/hash chain breaks at event \d/),
  });
});
