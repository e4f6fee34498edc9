import { sourceOf } from "../../../../src-shared/language/index.ts";
import { folded } from "../../port/search.ts";
import { sql } from "../sql.ts";
import { lines, named } from "./0020-names.ts";
import type { Migration } from "./migration.ts";

/** The people that a draft's text names, so that a search finds those of a flow that never ran (decision 0438). */
export const peopleOfDrafts: Migration = {
  version: 24,
  name: "people-of-drafts",
  script: `
    ALTER TABLE drafts ADD COLUMN people TEXT NOT NULL DEFAULT '[]';
    CREATE TABLE draft_people (
      draftId INTEGER NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      personFolded TEXT NOT NULL,
      PRIMARY KEY (draftId, position)
    ) STRICT, WITHOUT ROWID;
    ${named("recipient", "draft_people", "personFolded")}
  `,
  fill(db) {
    for (const id of db.all(sql`SELECT id FROM drafts`, (row) => Number(row.id))) {
      const text = db.get(sql`SELECT goodText FROM drafts WHERE id = ${id}`, ({ goodText }) => String(goodText)) ?? "";
      const people = [...sourceOf(text).reading.participants.values()].map(({ name, id: given, email, phoneNumber }) =>
        lines(name, given === null ? null : String(given.value), email, phoneNumber),
      );
      if (people.length > 0) db.run(sql`UPDATE drafts SET people = ${JSON.stringify(people)} WHERE id = ${id}`);
      for (const [at, person] of people.entries())
        db.run(
          sql`INSERT INTO draft_people (draftId, position, personFolded) VALUES (${id}, ${at}, ${folded(person)})`,
        );
    }
  },
};
