import { ATTEMPTS_KEPT, outboundDropped } from "../port/limits.ts";
import { missing } from "../port/missing.ts";
import { folded } from "../port/search.ts";
import type {
  AccountRow,
  AuditEntry,
  CallbackAttempt,
  CallbackRow,
  CredentialsRow,
  DocumentRow,
  DraftFile,
  DraftRow,
  DraftSummary,
  DraftVersion,
  FolderPlace,
  FolderRow,
  LinkRow,
  MailRow,
  OutboundEntry,
  SessionRow,
  StoreWrites,
} from "../port/types.ts";
import { requireFreeEmail } from "../tables/accounts.ts";
import { changedDraft, newVersion, requireRevision } from "../tables/drafts.ts";
import { requireHome, requireNoHome } from "../tables/folders.ts";
import { searchableMail } from "../tables/mail.ts";
import { descendingPage, type Journal, Table } from "./table.ts";

/** Everything but the running flows themselves. */
export interface Held extends Omit<StoreWrites, "instances" | "events" | "jobs" | "clocks" | "savepoint"> {
  /** Removes what goes with an instance [G11]. */
  removeInstance(id: string): void;
}

/** The account of an instance; null: no such instance. */
type AccountOf = (instanceId: string) => string | null;

export function held(journal: Journal, accountOf: AccountOf): Held {
  const mail = new Table<MailRow>(journal);
  const callbacks = new Table<CallbackRow>(journal);
  const attempts = new Table<CallbackAttempt>(journal);
  const sessions = new Table<SessionRow>(journal);
  const links = new Table<LinkRow>(journal);
  const secrets = new Table<{ readonly sealed: Uint8Array; readonly instanceId: string | null }>(journal);
  const audit = new Table<AuditEntry>(journal);
  const sendingForks = new Table<{ readonly instanceId: string }>(journal);
  const forgetters = [
    forgetter(mail),
    forgetter(callbacks),
    forgetter(sessions),
    forgetter(links),
    forgetter(secrets),
    forgetter(audit),
    forgetter(sendingForks),
  ];
  return {
    drafts: draftsOver(journal),
    documents: documentsOver(journal),
    mail: mailOver(mail, accountOf),
    callbacks: callbacksOver({ callbacks, attempts, sendingForks }, accountOf),
    accounts: accountsOver(journal),
    sessions: {
      get: (tokenHash) => sessions.get(tokenHash),
      put: (row) => sessions.put(row.tokenHash, { ...row }),
      remove: (tokenHash) => sessions.delete(tokenHash),
      removeOfAccount: (accountId) => sessions.deleteWhere((row) => row.accountId === accountId),
      removeExpired: (wallNow) => sessions.deleteWhere((row) => row.wallExpires <= wallNow),
    },
    links: {
      ofInstance: (instanceId) => links.rows((row) => row.instanceId === instanceId),
      get: (instanceId, participantId) => links.get(keyOf(instanceId, participantId)),
      put: (row) => links.put(keyOf(row.instanceId, row.participantId), { ...row }),
    },
    secrets: {
      get: (ref) => secrets.get(ref)?.sealed ?? null,
      put: (ref, sealed, instanceId) => secrets.put(ref, { sealed: new Uint8Array(sealed), instanceId }),
      remove: (ref) => secrets.delete(ref),
    },
    folders: foldersOver(journal),
    settings: settingsOver(journal),
    ledger: ledgerOver(journal, audit),
    removeInstance(id) {
      const callbacksOfInstance = callbacks.rows((row) => row.instanceId === id).map(({ eventId }) => eventId);
      attempts.deleteWhere((row) => callbacksOfInstance.includes(row.eventId));
      for (const forget of forgetters) forget(id);
    },
  };
}

/** Removes the rows of an instance from a table. */
function forgetter<Row extends { readonly instanceId: string | null }>(table: Table<Row>): (id: string) => void {
  return (id) => table.deleteWhere((row) => row.instanceId === id);
}

interface Kept extends DraftVersion {
  readonly draftId: string;
  readonly text: string;
}

