import { describe, expect, test } from "vitest";
import type { StoreWrites } from "../../../src-main/store/index.ts";
import { acted, draftRow, instanceRow, jobRow } from "../../fixtures/rows.ts";
import { type OpenStore, subjectOf } from "./opened.ts";

export function transactionContract(open: OpenStore): void {
  describe("transactions", () => {
    const subject = subjectOf(open);

    test("law 3: a write returns what its work returns, and its writes stay", () => {
      const result = subject.write((tx) => {
        tx.settings.set("zone", "Europe/Stockholm");
        return 42;
      });
      expect(result).toBe(42);
      expect(subject.read.settings.get("zone")).toBe("Europe/Stockholm");
    });

    test("law 3: a write that throws leaves nothing, and passes the error on", () => {
      subject.write((tx) => {
        tx.settings.set("zone", "before");
        tx.jobs.put(jobRow("kept"));
      });
      const failure = new Error("mine");
      const attempt = () =>
        subject.write((tx) => {
          tx.settings.set("zone", "after");
          tx.settings.set("new", "after");
          tx.jobs.remove("kept");
          tx.instances.save(instanceRow("i1"));
          tx.events.append("i1", 1, 5, "author", [acted("alice")]);
          tx.drafts.create(draftRow("k1"));
          throw failure;
        });
      expect(attempt).toThrow(failure);
      expect(subject.read.settings.get("zone")).toBe("before");
      expect(subject.read.settings.get("new")).toBeNull();
      expect(subject.read.jobs.get("kept")).toEqual(jobRow("kept"));
      expect(subject.read.instances.count()).toBe(0);
      expect(subject.read.events.load("i1")).toEqual([]);
      expect(subject.read.drafts.list({}).items).toEqual([]);
    });

    test("law 3: a transaction sees its own writes", () => {
      subject.write((tx) => {
        tx.settings.set("a", "1");
        expect(tx.settings.get("a")).toBe("1");
        tx.instances.save(instanceRow("i1"));
        expect(tx.instances.get("i1")).toEqual(instanceRow("i1"));
      });
    });

    test("law 3: a failed savepoint undoes its own writes and leaves the others of the transaction", () => {
      subject.write((tx) => {
        tx.settings.set("first", "kept");
        tx.jobs.put(jobRow("j1", { attempts: 1 }));
        const attempt = () =>
          tx.savepoint(() => {
            tx.settings.set("first", "lost");
            tx.settings.set("second", "lost");
            tx.jobs.put(jobRow("j1", { attempts: 2 }));
            throw new Error("refused");
          });
        expect(attempt).toThrow("refused");
        expect(tx.settings.get("first")).toBe("kept");
        tx.savepoint(() => tx.settings.set("third", "kept"));
      });
      expect(subject.read.settings.get("first")).toBe("kept");
      expect(subject.read.settings.get("second")).toBeNull();
      expect(subject.read.settings.get("third")).toBe("kept");
      expect(subject.read.jobs.get("j1")?.attempts).toBe(1);
    });

    test("law 3: a savepoint in a savepoint is undone with the outer one, and alone", () => {
      subject.write((tx) => {
        expect(() =>
          tx.savepoint(() => {
            tx.savepoint(() => tx.settings.set("inner", "lost"));
            throw new Error("outer");
          }),
        ).toThrow("outer");
        tx.savepoint(() => {
          tx.settings.set("outer", "kept");
          expect(() =>
            tx.savepoint(() => {
              tx.settings.set("inner", "lost");
              throw new Error("inner");
            }),
          ).toThrow("inner");
        });
      });
      expect(subject.read.settings.get("inner")).toBeNull();
      expect(subject.read.settings.get("outer")).toBe("kept");
    });

    test("law 3: savepoints that held are undone when the transaction fails", () => {
      expect(() =>
        subject.write((tx) => {
          tx.savepoint(() => tx.settings.set("a", "lost"));
          throw new Error("late");
        }),
      ).toThrow("late");
      expect(subject.read.settings.get("a")).toBeNull();
    });

    test("law 3: a savepoint returns what its work returns", () => {
      expect(subject.write((tx) => tx.savepoint(() => "done"))).toBe("done");
    });

    test("law 3: work that returns a promise throws and is rolled back", () => {
      const attempt = () =>
        subject.write((tx) => {
          tx.settings.set("a", "lost");
          return Promise.resolve("later");
        });
      expect(attempt).toThrow(/synchronous.*promise.*rolled back/);
      expect(subject.read.settings.get("a")).toBeNull();
    });

    test("law 3: a savepoint whose work returns a promise throws and is rolled back", () => {
      subject.write((tx) => {
        const attempt = () =>
          tx.savepoint(() => {
            tx.settings.set("a", "lost");
            return Promise.resolve("later");
          });
        expect(attempt).toThrow(/promise/);
      });
      expect(subject.read.settings.get("a")).toBeNull();
    });

    test("law 3: a transaction that has ended takes no more writes", () => {
      let leaked: StoreWrites | null = null;
      subject.write((tx) => {
        leaked = tx;
      });
      const tx = leaked as StoreWrites | null;
      expect(() => tx?.settings.set("a", "stray")).toThrow(/outside its transaction/);
      expect(() => tx?.savepoint(() => 1)).toThrow(/outside its transaction/);
      expect(subject.read.settings.get("a")).toBeNull();
    });

    test("law 3: a write inside a write is refused, and the outer one goes on", () => {
      subject.write((tx) => {
        expect(() => subject.write(() => 1)).toThrow(/inside another/);
        tx.settings.set("a", "kept");
      });
      expect(subject.read.settings.get("a")).toBe("kept");
    });

    test("law 3: after a failed write the next one works", () => {
      expect(() =>
        subject.write(() => {
          throw new Error("first");
        }),
      ).toThrow("first");
      subject.write((tx) => tx.settings.set("a", "second"));
      expect(subject.read.settings.get("a")).toBe("second");
    });

    test("a new store has the real clock and the time of its creation", () => {
      expect(subject.read.clocks.list()).toEqual([{ id: "real", name: "Real clock", virtual: false, now: null }]);
      expect(subject.read.settings.get("workspace.created")).toMatch(/^\d{13}$/);
    });
  });
}
