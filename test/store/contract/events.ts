import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { ConflictError } from "../../../src-main/store/index.ts";
import { canonicalJson } from "../../../src-shared/flow/index.ts";
import { acted, instanceRow, START } from "../../fixtures/rows.ts";
import { type OpenStore, subjectOf } from "./opened.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

export function eventContract(open: OpenStore): void {
  describe("events", () => {
    const subject = subjectOf(open);
    beforeEach(() => {
      for (const id of ["i1", "i2"]) subject.write((tx) => tx.instances.save(instanceRow(id, { lastSeq: 0 })));
    });
    const append = (id: string, seq: number, ...names: string[]) =>
      subject.write((tx) =>
        tx.events.append(
          id,
          seq,
          START + seq,
          "participant:alice",
          names.map((name) => acted(name)),
        ),
      );

    test("law 3: events are loaded in order, after a seq and up to a limit", () => {
      const appended = [...append("i1", 1, "a", "b"), ...append("i1", 3, "c")];
      append("i2", 1, "other");
      expect(appended.map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(subject.read.events.load("i1")).toEqual(appended);
      expect(subject.read.events.load("i1", 1)).toEqual(appended.slice(1));
      expect(subject.read.events.load("i1", 1, 1)).toEqual(appended.slice(1, 2));
      expect(subject.read.events.load("i1", 3)).toEqual([]);
      expect(subject.read.events.load("unknown")).toEqual([]);
      expect(subject.read.events.last("i1")).toEqual(appended[2]);
      expect(subject.read.events.last("unknown")).toBeNull();
    });

    test("C5: events that are appended together are one decision, named by the first of them", () => {
      append("i1", 1, "a", "b");
      append("i1", 3, "c");
      expect(subject.read.events.load("i1").map(({ decision }) => decision)).toEqual([1, 1, 3]);
    });

    test("law 3: each hash is SHA-256 over the predecessor's and the canonical JSON, from 64 zeros", () => {
      const [first, second] = append("i1", 1, 'Åsa "the" \u2028 signer', "b");
      const entry = (event: unknown, seq: number) =>
        canonicalJson({ seq, recorded: START + 1, by: "participant:alice", event });
      const expectedFirst = sha256(`${"0".repeat(64)}${entry(first?.event, 1)}`);
      expect(first?.hash).toBe(expectedFirst);
      expect(second?.hash).toBe(sha256(`${expectedFirst}${entry(second?.event, 2)}`));
    });

    test("law 3: an event is read byte for byte as it was appended", () => {
      const event = { ...acted("Łukasz \u{1F58B} \u0000 \"'"), signature: { kind: "typed", sha256: "ff" } } as const;
      subject.write((tx) => tx.events.append("i1", 1, START, 'by "quoted"\\', [event]));
      const [read] = subject.read.events.load("i1");
      expect(read?.event).toEqual(event);
      expect(read?.by).toBe('by "quoted"\\');
      expect(subject.read.events.verify("i1").brokenAt).toBeNull();
    });

    test("law 3: who did it is hashed as it is kept, also where half of a character is missing", () => {
      subject.write((tx) => tx.events.append("i1", 1, START, "participant:Bo \ud83d", [acted("Bo \ud83d")]));
      expect(subject.read.events.load("i1")[0]).toMatchObject({ by: "participant:Bo \ufffd" });
      expect(subject.read.events.verify("i1").brokenAt).toBeNull();
    });

    test.each([
      [1, 2],
      [4, 2],
      [0, 2],
    ])("law 3: appending at %d after %d events is a conflict and appends nothing", (seq, present) => {
      append("i1", 1, "a", "b");
      let conflict: unknown = null;
      try {
        append("i1", seq, "c");
      } catch (error) {
        conflict = error;
      }
      expect(conflict).toBeInstanceOf(ConflictError);
      expect((conflict as ConflictError).currentRevision).toBe(present);
      expect(subject.read.events.load("i1")).toHaveLength(present);
    });

    test("law 3: the first event of an instance must be number 1", () => {
      expect(() => append("i1", 2, "a")).toThrow(ConflictError);
    });

    test("law 3: events come after the row of their instance, and not without it", () => {
      expect(() => append("unknown", 1, "a")).toThrow("its row has not been saved");
      expect(append("unknown", 1)).toEqual([]);
      expect(subject.read.events.load("unknown")).toEqual([]);
    });

    test("law 3: appending nothing is allowed and changes nothing", () => {
      append("i1", 1, "a");
      expect(append("i1", 2)).toEqual([]);
      expect(subject.read.events.load("i1")).toHaveLength(1);
    });

    test("law 3: a chain is verified over many pages, and one that ends too early is broken there", () => {
      const names = Array.from({ length: 2500 }, (_, n) => `p${n}`);
      append("i1", 1, ...names);
      expect(subject.read.events.verify("i1")).toEqual({ count: 2500, brokenAt: null });
      expect(subject.read.events.verify("unknown")).toEqual({ count: 0, brokenAt: null });
      subject.write((tx) => tx.instances.save(instanceRow("i1", { lastSeq: 2500 })));
      expect(subject.read.events.verify("i1").brokenAt).toBeNull();
      subject.write((tx) => tx.instances.save(instanceRow("i1", { lastSeq: 2501 })));
      expect(subject.read.events.verify("i1")).toEqual({ count: 2500, brokenAt: 2501 });
    });
  });
}
