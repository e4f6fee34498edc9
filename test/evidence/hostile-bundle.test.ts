import { describe, expect, test } from "vitest";
import { nodeCrypto } from "../../src-main/documents/seal/cms.ts";
import { directoryOf, type Source } from "../../src-shared/evidence/container.ts";
import { checkBundle, sourceOf } from "../../src-shared/evidence/index.ts";
import { type BundledFile, bundleOf, filesOf, rowsOf, TYPE } from "../fixtures/bundles.ts";
import { checkSeal } from "../harness/check-seal.ts";

/** Counts what is read: a check of a few bytes must not read gigabytes. */
function counted(bytes: Uint8Array, size = bytes.length) {
  const read = { bytes: 0 };
  const source: Source = {
    size,
    read: async (start, end) => {
      read.bytes += end - start;
      return sourceOf(bytes).read(Math.max(0, start - (size - bytes.length)), end - (size - bytes.length));
    },
  };
  return { source, read };
}

const NO_BUNDLE = [{ file: null, message: expect.stringContaining("It is no bundle") }];

describe("a bundle that somebody made to keep its reader busy is refused by its directory", () => {
  test("files that lie upon each other", async () => {
    const files: readonly BundledFile[] = [TYPE, ["large", "x".repeat(100_000)]];
    const whole = directoryOf(rowsOf(files));
    const row = whole.subarray(whole.length - 22 - 46 - "large".length, whole.length - 22);
    const rows = Buffer.concat([whole.subarray(0, -22), ...Array<Uint8Array>(1_000).fill(row)]);
    const end = Buffer.from(whole.subarray(-22));
    end.writeUInt16LE(1_002, 10);
    end.writeUInt32LE(rows.length, 12);
    const { source, read } = counted(Buffer.concat([filesOf(files), rows, end]));
    expect((await checkBundle(source, nodeCrypto, checkSeal)).problems).toEqual(NO_BUNDLE);
    expect(read.bytes).toBeLessThan(200_000);
  });

  test("a file of 3 GB that a sparse disk holds in no space at all", async () => {
    const directory = directoryOf([{ name: "large", size: 200_000_000, crc: 0 }]);
    const size = 3_000_000_000;
    const claims = Buffer.from(directory);
    for (const at of [20, 24]) claims.writeUInt32LE(size, at);
    claims.writeUInt32LE(size + 35, claims.length - 6);
    const { source, read } = counted(claims, size + 35 + claims.length);
    expect((await checkBundle(source, nodeCrypto, checkSeal)).problems).toEqual(NO_BUNDLE);
    expect(read.bytes).toBeLessThan(1_000);
  });
});

// Compared one by one, they would exceed the time limit of a test.
test("65,000 files are looked up at once", async () => {
  const files = Array.from({ length: 65_000 }, (_, index): BundledFile => [`file-${index}`, ""]);
  expect((await checkBundle(sourceOf(bundleOf(TYPE, ...files)), nodeCrypto, checkSeal)).whole).toBe(false);
});

test("a history whose event is nested without end is named as such", async () => {
  const event = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
  const history = `{"seq":1,"recorded":"2026-01-01T00:00:00Z","by":"x","hash":"y","event":${event}}\n`;
  const run = {
    ...{ format: "countersign-evidence", version: 1, simulated: true, instance: "1", title: "T", status: "completed" },
    ...{ started: "", ended: "", time_zone: "UTC", last_hash: "", events: 1, participants: [], documents: [] },
  };
  const bundle = bundleOf(TYPE, ["run.json", JSON.stringify(run)], ["history.jsonl", history]);
  expect((await checkBundle(sourceOf(bundle), nodeCrypto, checkSeal)).problems).toContainEqual({
    file: "history.jsonl",
    message: "Line 1 of the history is no event.",
  });
});
