import { folded } from "../../port/search.ts";
import type { Connection } from "../connection.ts";
import { type Sql, sql } from "../sql.ts";
import type { Migration } from "./migration.ts";

/** A name of `kind` for every text of a column, for as long as a row has it. */
export const named = (kind: string, table: string, column: string): string => {
  const put = `INSERT INTO names (kind, folded) SELECT '${kind}', new.${column}
      WHERE NOT EXISTS (SELECT 1 FROM names WHERE kind = '${kind}' AND folded = new.${column});`;
  const drop = `DELETE FROM names WHERE kind = '${kind}' AND folded = old.${column}
      AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${column} = old.${column});`;
  return `
    CREATE INDEX ${table}_by_name ON ${table} (${column});
    CREATE TRIGGER ${table}_named AFTER INSERT ON ${table} BEGIN ${put} END;
    CREATE TRIGGER ${table}_renamed AFTER UPDATE OF ${column} ON ${table} WHEN new.${column} <> old.${column}
      BEGIN ${put} ${drop} END;
    CREATE TRIGGER ${table}_unnamed AFTER DELETE ON ${table} BEGIN ${drop} END;
    INSERT INTO names (kind, folded) SELECT DISTINCT '${kind}', ${column} FROM ${table};
  `;
};

/** At a time: a workspace may hold a million rows. */
const ROWS = 1000;

/**
 * What a search finds by a part: each name once, however many rows have it (decision 0438). Triggers keep them, so that no
 * write can forget to.
 */
export const names: Migration = {
  version: 20,
  name: "names",
  script: `
    CREATE TABLE names (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      folded TEXT NOT NULL,
      UNIQUE (kind, folded)
    ) STRICT;
    CREATE VIRTUAL TABLE names_by_part USING fts5(kind, folded, content = 'names', content_rowid = 'id', tokenize = 'trigram');
    INSERT INTO names_by_part (names_by_part, rank) VALUES ('secure-delete', 1);
    CREATE TRIGGER names_in AFTER INSERT ON names BEGIN
      INSERT INTO names_by_part (rowid, kind, folded) VALUES (new.id, new.kind, new.folded);
    END;
    CREATE TRIGGER names_out AFTER DELETE ON names BEGIN
      INSERT INTO names_by_part (names_by_part, rowid, kind, folded) VALUES ('delete', old.id, old.kind, old.folded);
    END;
    ALTER TABLE links ADD COLUMN person TEXT NOT NULL DEFAULT '';
    ALTER TABLE links ADD COLUMN personFolded TEXT NOT NULL DEFAULT '';
    ALTER TABLE documents ADD COLUMN nameFolded TEXT NOT NULL DEFAULT '';
    ALTER TABLE mail ADD COLUMN subjectFolded TEXT NOT NULL DEFAULT '';
    ${named("flow", "drafts", "titleFolded")}
    ${named("run", "instances", "titleFolded")}
    ${named("person", "links", "personFolded")}
    ${named("document", "documents", "nameFolded")}
    ${named("mail", "mail", "subjectFolded")}
    ${named("callback", "callbacks", "type")}
  `,
  // The triggers put the names that this finds.
  fill(db) {
    fillPeople(db);
    fillDocuments(db);
    fillMail(db);
  },
};

function fillPeople(db: Connection): void {
  for (let from = 0; from < last(db, sql`SELECT max(ordinal) AS last FROM links`); from += ROWS) {
    const people = db.all(
      sql`SELECT links.ordinal, p.value ->> 'name' AS name, p.value ->> 'id' AS id, p.value ->> 'email' AS email,
          p.value ->> 'phoneNumber' AS phone
        FROM links
        JOIN instances ON instances.id = links.instanceId
        JOIN events ON events.instance = instances.ordinal AND events.seq = 1
        JOIN json_each(iif(json_valid(events.event), events.event, '{}'), '$.participants') AS p
          ON p.value ->> 'name' = links.participant
        WHERE links.ordinal > ${from} AND links.ordinal <= ${from + ROWS}`,
      ({ ordinal, name, id, email, phone }) => ({ ordinal: Number(ordinal), person: lines(name, id, email, phone) }),
    );
    for (const { ordinal, person } of people)
      db.run(sql`UPDATE links SET person = ${person}, personFolded = ${folded(person)} WHERE ordinal = ${ordinal}`);
  }
}

function fillDocuments(db: Connection): void {
  for (let from = 0; from < last(db, sql`SELECT max(id) AS last FROM documents`); from += ROWS) {
    const documents = db.all(
      sql`SELECT id, title, fileName FROM documents WHERE id > ${from} AND id <= ${from + ROWS}`,
      ({ id, title, fileName }) => ({ id: Number(id), name: folded(lines(title, fileName)) }),
    );
    for (const { id, name } of documents) db.run(sql`UPDATE documents SET nameFolded = ${name} WHERE id = ${id}`);
  }
}

function fillMail(db: Connection): void {
  for (let from = 0; from < last(db, sql`SELECT max(ordinal) AS last FROM mail`); from += ROWS) {
    const mails = db.all(
      sql`SELECT ordinal, subject FROM mail WHERE ordinal > ${from} AND ordinal <= ${from + ROWS} AND subject IS NOT NULL`,
      ({ ordinal, subject }) => ({ ordinal: Number(ordinal), folded: folded(String(subject)) }),
    );
    for (const mail of mails)
      db.run(sql`UPDATE mail SET subjectFolded = ${mail.folded} WHERE ordinal = ${mail.ordinal}`);
  }
}

const last = (db: Connection, query: Sql): number => db.get(query, (row) => Number(row.last)) ?? 0;

/** Each text once: a step of the schema keeps what it did when it was released. */
export const lines = (...texts: readonly unknown[]): string =>
  [...new Set(texts)].filter((text) => typeof text === "string" && text !== "").join("\n");
