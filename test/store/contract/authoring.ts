import { describe, expect, test } from "vitest";
import { ConflictError } from "../../../src-main/store/index.ts";
import { documentRow, draftRow, START } from "../../fixtures/rows.ts";
import { type OpenStore, subjectOf, walk } from "./opened.ts";

const keys = (rows: readonly { readonly key: string }[]): string[] => rows.map(({ key }) => key);

export function draftContract(open: OpenStore): void {
  describe("drafts", () => {
    const subject = subjectOf(open);
    const create = (key: string, change: Parameters<typeof draftRow>[1] = {}) =>
      subject.write((tx) => tx.drafts.create(draftRow(key, change)));

    test("law 5: a draft is created at revision 1 with an id of digits, and read as it was", () => {
      const draft = create("k1", { folderId: "4", format: "json" });
      expect(draft.id).toMatch(/^[1-9]\d*$/);
      expect(draft).toEqual({ ...draftRow("k1", { folderId: "4", format: "json" }), id: draft.id, revision: 1 });
      expect(subject.read.drafts.get(draft.id)).toEqual(draft);
    });

    test.each(["", "0", "abc", "01", "1.0", " 1", "1e0", "99999999999999999999", "-1"])(
      "law 6: '%s' is no draft's id",
      (id) => {
        create("k1");
        expect(subject.read.drafts.get(id)).toBeNull();
      },
    );

    test("law 6: the id of a removed draft is not used again", () => {
      create("k1");
      const second = create("k2");
      subject.write((tx) => tx.drafts.remove(second.id));
      expect(create("k3").id).not.toBe(second.id);
      expect(subject.read.drafts.get(second.id)).toBeNull();
      expect(subject.read.drafts.versions(second.id, {}).items).toEqual([]);
    });

    test("a write counts the revision up, keeps what it does not name, and journals a changed text", () => {
      const { id } = create("k1");
      const renamed = subject.write((tx) => tx.drafts.update(id, { title: "Renamed", warnings: 0 }, START + 1));
      expect(renamed).toEqual({
        ...draftRow("k1"),
        id,
        title: "Renamed",
        warnings: 0,
        revision: 2,
        wallModified: START + 1,
      });
      subject.write((tx) => tx.drafts.update(id, { text: "second", errors: 1 }, START + 2));
      subject.write((tx) => tx.drafts.update(id, { text: "third", goodText: "third", folderId: "2" }, START + 3));
      expect(subject.read.drafts.get(id)).toMatchObject({
        text: "third",
        goodText: "third",
        errors: 1,
        revision: 4,
        folderId: "2",
      });
      const automatic = { ran: false, name: null, source: null };
      expect(subject.read.drafts.versions(id, {}).items).toEqual([
        { ...automatic, revision: 4, wallAt: START + 3, origin: "edited", size: 5 },
        { ...automatic, revision: 3, wallAt: START + 2, origin: "edited", size: 6 },
        { ...automatic, revision: 1, wallAt: START, origin: "created", size: draftRow("k1").text.length },
      ]);
      expect(subject.read.drafts.version(id, 3)).toMatchObject({ revision: 3, text: "second", size: 6 });
      expect(subject.read.drafts.version(id, 2)).toBeNull();
      expect(walk((cursor) => subject.read.drafts.versions(id, { cursor, limit: 1 }))).toHaveLength(3);
    });

    test("a changed companion alone is a version of all three texts", () => {
      const { id } = create("k1", { scenarios: "s" });
      subject.write((tx) => tx.drafts.update(id, { expectations: "e" }, START + 1));
      subject.write((tx) => tx.drafts.update(id, { expectations: "e", archived: true }, START + 2));
      const { text } = draftRow("k1");
      expect(subject.read.drafts.get(id)).toMatchObject({ text, expectations: "e", scenarios: "s", revision: 3 });
      expect(subject.read.drafts.versions(id, {}).items.map(({ revision, size }) => [revision, size])).toEqual([
        [2, text.length + 2],
        [1, text.length + 1],
      ]);
      expect(subject.read.drafts.version(id, 1)).toMatchObject({ text, expectations: "", scenarios: "s" });
    });

    test("problems are counted anew beside the same text alone, which is no write of the author's", () => {
      const { id } = create("k1");
      const counts = { errors: 3, warnings: 2 };
      const before = subject.write((tx) => tx.drafts.update(id, { text: "second" }, START + 1));
      subject.write((tx) => tx.drafts.recount(id, 1, counts));
      expect(subject.read.drafts.get(id)).toEqual(before);
      subject.write((tx) => tx.drafts.recount(id, 2, counts));
      expect(subject.read.drafts.get(id)).toEqual({ ...before, ...counts });
    });

    test("a version is named, marked by a run, and removed; the others stay as they are", () => {
      const { id } = create("k1");
      const other = create("k2");
      subject.write((tx) => tx.drafts.update(id, { text: "second" }, START + 1, { origin: "restored" }));
      subject.write((tx) => tx.drafts.update(id, { text: "third" }, START + 2));
      subject.write((tx) => {
        tx.drafts.nameVersion(id, 2, "As agreed");
        tx.drafts.markRun(id);
      });
      const shown = () => subject.read.drafts.versions(id, {}).items;
      expect(shown().map(({ origin, name, ran }) => [origin, name, ran])).toEqual([
        ["edited", null, true],
        ["restored", "As agreed", false],
        ["created", null, false],
      ]);
      subject.write((tx) => {
        tx.drafts.nameVersion(id, 2, null);
        tx.drafts.removeVersions(id, [1, 3, 9]);
      });
      expect(shown().map(({ revision, name }) => [revision, name])).toEqual([[2, null]]);
      expect(subject.read.drafts.versions(other.id, {}).items).toHaveLength(1);
    });

    test("the file that a draft was opened from is known by either, replaced, and forgotten with the draft", () => {
      const { id } = create("k1");
      const file = { path: "/a/b.flow.yaml", fileSha256: "aa", draftSha256: "bb", documents: { "./c.pdf": "1001" } };
      expect(subject.read.drafts.file(id)).toBeNull();
      subject.write((tx) => tx.drafts.setFile(id, file));
      expect([subject.read.drafts.file(id), subject.read.drafts.ofFile(file.path)]).toEqual([file, id]);
      subject.write((tx) => tx.drafts.setFile(id, { ...file, fileSha256: "cc", documents: {} }));
      expect(subject.read.drafts.file(id)).toEqual({ ...file, fileSha256: "cc", documents: {} });
      const other = create("k2");
      subject.write((tx) => tx.drafts.setFile(other.id, file));
      expect([subject.read.drafts.file(id), subject.read.drafts.ofFile(file.path)]).toEqual([null, other.id]);
      subject.write((tx) => tx.drafts.remove(other.id));
      expect([subject.read.drafts.file(other.id), subject.read.drafts.ofFile(file.path)]).toEqual([null, null]);
      expect(() => subject.write((tx) => tx.drafts.setFile("77", file))).toThrow(/no draft 77/);
    });

    test("a write to a stale revision is a conflict that names the current one and changes nothing", () => {
      const { id } = create("k1");
      subject.write((tx) => tx.drafts.update(id, { text: "second" }, START + 1, { expectedRevision: 1 }));
      let conflict: unknown = null;
      try {
        subject.write((tx) => tx.drafts.update(id, { text: "lost" }, START + 2, { expectedRevision: 1 }));
      } catch (error) {
        conflict = error;
      }
      expect(conflict).toBeInstanceOf(ConflictError);
      expect((conflict as ConflictError).currentRevision).toBe(2);
      expect(subject.read.drafts.get(id)?.text).toBe("second");
      expect(subject.read.drafts.versions(id, {}).items).toHaveLength(2);
    });

    test("a write to a draft that is not there says so", () => {
      expect(() => subject.write((tx) => tx.drafts.update("7", { title: "x" }, START))).toThrow(/no draft 7/);
    });

    test("law 10: the list is last modified first, without texts, and archived ones only when asked for", () => {
      create("a", { wallModified: START + 1 });
      const b = create("b", { wallModified: START + 3 });
      create("c", { wallModified: START + 3, accountId: "2" });
      create("d", { wallModified: START + 9, archived: true });
      const list = subject.read.drafts.list({});
      expect(keys(list.items)).toEqual(["c", "b", "a"]);
      const {
        people: _people,
        text: _text,
        goodText: _goodText,
        expectations: _expectations,
        scenarios: _scenarios,
        ...summary
      } = b;
      expect(list.items[1]).toEqual(summary);
      expect(keys(subject.read.drafts.list({ archived: true }).items)).toEqual(["d"]);
      expect(keys(subject.read.drafts.list({ accountId: "1" }).items)).toEqual(["b", "a"]);
      expect(keys(walk((cursor) => subject.read.drafts.list({ cursor, limit: 1 })))).toEqual(["c", "b", "a"]);
    });

    test("law 10: the list is sorted by title, both ways, page by page", () => {
      create("a", { title: "Ödla" });
      create("b", { title: "lease" });
      create("c", { title: "Åsa", archived: true });
      const sorted = (descending: boolean) =>
        keys(walk((cursor) => subject.read.drafts.list({ sort: { by: "title", descending }, cursor, limit: 1 })));
      expect([sorted(false), sorted(true)]).toEqual([
        ["b", "a"],
        ["a", "b"],
      ]);
    });

    test("the list of a folder; in the home folder is also what names none", () => {
      create("a", { folderId: "7" });
      create("b", { folderId: "8" });
      create("c", { folderId: null });
      const listed = (id: string, home: boolean) =>
        keys(subject.read.drafts.list({ folder: { id, home } }).items).toSorted();
      expect([listed("7", false), listed("8", true)]).toEqual([["a"], ["b", "c"]]);
    });

    test("the search finds a part of the title in any case", () => {
      const { id } = create("a", { title: "Låneavtal" });
      create("b", { title: "NDA" });
      expect(keys(subject.read.drafts.list({ search: "LÅNE" }).items)).toEqual(["a"]);
      subject.write((tx) => tx.drafts.update(id, { title: "Hyra" }, START));
      expect(keys(subject.read.drafts.list({ search: "låne" }).items)).toEqual([]);
      expect(keys(subject.read.drafts.list({ search: "hyra" }).items)).toEqual(["a"]);
    });
  });
}

