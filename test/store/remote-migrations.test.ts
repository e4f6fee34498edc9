import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Connection } from "../../src-main/store/database/connection.ts";
import { migrate } from "../../src-main/store/database/migrate.ts";
import { migrations } from "../../src-main/store/database/migrations/index.ts";
import { sql } from "../../src-main/store/database/sql.ts";
import { sqliteStore } from "../../src-main/store/database/sqlite-store.ts";
import { untallied } from "../../src-main/store/database/tallies.ts";
import type {
  RemoteCommandRow,
  RemoteFileRow,
  RemoteInstanceRow,
} from "../../src-main/store/tables/remote-instances.ts";
import { unsent } from "../../src-main/sync/drafts/mappings.ts";
import { countersignRemote } from "../../src-shared/dialect/index.ts";
import { temporaryFolder } from "../harness/temporary.ts";

const nothing = (): void => undefined;

function database(): Connection {
  const folder = temporaryFolder("store-remotes");
  onTestFinished(() => folder.remove());
  return new Connection(path.join(folder.path, "countersign.db"));
}

test("steps 17 and 18 make room for remote accounts and what is bound to them", () => {
  const db = database();
  migrate(db, migrations.slice(0, 16), nothing);
  migrate(db, migrations, nothing);
  const { read, write } = sqliteStore(db, nothing);
  const parts = { list: true, remove: true, etag: null, marks: null, upload: true, files: true, folders: false };
  const account = {
    ...{ key: "a1", name: "Bank", accountId: "1", baseUrl: "https://bank.example", dialect: countersignRemote },
    ...{
      level: "full" as const,
      parts,
      apiVersion: null,
      retention: null,
      stopped: null,
      wallCreated: 1,
      wallContact: 2,
    },
  };
  const mapping = unsent("a1", "k1", 3);
  write((tx) => {
    tx.remotes.create(account);
    tx.remotes.putMapping(mapping);
    tx.remotes.putMapping({ ...mapping, remoteId: "7", state: "up_to_date" });
  });
  expect(read.remotes.accountByName("BANK")).toEqual(account);
  expect(read.remotes.ofDraft("k1")).toEqual({ ...mapping, remoteId: "7", state: "up_to_date" });
  write((tx) => tx.remotes.remove("a1"));
  expect([read.remotes.accounts(), read.remotes.ofDraft("k1")]).toEqual([[], null]);
  db.close();
});

test("step 19 makes room for runs of remote accounts, their files and commands", () => {
  const db = database();
  migrate(db, migrations.slice(0, 18), nothing);
  const { calls, names } = countersignRemote;
  const before = { ...countersignRemote, calls: { drafts: null, draft: calls.draft }, names: { id: names.id } };
  const { accessLink: _later, instanceFields: _also, ...dialect } = before;
  db.write(() =>
    db.run(sql`INSERT INTO remote_accounts VALUES ('a0', 'Old', 'old', '1', 'https://old.example', ${JSON.stringify(dialect)},
    'known', '{}', NULL, NULL, 1, 2)`),
  );
  migrate(db, migrations, nothing);
  const { read, write } = sqliteStore(db, nothing);
  const sent = {
    kind: "startInstance",
    draftId: null,
    fields: { title: "Loan" },
    documents: ["d1"],
    wallAt: 1,
  } as const;
  const run: RemoteInstanceRow = {
    ...{
      key: "r1",
      accountKey: "a1",
      remoteId: null,
      draftKey: "k1",
      title: "Loan",
      state: "starting",
      why: null,
      sent,
    },
    ...{ seen: null, looks: 0, wallCreated: 1, wallLooked: null, wallNext: 2 },
  };
  const sealed: RemoteFileRow = {
    ...{ instanceKey: "r1", documentId: "d1", sha256: "aa", size: 3, valid: true },
    ...{ signer: "Bank", signedAt: null, reason: null },
  };
  const command: RemoteCommandRow = {
    ...{ key: "c1", instanceKey: "r1", ordinal: 1, command: { kind: "prolong", days: 7 }, state: "waiting", why: null },
    ...{ timeoutBefore: null, wallCreated: 3, wallSent: null },
  };
  const spelled = read.remotes.account("a0")?.dialect;
  expect(spelled).toMatchObject({ accessLink: countersignRemote.accessLink, instanceFields: {} });
  expect(spelled?.calls).toMatchObject({ drafts: null, startInstance: calls.startInstance });
  expect(spelled?.calls.trashedInstance).toEqual(calls.trashedInstance);
  const known = { ...run, remoteId: "i1", state: "up_to_date", sent: null } as const;
  write((tx) => {
    tx.remoteInstances.put(run);
    tx.remoteInstances.put(known);
    tx.remoteInstances.putFile(sealed);
    tx.remoteInstances.putCommand(command);
  });
  expect(read.remoteInstances.byRemoteId("a1", "i1")).toEqual(known);
  expect([read.remoteInstances.files("r1"), read.remoteInstances.commands("r1")]).toEqual([[sealed], [command]]);
  expect(read.documents.blobUses("aa")).toBe(1);
  write((tx) => tx.remoteInstances.remove("r1"));
  expect([read.remoteInstances.ofAccount("a1"), read.remoteInstances.files("r1")]).toEqual([[], []]);
  expect([read.remoteInstances.command("c1"), read.documents.blobUses("aa")]).toEqual([null, 0]);
  db.close();
});

test("step 27 gives each change of a remote run a row, of which the latest are kept", () => {
  const db = database();
  const before = migrations.filter(({ version }) => version < 27);
  migrate(db, before, nothing);
  const change = (n: number) =>
    ({ what: "stage", name: null, before: `${n}`, after: `${n + 1}`, from: n, to: n }) as const;
  const seen = (json: string, key: string) =>
    sql`INSERT INTO remote_instances ("key", accountKey, title, state, changes, looks, wallCreated, wallNext)
      VALUES (${key}, 'a1', 'Loan', 'up_to_date', ${json}, 0, 1, 2)`;
  db.write(() => {
    db.run(seen(JSON.stringify([change(1), change(2)]), "r1"));
    db.run(seen("[{", "r2"));
  });
  migrate(db, migrations, nothing);
  const { read, write } = sqliteStore(db, nothing);
  const [kept, damaged] = ["r1", "r2"].map((key) => read.remoteInstances.changes(key));
  expect([kept, damaged]).toEqual([[change(1), change(2)], []]);
  const isTallied = () =>
    expect(untallied(db, "remote_changes", [], () => [])).toMatchObject({ explained: true, foreign: [] });
  isTallied();
  write((tx) => tx.remoteInstances.addChanges("r1", [change(3), change(4)], 3));
  expect(read.remoteInstances.changes("r1")).toEqual([change(2), change(3), change(4)]);
  isTallied();
  write((tx) => tx.remoteInstances.remove("r1"));
  expect(read.remoteInstances.changes("r1")).toEqual([]);
  isTallied();
  db.close();
});
