import { describe, expect, test } from "vitest";
import { attemptRow, callbackRow, instanceRow, mailRow, START } from "../../fixtures/rows.ts";
import { type OpenStore, subjectOf, walk } from "./opened.ts";

export function mailContract(open: OpenStore): void {
  describe("mail", () => {
    const subject = subjectOf(open);
    const put = (...rows: ReturnType<typeof mailRow>[]) =>
      subject.write((tx) => {
        for (const row of rows) tx.mail.put(row);
      });
    const list = (filter: object) => subject.read.mail.list(filter).items.map(({ id }) => id);

    test("Mail: a message is listed once however often it is put, as it was first", () => {
      const sms = mailRow("m2", {
        method: "sms",
        kind: "code",
        notification: null,
        to: null,
        subject: null,
        html: null,
      });
      put(mailRow("m1"), sms, mailRow("m1", { subject: "Another" }));
      expect(subject.read.mail.get("m1")).toEqual(mailRow("m1"));
      expect(subject.read.mail.get("m2")).toEqual(sms);
      expect(subject.read.mail.get("m3")).toBeNull();
      expect(list({})).toEqual(["m2", "m1"]);
    });

    test("Mail: the list is newest first, by instance, participant and a part of what was written", () => {
      put(
        mailRow("m1", { participant: "Åsa" }),
        mailRow("m2", { participant: "Bo", subject: "Påminnelse", to: "bo@example.test" }),
        mailRow("m3", { participant: "Bo", instanceId: "i2", text: "Your code is {{code}}" }),
      );
      expect(list({ instanceId: "i1" })).toEqual(["m2", "m1"]);
      expect(list({ participant: "Bo" })).toEqual(["m3", "m2"]);
      subject.write((tx) => tx.instances.save(instanceRow("i2", { accountId: "2" })));
      expect(list({ accountId: "2" })).toEqual(["m3"]);
      expect(list({ accountId: "1" })).toEqual([]);
      expect(list({ participant: "Bo", instanceId: "i2" })).toEqual(["m3"]);
      expect(list({ search: "PÅMINNELSE" })).toEqual(["m2"]);
      expect(list({ search: "bo@" })).toEqual(["m2"]);
      expect(list({ search: "YOUR CODE" })).toEqual(["m3"]);
      expect(list({ search: "åsa" })).toEqual(["m1"]);
      expect(walk((cursor) => subject.read.mail.list({ cursor, limit: 1 })).map(({ id }) => id)).toEqual([
        "m3",
        "m2",
        "m1",
      ]);
      const sort = { by: "time", descending: false } as const;
      const oldest = walk((cursor) => subject.read.mail.list({ sort, cursor, limit: 1 }));
      expect(oldest.map(({ id }) => id)).toEqual(["m1", "m2", "m3"]);
    });

    test("Mail: the outcome is written with its reason, and one for a message that is gone changes nothing", () => {
      put(mailRow("m1"));
      subject.write((tx) => {
        tx.mail.setStatus("m1", "not_delivered", "mailbox full");
        tx.mail.setStatus("gone", "delivered", null);
      });
      expect(subject.read.mail.get("m1")).toEqual(mailRow("m1", { status: "not_delivered", reason: "mailbox full" }));
      expect(list({})).toEqual(["m1"]);
    });
  });
}