export function documentContract(open: OpenStore): void {
  describe("documents", () => {
    const subject = subjectOf(open);
    const create = (key: string, change: Parameters<typeof documentRow>[1] = {}) =>
      subject.write((tx) => tx.documents.create(documentRow(key, change)));

    test("law 6: the first document is 1001, and every upload is a new one", () => {
      expect(create("k1")).toEqual({ ...documentRow("k1"), id: "1001" });
      expect(create("k2").id).toBe("1002");
      expect(subject.read.documents.get("1002")).toEqual({ ...documentRow("k2"), id: "1002" });
      expect(subject.read.documents.get("1003")).toBeNull();
      expect(subject.read.documents.get("01001")).toBeNull();
    });

    test("G1: a document is free until an instance holds it, and is listed so", () => {
      const { id } = create("k1");
      create("k2", { accountId: "2" });
      subject.write((tx) => tx.documents.update(id, { instanceId: "i1", name: "contract", state: "in_progress" }));
      expect(subject.read.documents.get(id)).toMatchObject({
        instanceId: "i1",
        name: "contract",
        state: "in_progress",
      });
      expect(keys(subject.read.documents.ofInstance("i1"))).toEqual(["k1"]);
      expect(keys(subject.read.documents.list({ free: true }).items)).toEqual(["k2"]);
      expect(keys(subject.read.documents.list({ free: false }).items)).toEqual(["k1"]);
      expect(keys(subject.read.documents.list({ accountId: "2" }).items)).toEqual(["k2"]);
      expect(keys(walk((cursor) => subject.read.documents.list({ cursor, limit: 1 })))).toEqual(["k2", "k1"]);
      subject.write((tx) => tx.documents.update(id, { instanceId: null, title: "Again" }));
      expect(subject.read.documents.get(id)).toMatchObject({ instanceId: null, title: "Again", name: "contract" });
    });

    test("law 6: a blob counts once for each document that needs it, sealed or not", () => {
      const { id } = create("k1", { sha256: "a" });
      create("k2", { sha256: "a", sealedSha256: "b" });
      create("k3", { sha256: "b", sealedSha256: "b" });
      expect(["a", "b", "c"].map((sha256) => subject.read.documents.blobUses(sha256))).toEqual([2, 2, 0]);
      subject.write((tx) => tx.documents.update(id, { sealedSha256: "c" }));
      subject.write((tx) => tx.documents.remove("1002"));
      expect(["a", "b", "c"].map((sha256) => subject.read.documents.blobUses(sha256))).toEqual([1, 1, 1]);
    });

    test("U5: whether anything was ever sealed is known of the documents that are there", () => {
      const { id } = create("k1");
      expect(subject.read.documents.anySealed()).toBe(false);
      subject.write((tx) => tx.documents.update(id, { sealedSha256: "c" }));
      expect(subject.read.documents.anySealed()).toBe(true);
      subject.write((tx) => tx.documents.remove(id));
      expect(subject.read.documents.anySealed()).toBe(false);
    });

    test("an update of a document that is not there says so", () => {
      expect(() => subject.write((tx) => tx.documents.update("5", { title: "x" }))).toThrow(/no document 5/);
    });
  });
}
