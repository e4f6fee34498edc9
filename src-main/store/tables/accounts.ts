import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { replaceAllBut, rowNumber, rowShape } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import { missing } from "../port/missing.ts";
import { folded } from "../port/search.ts";
import type { AccountReads, AccountRow, AccountWrites, CredentialsRow } from "../port/types.ts";

const columnsOfNew = {
  email: "plain",
  name: "plain",
  passwordHash: "plain",
  twoFactor: "flag",
  recordEndUserInfo: "flag",
} as const;
const newShape = rowShape<Omit<AccountRow, "id">>(columnsOfNew);
const shape = rowShape<AccountRow>({ id: "digits", ...columnsOfNew });

const credentialsShape = rowShape<CredentialsRow>({
  accountId: "digits",
  apitoken: "plain",
  accesstoken: "plain",
  sealedApisecret: "bytes",
  sealedAccesssecret: "bytes",
});

export function reads(db: ReadConnection): AccountReads {
  return {
    get: (id) => db.get(sql`SELECT ${shape.names} FROM accounts WHERE id = ${rowNumber(id)}`, shape.decode),
    byEmail: (email) =>
      db.get(sql`SELECT ${shape.names} FROM accounts WHERE emailFolded = ${folded(email)}`, shape.decode),
    list: () => db.all(sql`SELECT ${shape.names} FROM accounts ORDER BY id`, shape.decode),
    credentials: (accountId) =>
      db.get(
        sql`SELECT ${credentialsShape.names} FROM credentials WHERE accountId = ${rowNumber(accountId)}`,
        credentialsShape.decode,
      ),
    credentialsByToken: (apitoken, accesstoken) =>
      db.get(
        sql`SELECT ${credentialsShape.names} FROM credentials
          WHERE apitoken = ${apitoken} AND accesstoken = ${accesstoken}`,
        credentialsShape.decode,
      ),
  };
}

export function writes(db: WriteConnection): AccountWrites {
  const read = reads(db);
  const replaced = replaceAllBut(credentialsShape, "accountId");
  return {
    create(row) {
      requireFreeEmail(row.email, read.byEmail(row.email));
      const { id } = db.run(sql`INSERT INTO accounts (emailFolded, ${newShape.names})
        VALUES (${folded(row.email)}, ${newShape.values(row)})`);
      return { id: String(id), ...row };
    },
    setPassword(id, passwordHash) {
      const { changes } = db.run(sql`UPDATE accounts SET passwordHash = ${passwordHash} WHERE id = ${rowNumber(id)}`);
      if (changes === 0) throw missing("account", id);
    },
    setRecordEndUserInfo(id, recorded) {
      const { changes } = db.run(
        sql`UPDATE accounts SET recordEndUserInfo = ${recorded ? 1 : 0} WHERE id = ${rowNumber(id)}`,
      );
      if (changes === 0) throw missing("account", id);
    },
    putCredentials(row) {
      if (read.get(row.accountId) === null) throw missing("account", row.accountId);
      db.run(sql`INSERT INTO credentials (${credentialsShape.names}) VALUES (${credentialsShape.values(row)})
        ON CONFLICT (accountId) DO UPDATE SET ${replaced}`);
    },
    removeCredentials(accountId) {
      db.run(sql`DELETE FROM credentials WHERE accountId = ${rowNumber(accountId)}`);
    },
  };
}

/** @throws when another account has the address, in whatever case it is written. */
export function requireFreeEmail(email: string, taken: AccountRow | null): void {
  if (taken !== null) throw new Error(`There is already an account for ${email}.`);
}
