import { describe, expect, test } from "vitest";
import {
  type AuditEntry,
  DEFAULT_RETENTION,
  type OutboundEntry,
  type OutboundFilter,
} from "../../../src-main/store/index.ts";
import { accountRow, linkRow, START, sessionRow } from "../../fixtures/rows.ts";
import { type OpenStore, subjectOf, walk } from "./opened.ts";

const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

export function accountContract(open: OpenStore): void {
  describe("accounts, sessions, links and secrets", () => {
    const subject = subjectOf(open);
    const create = (email: string, change = {}) => subject.write((tx) => tx.accounts.create(accountRow(email, change)));
    const credentials = (accountId: string, token = "t") => ({
      accountId,
      apitoken: `api-${token}`,
      accesstoken: `access-${token}`,
      sealedApisecret: bytes(0, 1, 255),
      sealedAccesssecret: bytes(),
    });

    test("an account is found by its id and by its address in any case", () => {
      const first = create("Author@Example.test");
      const second = create("second@example.test", { twoFactor: true, recordEndUserInfo: false });
      expect(first).toEqual({ ...accountRow("Author@Example.test"), id: first.id });
      expect(subject.read.accounts.get(second.id)).toEqual(second);
      expect(subject.read.accounts.byEmail("author@example.TEST")).toEqual(first);
      expect(subject.read.accounts.byEmail("nobody@example.test")).toBeNull();
      expect(subject.read.accounts.get("99")).toBeNull();
      expect(subject.read.accounts.list()).toEqual([first, second]);
    });

    test("an address has one account", () => {
      create("author@example.test");
      expect(() => create("AUTHOR@example.test")).toThrow(/already an account/);
      expect(subject.read.accounts.list()).toHaveLength(1);
    });

    test("a password is replaced, for an account that is there", () => {
      const { id } = create("a@example.test");
      subject.write((tx) => tx.accounts.setPassword(id, "new"));
      expect(subject.read.accounts.get(id)?.passwordHash).toBe("new");
      expect(() => subject.write((tx) => tx.accounts.setPassword("99", "new"))).toThrow(/no account 99/);
    });

    test("U2: recording of end-user info is switched on and off, for an account that is there", () => {
      const { id } = create("a@example.test", { recordEndUserInfo: false });
      for (const recorded of [true, false]) {
        subject.write((tx) => tx.accounts.setRecordEndUserInfo(id, recorded));
        expect(subject.read.accounts.get(id)).toMatchObject({ recordEndUserInfo: recorded, email: "a@example.test" });
      }
      expect(() => subject.write((tx) => tx.accounts.setRecordEndUserInfo("99", true))).toThrow(/no account 99/);
    });

    test("interface 5: one current set of credentials per account, found by both tokens together", () => {
      const { id } = create("a@example.test");
      expect(subject.read.accounts.credentials(id)).toBeNull();
      subject.write((tx) => tx.accounts.putCredentials(credentials(id, "old")));
      subject.write((tx) => tx.accounts.putCredentials(credentials(id)));
      expect(subject.read.accounts.credentials(id)).toEqual(credentials(id));
      expect(subject.read.accounts.credentialsByToken("api-t", "access-t")).toEqual(credentials(id));
      expect(subject.read.accounts.credentialsByToken("api-old", "access-old")).toBeNull();
      expect(subject.read.accounts.credentialsByToken("api-t", "access-old")).toBeNull();
      subject.write((tx) => tx.accounts.removeCredentials(id));
      expect(subject.read.accounts.credentials(id)).toBeNull();
      expect(() => subject.write((tx) => tx.accounts.putCredentials(credentials("99")))).toThrow(/no account 99/);
    });

    test("the sessions of one account are removed together, and those of others stay", () => {
      subject.write((tx) => {
        for (const [hash, accountId] of [
          ["s1", "1"],
          ["s2", "1"],
          ["s3", "2"],
          ["s4", null],
        ] as const)
          tx.sessions.put(sessionRow(hash, { accountId }));
        tx.sessions.removeOfAccount("1");
      });
      const left = ["s1", "s2", "s3", "s4"].filter((hash) => subject.read.sessions.get(hash) !== null);
      expect(left).toEqual(["s3", "s4"]);
    });

    test("a session is kept, renewed, removed, and removed once it has expired", () => {
      const renewed = sessionRow("s1", { wallExpires: START + 2000 });
      subject.write((tx) => {
        tx.sessions.put(sessionRow("s1"));
        tx.sessions.put(renewed);
        tx.sessions.put(sessionRow("s2", { instanceId: null, participant: null, accountId: "1" }));
        tx.sessions.put(sessionRow("s3"));
        tx.sessions.remove("s3");
      });
      expect(subject.read.sessions.get("s1")).toEqual(renewed);
      expect(subject.read.sessions.get("s2")?.accountId).toBe("1");
      expect(subject.read.sessions.get("s3")).toBeNull();
      subject.write((tx) => tx.sessions.removeExpired(START + 1000));
      expect(subject.read.sessions.get("s1")).not.toBeNull();
      expect(subject.read.sessions.get("s2")).toBeNull();
    });

    test("links of an instance come in the order of their making, and one is found by its participant id", () => {
      subject.write((tx) => {
        tx.links.put(linkRow("i1", "zoe", "12"));
        tx.links.put(linkRow("i1", "adam", "11"));
        tx.links.put(linkRow("i2", "adam", "11"));
        tx.links.put({ ...linkRow("i1", "zoe", "12"), secretHash: "renewed" });
      });
      expect(subject.read.links.ofInstance("i1")).toEqual([
        { ...linkRow("i1", "zoe", "12"), secretHash: "renewed" },
        linkRow("i1", "adam", "11"),
      ]);
      expect(subject.read.links.get("i2", "11")).toEqual(linkRow("i2", "adam", "11"));
      expect(subject.read.links.get("i2", "12")).toBeNull();
    });

    test("law 9: a secret is kept as the bytes it was given, replaced and removed", () => {
      const given = bytes(0, 255, 7);
      subject.write((tx) => tx.secrets.put("ref", given, null));
      given[0] = 9;
      expect(subject.read.secrets.get("ref")).toEqual(bytes(0, 255, 7));
      subject.write((tx) => tx.secrets.put("ref", bytes(1), "i1"));
      expect(subject.read.secrets.get("ref")).toEqual(bytes(1));
      subject.write((tx) => tx.secrets.remove("ref"));
      expect(subject.read.secrets.get("ref")).toBeNull();
    });
  });
}