function draftsOver(journal: Journal): StoreWrites["drafts"] {
  const drafts = new Table<DraftRow>(journal);
  const versions = new Table<Kept>(journal);
  const files = new Table<DraftFile & { readonly draftId: string }>(journal);
  const record = (draft: DraftRow, origin: DraftVersion["origin"], wallAt = draft.wallModified) =>
    versions.put(keyOf(draft.id, String(draft.revision)), {
      ...newVersion(draft, wallAt, origin),
      draftId: draft.id,
      text: draft.text,
    });
  const change = (id: string, revision: number, changed: Partial<DraftVersion>) => {
    const key = keyOf(id, String(revision));
    const version = versions.get(key);
    if (version !== null) versions.put(key, { ...version, ...changed });
  };
  return {
    get: (id) => drafts.get(id),
    list(filter) {
      const search = folded(filter.search ?? "");
      const found = drafts.rows((row) => {
        if (row.archived !== (filter.archived ?? false)) return false;
        if (filter.accountId !== undefined && row.accountId !== filter.accountId) return false;
        if (filter.folder !== undefined && !inFolder(row, filter.folder)) return false;
        return folded(row.title).includes(search);
      });
      const keyed = found.map((row) => ({ key: [row.wallModified, Number(row.id)], item: summary(row) }));
      return descendingPage("drafts", filter, keyed, 2);
    },
    versions(id, request) {
      const keyed = versions
        .rows((version) => version.draftId === id)
        .map(({ draftId: _, text: _text, ...version }) => ({ key: [version.revision], item: version }));
      return descendingPage("versions", request, keyed, 1);
    },
    version(id, revision) {
      const found = versions.get(keyOf(id, String(revision)));
      if (found === null) return null;
      const { draftId: _, ...version } = found;
      return version;
    },
    create(row) {
      const draft = drafts.add((id) => ({ ...row, id, revision: 1 }));
      record(draft, "created", row.wallCreated);
      return draft;
    },
    update(id, changed, wallAt, { expectedRevision, origin = "edited" } = {}) {
      const before = drafts.get(id);
      if (before === null) throw missing("draft", id);
      requireRevision(before, expectedRevision);
      const after = changedDraft(before, changed, wallAt);
      drafts.put(id, after);
      if (after.text !== before.text) record(after, origin);
      return after;
    },
    file(id) {
      const found = files.get(id);
      if (found === null) return null;
      const { draftId: _, ...file } = found;
      return file;
    },
    ofFile: (path) => files.rows((file) => file.path === path)[0]?.draftId ?? null,
    setFile(id, file) {
      if (drafts.get(id) === null) throw missing("draft", id);
      files.deleteWhere(({ path, draftId }) => path === file.path && draftId !== id);
      files.put(id, { ...file, draftId: id });
    },
    nameVersion: (id, revision, name) => change(id, revision, { name }),
    recount(id, revision, counts) {
      const draft = drafts.get(id);
      if (draft?.revision === revision) drafts.put(id, { ...draft, ...counts });
    },
    markRun(id) {
      const own = versions.rows((version) => version.draftId === id);
      const latest = own.reduce((newest, { revision }) => Math.max(newest, revision), 0);
      change(id, latest, { ran: true });
    },
    removeVersions(id, revisions) {
      for (const revision of revisions) versions.delete(keyOf(id, String(revision)));
    },
    remove(id) {
      versions.deleteWhere((version) => version.draftId === id);
      files.delete(id);
      drafts.delete(id);
    },
  };
}

function summary({ text: _text, goodText: _goodText, ...row }: DraftRow): DraftSummary {
  return row;
}

function documentsOver(journal: Journal): StoreWrites["documents"] {
  const documents = new Table<DocumentRow>(journal, 1000);
  const leaving = new Table<{ readonly sha256: string }>(journal);
  return {
    get: (id) => documents.get(id),
    ofInstance: (instanceId) => documents.rows((row) => row.instanceId === instanceId),
    list: (filter) =>
      documents.page("documents", filter, (row) => {
        if (filter.accountId !== undefined && row.accountId !== filter.accountId) return false;
        return filter.free === undefined || filter.free === (row.instanceId === null);
      }),
    blobUses: (sha256) => documents.rows((row) => row.sha256 === sha256 || row.sealedSha256 === sha256).length,
    anySealed: () => documents.rows((row) => row.sealedSha256 !== null).length > 0,
    isLeaving: (sha256) => leaving.get(sha256) !== null,
    leavingBlobs: () =>
      leaving
        .rows()
        .map(({ sha256 }) => sha256)
        .sort(),
    create: (row) => documents.add((id) => ({ ...row, id })),
    update(id, change) {
      const before = documents.get(id);
      if (before === null) throw missing("document", id);
      documents.put(id, { ...before, ...change });
    },
    remove: (id) => documents.delete(id),
    setLeaving(sha256, isLeaving) {
      if (isLeaving) leaving.put(sha256, { sha256 });
      else leaving.delete(sha256);
    },
  };
}

function mailOver(mail: Table<MailRow>, accountOf: AccountOf): StoreWrites["mail"] {
  return {
    get: (id) => mail.get(id),
    list(filter) {
      const search = folded(filter.search ?? "");
      return mail.page("mail", filter, (row) => {
        if (filter.instanceId !== undefined && row.instanceId !== filter.instanceId) return false;
        if (filter.participant !== undefined && row.participant !== filter.participant) return false;
        if (filter.accountId !== undefined && accountOf(row.instanceId) !== filter.accountId) return false;
        return searchableMail(row).includes(search);
      });
    },
    put(row) {
      if (mail.get(row.id) === null) mail.put(row.id, { ...row });
    },
    setStatus(id, status, reason) {
      const before = mail.get(id);
      if (before !== null) mail.put(id, { ...before, status, reason });
    },
  };
}

interface CallbackTables {
  readonly callbacks: Table<CallbackRow>;
  readonly attempts: Table<CallbackAttempt>;
  readonly sendingForks: Table<{ readonly instanceId: string }>;
}

