import type { z } from "zod";
import type { NotificationMethod } from "../../../src-shared/flow/index.ts";
import type { MailKind } from "../../../src-shared/mail/index.ts";
import type { local } from "../../../src-shared/service/index.ts";
import type { ReadConnection, WriteConnection } from "../database/connection.ts";
import { isListOf, isNumber, isObjectWith, isText } from "../database/json-shapes.ts";
import { byTime, column, is, page, type RowOf, table } from "../database/row-codec.ts";
import { sql } from "../database/sql.ts";
import type { TimeSorted } from "../port/pages.ts";
import { folded } from "../port/search.ts";
import { ofAccount } from "./instances.ts";

const mail = table(
  "mail",
  {
    id: column.text,
    instanceId: column.text,
    /** The notification of the instance; null for an SMS code. */
    notification: column.integerOrNull,
    participant: column.text,
    method: column.oneOf<NotificationMethod>(),
    kind: column.oneOf<MailKind>(),
    to: column.textOrNull,
    subject: column.textOrNull,
    text: column.text,
    html: column.textOrNull,
    attachments: column.json<readonly { readonly name: string; readonly sha256: string; readonly size: number }[]>(
      isListOf(isObjectWith({ name: isText, sha256: isText, size: isNumber })),
    ),
    /** Reference into the secret store for `{{code}}`. */
    codeRef: column.textOrNull,
    status: column.oneOf<z.output<typeof local.mailSummary>["status"]>(),
    reason: column.textOrNull,
    sentAt: column.instant,
    wallSent: column.integer,
    /** Flow time at which it is read, and its link followed, by the rules of when it was sent; null: no rule said so. */
    readAt: column.instantOrNull,
    clickedAt: column.instantOrNull,
  },
  {
    folded: (row) => folded(row.participant, row.to, row.subject, row.text),
    subjectFolded: ({ subject }) => folded(subject),
  },
);
/** Text and html hold `{{link}}` and `{{code}}` where the secrets go; they are filled in when shown (law 9). */
export type MailRow = RowOf<typeof mail>;

export interface MailFilter extends TimeSorted {
  readonly instanceId?: string;
  readonly participant?: string;
  readonly method?: MailRow["method"];
  readonly kind?: MailRow["kind"];
  readonly status?: MailRow["status"];
  readonly search?: string;
  /** Of the instance. */
  readonly accountId?: string;
}

export function reads(db: ReadConnection) {
  return {
    get: (id: string) => db.get(sql`${mail.select} WHERE id = ${id}`, mail.decode),
    /** Newest first. */
    list(filter: MailFilter) {
      const search = folded(filter.search ?? "");
      const conditions = [
        is("instanceId", filter.instanceId),
        is("participant", filter.participant),
        is("method", filter.method),
        is("kind", filter.kind),
        is("status", filter.status),
        ofAccount(filter.accountId),
        search === "" ? null : sql`instr(folded, ${search}) > 0`,
      ];
      return page(db, filter, { ...mail, ...byTime(mail.name, filter), conditions });
    },
    /** The newest with that subject, folded. */
    about: (subjectFolded: string, most: number) =>
      db.all(
        sql`${mail.select} WHERE subjectFolded = ${subjectFolded} ORDER BY ordinal DESC LIMIT ${most}`,
        mail.decode,
      ),
    /** The newest to one participant of an instance. */
    newestTo: (instanceId: string, participant: string, most: number) =>
      db.all(
        sql`${mail.select} WHERE instanceId = ${instanceId} AND participant = ${participant} ORDER BY ordinal DESC LIMIT ${most}`,
        mail.decode,
      ),
    /** Which of these ids messages have. */
    among: (ids: readonly string[]): ReadonlySet<string> =>
      new Set(
        db.all(sql`SELECT id FROM mail WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`, ({ id }) =>
          String(id),
        ),
      ),
    countOf: (instanceId: string): number =>
      db.get(sql`SELECT count(*) AS n FROM mail WHERE instanceId = ${instanceId}`, ({ n }) => Number(n)) ?? 0,
  };
}

export function writes(db: WriteConnection) {
  return {
    /** Inserting the same id again changes nothing: a mail may be delivered twice, it is listed once. */
    put(row: MailRow): void {
      db.run(sql`${mail.insert(row)} ON CONFLICT (id) DO NOTHING`);
    },
    /** Changes nothing for a mail that went with its instance: a delivery may outlive it. */
    setStatus(id: string, status: MailRow["status"], reason: string | null): void {
      db.run(sql`UPDATE mail SET status = ${status}, reason = ${reason} WHERE id = ${id}`);
    },
  };
}