export function workspaceContract(open: OpenStore): void {
  describe("folders, settings and the ledger", () => {
    const subject = subjectOf(open);
    const folder = (accountId: string, home: boolean) => ({ accountId, name: "F", home, retention: DEFAULT_RETENTION });

    test("interface 2.3: a folder keeps its retention, in days or unset; a new one has nothing set", () => {
      expect(DEFAULT_RETENTION).toEqual({
        delete_trashed: null,
        trash_completed: null,
        trash_failed: null,
        trash_timed_out: null,
      });
      const { id } = subject.write((tx) => tx.folders.create(folder("1", false)));
      const changed = { delete_trashed: null, trash_completed: 90, trash_failed: 1, trash_timed_out: 3650 };
      subject.write((tx) => tx.folders.setRetention(id, changed));
      const changing = { ...folder("1", false), id, retention: changed, rescheduling: true };
      expect(subject.read.folders.get(id)).toEqual(changing);
      expect(subject.read.folders.rescheduling()).toEqual([changing]);
      subject.write((tx) => tx.folders.endRescheduling(id));
      expect(subject.read.folders.get(id)).toEqual({ ...changing, rescheduling: false });
      expect(subject.read.folders.rescheduling()).toEqual([]);
      expect(() => subject.write((tx) => tx.folders.setRetention("99", changed))).toThrow(/no folder 99/);
      expect(subject.read.folders.get("99")).toBeNull();
    });

    test("a folder is renamed, and keeps all else", () => {
      const made = subject.write((tx) => tx.folders.create(folder("1", false)));
      subject.write((tx) => tx.folders.rename(made.id, "Leases"));
      expect(subject.read.folders.get(made.id)).toEqual({ ...made, name: "Leases" });
      expect(() => subject.write((tx) => tx.folders.rename("99", "Leases"))).toThrow(/no folder 99/);
    });

    test("an account has one home folder, which the host makes", () => {
      expect(() => subject.read.folders.home("1")).toThrow(/home folder of the account 1 is missing/);
      const home = subject.write((tx) => tx.folders.create(folder("1", true)));
      const other = subject.write((tx) => tx.folders.create(folder("1", false)));
      subject.write((tx) => tx.folders.create(folder("2", true)));
      expect(subject.read.folders.home("1")).toEqual(home);
      expect(subject.read.folders.list("1")).toEqual([home, other]);
      expect(() => subject.write((tx) => tx.folders.create(folder("1", true)))).toThrow(/already has a home folder/);
    });

    test("a setting is text under a key, null until it is set", () => {
      expect(subject.read.settings.get("zone")).toBeNull();
      subject.write((tx) => {
        tx.settings.set("zone", "UTC");
        tx.settings.set("zone", "");
      });
      expect(subject.read.settings.get("zone")).toBe("");
    });

    test("a setting is removed, and removing what was never set is no error", () => {
      subject.write((tx) => {
        tx.settings.set("left.a", "");
        tx.settings.remove("left.a");
        tx.settings.remove("never set");
      });
      expect(subject.read.settings.get("left.a")).toBeNull();
    });

    test("G4: refused commands of an instance are kept in the order in which they came", () => {
      const entry = (instanceId: string, command: string): AuditEntry => ({
        instanceId,
        wallAt: START,
        by: "participant:alice",
        command,
        code: "document_state_error",
        message: "Alice has signed already.",
      });
      subject.write((tx) => {
        tx.ledger.addAudit(entry("i1", "act"));
        tx.ledger.addAudit(entry("i2", "act"));
        tx.ledger.addAudit(entry("i1", "act"));
        tx.ledger.addAudit(entry("i1", "cancel"));
      });
      expect(subject.read.ledger.audit("i1").map(({ command }) => command)).toEqual(["act", "act", "cancel"]);
      expect(subject.read.ledger.audit("i2")).toEqual([entry("i2", "act")]);
    });

    test("law 8: everything that left the machine is listed, newest first, in pages", () => {
      const entry = (target: string): OutboundEntry => ({ wallAt: START, kind: "callback", target, result: "200" });
      subject.write((tx) => {
        for (const target of ["a", "b", "c"]) tx.ledger.addOutbound(entry(target));
      });
      expect(subject.read.ledger.outbound({}).items[0]).toEqual(entry("c"));
      expect(walk((cursor) => subject.read.ledger.outbound({ cursor, limit: 2 })).map(({ target }) => target)).toEqual([
        "c",
        "b",
        "a",
      ]);
    });

    test("Y16: of the requests to accounts those that may change something there are listed alone, in pages", () => {
      const targets = [
        "GET http://a",
        "POST http://a",
        "GET http://b",
        "DELETE http://a",
        "PATCH http://a",
        "GET http://c",
      ];
      subject.write((tx) => {
        for (const target of targets) tx.ledger.addOutbound({ wallAt: START, kind: "account", target, result: "200" });
        tx.ledger.addOutbound({ wallAt: START, kind: "callback", target: "http://d", result: "200" });
      });
      const written = (filter: OutboundFilter) =>
        walk((cursor) => subject.read.ledger.outbound({ ...filter, cursor, limit: 2 })).map(({ target }) => target);
      const writes = { kind: "account", writes: true } as const;
      expect(written(writes)).toEqual(["PATCH http://a", "DELETE http://a", "POST http://a"]);
      const oldest = { sort: { by: "time", descending: false } } as const;
      expect(written({ ...writes, ...oldest })).toEqual(["POST http://a", "DELETE http://a", "PATCH http://a"]);
      expect(written({ kind: "account" }).length).toBe(targets.length);
    });
  });
}