function callbacksOver(
  { callbacks, attempts, sendingForks }: CallbackTables,
  accountOf: AccountOf,
): StoreWrites["callbacks"] {
  return {
    get: (eventId) => callbacks.get(eventId),
    list(filter) {
      const search = folded(filter.search ?? "");
      return callbacks.page("callbacks", filter, (row) => {
        if (filter.instanceId !== undefined && row.instanceId !== filter.instanceId) return false;
        if (filter.state !== undefined && row.state !== filter.state) return false;
        if (filter.accountId !== undefined && accountOf(row.instanceId) !== filter.accountId) return false;
        return folded(row.eventId, row.type, row.url).includes(search);
      });
    },
    attempts: (eventId) => attempts.rows((row) => row.eventId === eventId).toSorted((a, b) => a.attempt - b.attempt),
    put: (row) => callbacks.put(row.eventId, { ...row }),
    update(eventId, change) {
      const before = callbacks.get(eventId);
      if (before === null) return false;
      callbacks.put(eventId, { ...before, ...change });
      return true;
    },
    addAttempt(attempt) {
      if (callbacks.get(attempt.eventId) === null) return;
      attempts.put(keyOf(attempt.eventId, String(attempt.attempt)), { ...attempt });
      const oldest = attempt.attempt - ATTEMPTS_KEPT;
      attempts.deleteWhere((row) => row.eventId === attempt.eventId && row.attempt <= oldest);
    },
    forkSends: (instanceId) => sendingForks.get(instanceId) !== null,
    setForkSends(instanceId, sends) {
      if (sends) sendingForks.put(instanceId, { instanceId });
      else sendingForks.delete(instanceId);
    },
  };
}

function accountsOver(journal: Journal): StoreWrites["accounts"] {
  const accounts = new Table<AccountRow>(journal);
  const credentials = new Table<CredentialsRow>(journal);
  const byEmail = (email: string) => accounts.rows((row) => folded(row.email) === folded(email))[0] ?? null;
  const required = (id: string) => {
    const row = accounts.get(id);
    if (row === null) throw missing("account", id);
    return row;
  };
  return {
    get: (id) => accounts.get(id),
    byEmail,
    list: () => accounts.rows(),
    credentials: (accountId) => credentials.get(accountId),
    credentialsByToken: (apitoken, accesstoken) =>
      credentials.rows((row) => row.apitoken === apitoken && row.accesstoken === accesstoken)[0] ?? null,
    create(row) {
      requireFreeEmail(row.email, byEmail(row.email));
      return accounts.add((id) => ({ ...row, id }));
    },
    setPassword: (id, passwordHash) => accounts.put(id, { ...required(id), passwordHash }),
    setRecordEndUserInfo: (id, recordEndUserInfo) => accounts.put(id, { ...required(id), recordEndUserInfo }),
    putCredentials: (row) => credentials.put(required(row.accountId).id, { ...row }),
    removeCredentials: (accountId) => credentials.delete(accountId),
  };
}

export const inFolder = ({ folderId }: Pick<DraftRow, "folderId">, { id, home }: FolderPlace) =>
  folderId === id || (home && folderId === null);

function foldersOver(journal: Journal): StoreWrites["folders"] {
  const folders = new Table<FolderRow>(journal);
  const change = (id: string, changed: Partial<FolderRow>) => {
    const before = folders.get(id);
    if (before === null) throw missing("folder", id);
    folders.put(id, { ...before, ...changed });
  };
  const homeOf = (accountId: string) => folders.rows((row) => row.accountId === accountId && row.home)[0] ?? null;
  return {
    get: (id) => folders.get(id),
    home: (accountId) => requireHome(accountId, homeOf(accountId)),
    list: (accountId) => folders.rows((row) => row.accountId === accountId),
    rescheduling: () => folders.rows((row) => row.rescheduling),
    create(row) {
      if (row.home) requireNoHome(row.accountId, homeOf(row.accountId) !== null);
      return folders.add((id) => ({ ...row, id, rescheduling: false }));
    },
    rename: (id, name) => change(id, { name }),
    setRetention: (id, retention) => change(id, { retention, rescheduling: true }),
    endRescheduling: (id) => change(id, { rescheduling: false }),
  };
}

function settingsOver(journal: Journal): StoreWrites["settings"] {
  const settings = new Table<{ readonly key: string; readonly value: string }>(journal);
  return {
    get: (key) => settings.get(key)?.value ?? null,
    set: (key, value) => settings.put(key, { key, value }),
    remove: (key) => settings.delete(key),
  };
}

function ledgerOver(journal: Journal, audit: Table<AuditEntry>): StoreWrites["ledger"] {
  const outbound = new Table<OutboundEntry>(journal);
  return {
    audit: (instanceId) => audit.rows((row) => row.instanceId === instanceId),
    outbound: (request) => outbound.page("outbound", request, () => true),
    addAudit: (entry) => void audit.add(() => ({ ...entry })),
    addOutbound: (entry) =>
      void outbound.add((id) => {
        // Whatever is older went before.
        for (let line = outboundDropped(Number(id)) ?? 0; outbound.get(String(line)) !== null; line -= 1) {
          outbound.delete(String(line));
        }
        return { ...entry };
      }),
  };
}

function keyOf(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}
