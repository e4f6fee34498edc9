import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createBlobStore } from "../../src-main/documents/index.ts";
import { temporaryFolder } from "./harness.ts";

const bytes = Buffer.from("the bytes of a document");
const sha256 = createHash("sha256").update(bytes).digest("hex");

test("a blob lies under its SHA-256 and is read back", async () => {
  const dir = temporaryFolder();
  const blobs = createBlobStore(join(dir, "blobs"));
  expect(await blobs.has(sha256)).toBe(false);
  expect(await blobs.put(bytes)).toBe(sha256);
  expect(blobs.path(sha256)).toBe(join(dir, "blobs", sha256.slice(0, 2), sha256));
  expect(await readFile(blobs.path(sha256))).toEqual(bytes);
  expect(await blobs.read(sha256)).toEqual(bytes);
  expect(await blobs.has(sha256)).toBe(true);
});

test("equal bytes are one file, and no temporary file stays", async () => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  await Promise.all([blobs.put(bytes), blobs.put(bytes), blobs.put(bytes)]);
  expect(await readdir(dirname(blobs.path(sha256)))).toEqual([sha256]);
});

test("a changed blob is an error that names the file, and putting the bytes again heals it", async () => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  await blobs.put(bytes);
  await writeFile(blobs.path(sha256), "the bytes of a documemt");
  await expect(blobs.read(sha256)).rejects.toMatchObject({
    code: "blob_damaged",
    message: expect.stringContaining(blobs.path(sha256)),
  });
  await blobs.put(bytes);
  expect(await blobs.read(sha256)).toEqual(bytes);
});

test("a missing blob is an error, removing one is none", async () => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  await expect(blobs.read(sha256)).rejects.toMatchObject({ code: "blob_missing" });
  await blobs.remove(sha256);
  await blobs.put(bytes);
  await blobs.remove(sha256);
  expect(await blobs.has(sha256)).toBe(false);
});

describe("a blob that is recorded while its last owner leaves", () => {
  const setUp = async () => {
    const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
    const owners = new Set(["the first"]);
    await blobs.put(bytes);
    const leave = (owner: string) => {
      owners.delete(owner);
      return blobs.leaving(sha256, async () => {
        if (owners.size === 0) await blobs.remove(sha256);
      });
    };
    return { blobs, owners, leave, putAgain: () => blobs.put(bytes) };
  };

  test("stays where the recording came first, and goes when nobody needs it", async () => {
    const { blobs, owners, leave, putAgain } = await setUp();
    const step = Promise.withResolvers<void>();
    const recorded = blobs.owning([sha256], putAgain, async () => {
      await step.promise;
      owners.add("the second");
    });
    const left = leave("the first");
    step.resolve();
    await Promise.all([recorded, left]);
    expect(await blobs.has(sha256)).toBe(true);
    await leave("the second");
    expect(await blobs.has(sha256)).toBe(false);
  });

  test("is put again where the removal came first", async () => {
    const { blobs, leave, putAgain } = await setUp();
    const left = leave("the first");
    await blobs.owning([sha256], putAgain, async () => undefined);
    await left;
    expect(await blobs.has(sha256)).toBe(true);
  });

  test("is put again also where both begin in one moment", async () => {
    const { blobs, putAgain } = await setUp();
    const order: string[] = [];
    const left = blobs.leaving(sha256, async () => {
      await blobs.put(Buffer.from("something that takes a while"));
      await blobs.remove(sha256);
      order.push("removed");
    });
    const recorded = blobs.owning([sha256], putAgain, async () => void order.push("recorded"));
    await Promise.all([left, recorded]);
    expect(order).toEqual(["removed", "recorded"]);
    expect(await blobs.has(sha256)).toBe(true);
  });

  test("waits for no other blob, and no other waits for it", async () => {
    const { blobs, leave, putAgain } = await setUp();
    const step = Promise.withResolvers<void>();
    const other = await blobs.put(Buffer.from("another"));
    const recorded = blobs.owning([other], putAgain, () => step.promise);
    await leave("the first");
    expect(await blobs.has(sha256)).toBe(false);
    step.resolve();
    await recorded;
  });

  test("a recording that fails holds nothing up", async () => {
    const { blobs, leave, putAgain } = await setUp();
    const refused = () => Promise.reject(new Error("refused"));
    await expect(blobs.owning([sha256], putAgain, refused)).rejects.toThrow("refused");
    await leave("the first");
    expect(await blobs.has(sha256)).toBe(false);
  });
});

test.each(["../../etc/passwd", "", sha256.toUpperCase(), `${sha256}0`])("%j is no blob's name", async (name) => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  expect(() => blobs.path(name)).toThrow(/no blob's name/);
  await expect(blobs.read(name)).rejects.toMatchObject({ code: "blob_missing" });
});

test("a failed write leaves nothing behind", async () => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  // A folder where the blob belongs: the rename must fail for any user, root too.
  await mkdir(blobs.path(sha256), { recursive: true });
  await expect(blobs.put(bytes)).rejects.toThrow();
  expect(await readdir(dirname(blobs.path(sha256)))).toEqual([sha256]);
});

test("blobs are nobody else's to read", async () => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  await blobs.put(bytes);
  expect((await stat(blobs.path(sha256))).mode & 0o077).toBe(0);
});

test("the path of a blob is given only while its bytes are its own", async () => {
  const blobs = createBlobStore(join(temporaryFolder(), "blobs"));
  await expect(blobs.checkedPath(sha256)).rejects.toMatchObject({ code: "blob_missing" });
  await blobs.put(bytes);
  expect(await blobs.checkedPath(sha256)).toBe(blobs.path(sha256));
  expect(await blobs.checkedPath(sha256)).toBe(blobs.path(sha256));
  await writeFile(blobs.path(sha256), "other bytes");
  await expect(blobs.checkedPath(sha256)).rejects.toMatchObject({ code: "blob_damaged" });
});

test("what a file holds is kept as its bytes are, and heals a damaged blob", async () => {
  const dir = temporaryFolder();
  const blobs = createBlobStore(join(dir, "blobs"));
  const file = join(dir, "document.pdf");
  await writeFile(file, bytes);
  const kept = { sha256, size: bytes.length };
  expect(await blobs.putFile(file)).toEqual(kept);
  expect(await blobs.read(sha256)).toEqual(bytes);
  await writeFile(blobs.path(sha256), "the bytes of a documemt");
  expect(await blobs.putFile(file)).toEqual(kept);
  expect(await blobs.read(sha256)).toEqual(bytes);
  expect(await readdir(dirname(blobs.path(sha256)))).toEqual([sha256]);
});