export function callbackContract(open: OpenStore): void {
  describe("callbacks", () => {
    const subject = subjectOf(open);
    const put = (...rows: ReturnType<typeof callbackRow>[]) =>
      subject.write((tx) => {
        for (const row of rows) tx.callbacks.put(row);
      });
    const list = (filter: object) => subject.read.callbacks.list(filter).items.map(({ eventId }) => eventId);

    test("Callbacks: an event is read as it was put, and put again in its place", () => {
      const unheard = callbackRow("e2", { url: null, state: "not_configured", nextAttemptAt: null });
      put(callbackRow("e1"), unheard, callbackRow("e1", { attempts: 3 }));
      expect(subject.read.callbacks.get("e1")).toEqual(callbackRow("e1", { attempts: 3 }));
      expect(subject.read.callbacks.get("e2")).toEqual(unheard);
      expect(subject.read.callbacks.get("e3")).toBeNull();
      expect(list({})).toEqual(["e2", "e1"]);
    });

    test("Callbacks: the list is newest first, by instance and state", () => {
      put(
        callbackRow("e1", { state: "dead" }),
        callbackRow("e2", { instanceId: "i2" }),
        callbackRow("e3", { state: "dead", instanceId: "i2" }),
      );
      expect(list({ instanceId: "i2" })).toEqual(["e3", "e2"]);
      expect(list({ state: "dead" })).toEqual(["e3", "e1"]);
      expect(list({ state: "dead", instanceId: "i1" })).toEqual(["e1"]);
      subject.write((tx) => tx.instances.save(instanceRow("i2", { accountId: "2" })));
      expect(list({ accountId: "2", state: "dead" })).toEqual(["e3"]);
      expect(list({ accountId: "1" })).toEqual([]);
      expect(walk((cursor) => subject.read.callbacks.list({ cursor, limit: 2 }))).toHaveLength(3);
    });

    test("Callbacks: the search finds a part of the type, the url or the event id in any case", () => {
      put(
        callbackRow("e1", { type: "custom" }),
        callbackRow("e2", { type: "completed", url: "http://localhost:9/Loans" }),
      );
      expect(list({ search: "CUST" })).toEqual(["e1"]);
      expect(list({ search: "loans" })).toEqual(["e2"]);
      expect(list({ search: "e2" })).toEqual(["e2"]);
      expect(list({ search: "nothing like it" })).toEqual([]);
    });

    test("Callbacks: what an update names is changed, the rest stays", () => {
      put(callbackRow("e1"));
      subject.write((tx) => {
        tx.callbacks.update("e1", { state: "retrying", attempts: 1, nextAttemptAt: START + 5000 });
        tx.callbacks.update("gone", { state: "dead" });
      });
      const expected = callbackRow("e1", { state: "retrying", attempts: 1, nextAttemptAt: START + 5000 });
      expect(subject.read.callbacks.get("e1")).toEqual(expected);
      subject.write((tx) => tx.callbacks.update("e1", { state: "dead", nextAttemptAt: null }));
      expect(subject.read.callbacks.get("e1")?.nextAttemptAt).toBeNull();
    });

    test("Callbacks: attempts are kept in order; one repeated after a crash replaces itself", () => {
      put(callbackRow("e1"), callbackRow("e2"));
      const failed = attemptRow("e1", 1, { status: null, responseHeaders: null, responseBody: null, error: "refused" });
      subject.write((tx) => {
        tx.callbacks.addAttempt(attemptRow("e1", 2));
        tx.callbacks.addAttempt(attemptRow("e1", 1));
        tx.callbacks.addAttempt(failed);
        tx.callbacks.addAttempt(attemptRow("e2", 1));
      });
      expect(subject.read.callbacks.attempts("e1")).toEqual([failed, attemptRow("e1", 2)]);
    });

    test("Callbacks: the latest 20 attempts of an event stay, however often it is sent again", () => {
      put(callbackRow("e1"), callbackRow("e2"));
      subject.write((tx) => {
        tx.callbacks.addAttempt(attemptRow("e2", 1));
        for (let attempt = 1; attempt <= 25; attempt += 1) tx.callbacks.addAttempt(attemptRow("e1", attempt));
      });
      const kept = subject.read.callbacks.attempts("e1").map(({ attempt }) => attempt);
      expect(kept).toEqual(Array.from({ length: 20 }, (_, index) => index + 6));
      expect(subject.read.callbacks.attempts("e2")).toHaveLength(1);
    });

    test("Callbacks: an attempt that outlives its event is not kept", () => {
      subject.write((tx) => tx.callbacks.addAttempt(attemptRow("gone", 1)));
      expect(subject.read.callbacks.attempts("gone")).toEqual([]);
    });

    test("Callbacks: an event put again keeps its attempts", () => {
      put(callbackRow("e1"));
      subject.write((tx) => tx.callbacks.addAttempt(attemptRow("e1", 1)));
      put(callbackRow("e1", { state: "dead" }));
      expect(subject.read.callbacks.attempts("e1")).toHaveLength(1);
    });
  });
}
