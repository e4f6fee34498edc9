import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { column, type RowOf, rowNumber, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { puttingTallied, removeTallied, tallyIn } from "../database/tallies.ts";
import { missing, requireFound } from "../port/errors.ts";
import { folded } from "../port/search.ts";

const accounts = table(
  "accounts",
  {
    id: column.digits,
    email: column.text,
    name: column.text,
    /** scrypt, with its parameters and salt. */
    passwordHash: column.text,
    twoFactor: column.flag,
    recordEndUserInfo: column.flag,
  },
  { emailFolded: ({ email }) => folded(email) },
);
export type AccountRow = RowOf<typeof accounts>;

const credentials = table("credentials", {
  accountId: column.digits,
  apitoken: column.text,
  accesstoken: column.text,
  sealedApisecret: column.bytes,
  sealedAccesssecret: column.bytes,
});
/** One current set per account; the secrets sealed by the secret box. */
export type CredentialsRow = RowOf<typeof credentials>;

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${accounts.select} WHERE id = ${rowNumber(id)}`, accounts.decode),
    byEmail: (email: string) => db.get(sql`${accounts.select} WHERE emailFolded = ${folded(email)}`, accounts.decode),
    list: () => db.all(sql`${accounts.select} ORDER BY id`, accounts.decode),
    credentials: (accountId: string) =>
      db.get(sql`${credentials.select} WHERE accountId = ${rowNumber(accountId)}`, credentials.decode),
    credentialsByToken: (apitoken: string, accesstoken: string) =>
      db.get(
        sql`${credentials.select} WHERE apitoken = ${apitoken} AND accesstoken = ${accesstoken}`,
        credentials.decode,
      ),
  };
}

export function writes(db: WriteConnection) {
  const read = reads(db);
  const putCredentials = puttingTallied(db, credentials, "accountId");
  return {
    create(row: Omit<AccountRow, "id">): AccountRow {
      // Ignoring case.
      if (read.byEmail(row.email) !== null) throw new Error(`There is already an account for ${row.email}.`);
      const id = String(db.run(accounts.insertNew(row)).id);
      tallyIn(db, "accounts", id);
      return { id, ...row };
    },
    setPassword(id: string, passwordHash: string): void {
      const set = sql`UPDATE accounts SET passwordHash = ${passwordHash} WHERE id = ${rowNumber(id)}`;
      requireFound(db.run(set), "account", id);
    },
    setRecordEndUserInfo(id: string, recorded: boolean): void {
      const set = sql`UPDATE accounts SET recordEndUserInfo = ${recorded} WHERE id = ${rowNumber(id)}`;
      requireFound(db.run(set), "account", id);
    },
    putCredentials(row: CredentialsRow): void {
      if (read.get(row.accountId) === null) throw missing("account", row.accountId);
      putCredentials(row);
    },
    removeCredentials(accountId: string): void {
      const statement = sql`DELETE FROM credentials WHERE accountId = ${rowNumber(accountId)}`;
      removeTallied(db, "credentials", accountId, statement);
    },
  };
}
