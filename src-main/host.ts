import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type BuiltInReceiver,
  builtInReceiver,
  callbackUseCases,
  createSender,
  planLostAttempts,
  type Sender,
} from "./callbacks/index.ts";
import {
  createDocuments,
  type Documents,
  lostCertificate,
  lostFiles,
  makeUploadFolder,
  sha256Hex,
} from "./documents/index.ts";
import { createWriter, Engine, settingKey, uuidV7, type Writer } from "./engine/index.ts";
import { type Change, type Host, type LogEntry, type OpenWorkspaceOptions, READ_ONLY } from "./host/index.ts";
import { handlersOf } from "./job-handlers.ts";
import { Runner } from "./jobs/index.ts";
import {
  createSmtpSender,
  type MailOptions,
  mailboxUseCases,
  postOffice,
  type SmtpSender,
  storedMailRules,
  storedMailServer,
} from "./mail/index.ts";
import {
  beginMaintenance,
  logFailure,
  type Maintenance,
  maintenanceTasks,
  NO_MAINTENANCE,
  UNCOUNTED,
} from "./maintenance.ts";
import type { JobRow, Store } from "./store/index.ts";
import {
  KEY_FILE,
  makeFolder,
  markerProblem,
  openSecretBox,
  openStore,
  openStoreReadOnly,
  type PlaceWatch,
  requireWorkspace,
  StoreError,
  upgradeSentence,
  watchPlace,
} from "./store/index.ts";
import { holdAfterCopy, syncUseCases } from "./sync/index.ts";
import type { Workspace } from "./workspace/index.ts";
import {
  accountUseCases,
  clockUseCases,
  countTimeOut,
  createBlobRemoval,
  createDraftRecheck,
  createFileWatch,
  createRemovedDrafts,
  createRetentionRescheduling,
  createScriptedSeals,
  createSentTimes,
  createTypedDrafts,
  createVault,
  type DraftRecheck,
  documentUseCases,
  draftFileUseCases,
  draftParts,
  draftUseCases,
  evidenceUseCases,
  folderRemoval,
  folderUseCases,
  instanceUseCases,
  jsonSetting,
  ledgerUseCases,
  participantUseCases,
  playUseCases,
  type RetentionRescheduling,
  readOnlySecretBox,
  readTexts,
  requireAccount,
  requireKeys,
  type Seeded,
  sealUseCases,
  searchUseCases,
  secretRef,
  seed,
  settingUseCases,
  stringList,
  syncedDrafts,
  type Vault,
} from "./workspace/index.ts";

export type * from "./host/index.ts";

/**
 * Opens the workspace in a folder, or creates it, and runs the work that fell due while it was closed.
 * @throws StoreError when the folder or its database cannot be used; it says why and what to do, and nothing was changed
 */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<Host> {
  const dir = resolve(options.dir);
  const clockNow = options.clockNow ?? Date.now;
  if (options.existing === true) requireWorkspace(dir);
  makeFolder(dir);
  const store = openStore(dir, {
    now: clockNow,
    onFound(database) {
      requireKeys(dir, database, options.secretBox);
      requireAccount(dir, database);
    },
    onUpgrade: (upgrade) => options.log?.({ level: "info", message: upgradeSentence(upgrade, "workspace") }),
    onOpenToOthers: (message) => options.log?.({ level: "warn", message }),
    onNotCleared: (why) => options.log?.({ level: "warn", message: notCleared(why) }),
  });
  try {
    const secretBox = options.secretBox ?? openSecretBox(join(dir, KEY_FILE));
    const vault = createVault(store.read.secrets, secretBox);
    const { documents } = store.read;
    for (const message of [markerProblem(dir), lostCertificate(dir, documents), lostFiles(dir, documents)])
      if (message !== null) options.log?.({ level: "warn", message });
    const seeded = await seed(store, vault, dir, options);
    return assemble({ ...options, dir, clockNow, secretBox }, store, vault, seeded, true);
  } catch (error) {
    store.close();
    throw error;
  }
}

/**
 * Opens a workspace for looking and exporting: nothing runs and nothing is written, also where it was made by a newer
 * Countersign or is open in another one. Whoever shows it offers nothing that would change it (`readOnlyHandlers`), and the
 * store takes no write.
 * @throws StoreError when the folder or its database cannot be read
 */
export function openWorkspaceReadOnly(options: Pick<OpenWorkspaceOptions, "dir" | "log" | "checkPage">): Host {
  const dir = resolve(options.dir);
  const { read, close } = openStoreReadOnly(dir, {
    newer: true,
    onUpgrade: (upgrade) => options.log?.({ level: "info", message: upgradeSentence(upgrade, "copy") }),
  });
  const store: Store = { read, close, write: refuseToWrite };
  try {
    const secretBox = readOnlySecretBox(dir, read, (message) => options.log?.({ level: "warn", message }));
    const defaultAccountId = read.settings.get(settingKey.defaultAccount) ?? "";
    const vault = createVault(read.secrets, secretBox);
    const asleep = { ...options, dir, clockNow: Date.now, secretBox };
    return assemble(asleep, store, vault, { defaultAccountId, initialPassword: null }, false);
  } catch (error) {
    store.close();
    throw error;
  }
}

function notCleared({ message }: StoreError): string {
  return `Traces of what was deleted may be left in the database until it is closed again: ${message}`;
}

function refuseToWrite(): never {
  throw new StoreError("read_only", READ_ONLY);
}

type Options = OpenWorkspaceOptions & Required<Pick<OpenWorkspaceOptions, "clockNow" | "secretBox">>;

/** Reports of the workspace to its host. */
interface Outside {
  readonly listeners: Set<(change: Change) => void>;
  readonly publish: (change: Change) => void;
  baseUrl: string | null;
  maintenance: Maintenance;
}

/** @param awake whether due work runs. */
function assemble(options: Options, opened: Store, vault: Vault, seeded: Seeded, awake: boolean): Host {
  const listeners = new Set<(change: Change) => void>();
  const outside: Outside = {
    listeners,
    publish: (change) => {
      for (const listener of listeners) listener(change);
    },
    baseUrl: options.baseUrl ?? null,
    maintenance: NO_MAINTENANCE,
  };
  const folder = awake ? watchFolder(options, outside, () => workspace.runner.tryAgain(null)) : null;
  const store = folder === null ? opened : writingInPlace(opened, folder);
  const sender = createSender();
  const smtp = createSmtpSender();
  const receiver = builtInReceiver();
  const documents = createDocuments({
    ...{ dir: options.dir, secretBox: options.secretBox, wallNow: options.clockNow },
    ...(folder === null ? { looking: true } : { place: folder }),
  });
  const workspace = wire({ options, store, vault, seeded, outside, sender, smtp, receiver, documents });
  const rescheduling = createRetentionRescheduling(workspace);
  const log = (entry: LogEntry) => options.log?.(entry);
  const draftRecheck = createDraftRecheck(workspace, (error) => logFailure(log, UNCOUNTED, error));
  if (awake) {
    const tasks = maintenanceTasks({ workspace, rescheduling, draftRecheck, log });
    workspace.runner.open();
    outside.maintenance = beginMaintenance(tasks, log);
  }
  return hostOf(workspace, {
    ...{ options, store, seeded, outside, sender, smtp, receiver, rescheduling, draftRecheck, folder },
  });
}

/** @param onReturn called when the folder is where it was opened again */
function watchFolder({ dir, log }: Options, { publish }: Outside, onReturn: () => void): PlaceWatch {
  return watchPlace(dir, (gone) => {
    const back = `The workspace's folder is at ${dir} again: work goes on.`;
    log?.(gone === null ? { level: "info", message: back } : { level: "error", message: gone.message });
    publish({ kind: "setting", id: "workspace.moved", instanceId: null });
    if (gone === null) onReturn();
  });
}

/** What is written once the folder is known to have moved would lie in a database that the next opening does not find. */
function writingInPlace(store: Store, folder: PlaceWatch): Store {
  return {
    ...store,
    write(work, durability) {
      folder.require();
      return store.write(work, durability);
    },
  };
}

interface Parts {
  readonly options: Options;
  readonly store: Store;
  readonly vault: Vault;
  readonly seeded: Seeded;
  readonly outside: Outside;
  readonly sender: Sender;
  readonly smtp: SmtpSender;
  readonly receiver: BuiltInReceiver;
  readonly documents: Documents;
}

function wire(parts: Parts): Workspace {
  const { options, store, vault, outside, sender, smtp, receiver, documents } = parts;
  const { clockNow } = options;
  const reads = store.read;
  const allowedHosts = () => jsonSetting(reads.settings, settingKey.allowedHosts, stringList, []);
  const newId = () => uuidV7(clockNow());
  const writer: Writer = createWriter(store);
  const mailOptions: MailOptions = {
    clockNow,
    rules: () => storedMailRules(reads.settings),
    sizeOf: (sha256) => statSync(documents.blobs.path(sha256), { throwIfNoEntry: false })?.size ?? 0,
    codeRef: secretRef.code,
    server: () => storedMailServer(reads.settings),
    forkSends: (instanceId) => reads.callbacks.forkSends(instanceId),
  };
  const engine = new Engine({
    ...{ reads, writer, clockNow, newId, mailSender: postOffice(mailOptions) },
    forkSends: mailOptions.forkSends,
    onJobs: (jobs) => runner.offer(jobs),
    onChange: outside.publish,
  });
  const warn = (message: string) => options.log?.({ level: "warn", message });
  const removal = createBlobRemoval({ reads, engine, blobs: documents.blobs, warn });
  const scriptedSeals = createScriptedSeals(reads);
  const runner = new Runner({
    ...{ store, clockNow },
    handlers: handlersOf({
      ...{
        reads,
        engine,
        documents,
        vault,
        scriptedSeals,
        mailOptions,
        sender,
        smtp,
        receiver,
        allowedHosts,
        clockNow,
      },
      ...{ removeBlobs: removal.remove, publish: outside.publish, baseUrl: () => outside.baseUrl, warn },
    }),
    flowNow: (clockId) => engine.now(clockId),
    transact: (work) => engine.transact(work),
    rebuildJobs: async ({ id, instanceId }) => {
      await engine.rebuildJobs(instanceId, new Set([id]));
      await planLostAttempts({ reads, engine, runner });
    },
    log: (message, error) => options.log?.({ level: "error", message, error }),
    warn,
  });
  // No event records a retry of a seal, so the change is published here.
  const publishSeal = ({ kind, instanceId }: JobRow) => {
    if (kind === "seal") outside.publish({ kind: "instance", id: instanceId, instanceId });
  };
  runner.onRan(publishSeal);
  runner.onThrew(publishSeal);
  return {
    ...{ reads, engine, runner, documents, removal, scriptedSeals, vault, clockNow, newId, allowedHosts },
    analyse: readTexts(allowedHosts),
    scripted: new Set(reads.scripts.instanceIds()),
    removedDrafts: createRemovedDrafts(clockNow),
    typedDrafts: createTypedDrafts((key) => {
      const row = reads.drafts.byKey(key);
      if (row !== null) outside.publish({ kind: "draft", id: row.id, instanceId: null });
    }),
    forgottenRuns: new Set(),
    sentTimes: createSentTimes(clockNow, options.steadyNow ?? (() => performance.now())),
    dir: options.dir,
    checkPage: options.checkPage ?? null,
    defaultAccountId: parts.seeded.defaultAccountId,
    timeZone: () => reads.settings.get(settingKey.timeZone) ?? "UTC",
    baseUrl: () => outside.baseUrl,
    publish: outside.publish,
    reconciled: () => outside.maintenance.reconciled,
    sha256: sha256Hex,
  };
}

/** A full disk keeps nobody from opening the workspace; nothing is sent there either, for each request is recorded first. */
function noteFile(log: (entry: LogEntry) => void, note: () => void): void {
  try {
    note();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    logFailure(log, "Whether the workspace was copied could not be noted", error);
  }
}

interface Opened extends Pick<Parts, "options" | "store" | "seeded" | "outside" | "sender" | "smtp" | "receiver"> {
  readonly rescheduling: RetentionRescheduling;
  readonly draftRecheck: DraftRecheck;
  /** null: the workspace is open for looking. */
  readonly folder: PlaceWatch | null;
}

function hostOf(
  workspace: Workspace,
  { options, store, seeded, outside, sender, smtp, receiver, rescheduling, draftRecheck, folder }: Opened,
): Host {
  const { engine, runner, documents } = workspace;
  const watch = createFileWatch(
    (id) => outside.publish({ kind: "draft", id, instanceId: null }),
    (message) => options.log?.({ level: "warn", message }),
  );
  const drafts = draftUseCases(workspace);
  const files = documentUseCases(workspace);
  const folders = { ...folderUseCases(workspace, rescheduling), ...folderRemoval(workspace) };
  const clocks = clockUseCases(workspace, {
    log: (message, error) => options.log?.({ level: "error", message, error }),
    timedOut: countTimeOut(workspace),
  });
  const { plays, instances, participants } = playUseCases(workspace, {
    ...{ drafts, clocks, instances: instanceUseCases(workspace), participants: participantUseCases(workspace) },
  });
  const log = (entry: LogEntry) => options.log?.(entry);
  const parts = { drafts, documents: files, folders, synced: syncedDrafts(workspace) };
  if (folder !== null) noteFile(log, () => holdAfterCopy({ workspace, store, parts }));
  const { sync, close: closeSync } = syncUseCases(workspace, parts, {
    ...(options.remoteWait && { wait: options.remoteWait }),
    ...(options.remotePatience !== undefined && { patience: options.remotePatience }),
    ...(options.remoteGrace !== undefined && { grace: options.remoteGrace }),
    ...(options.remoteTimeout !== undefined && { timeout: options.remoteTimeout }),
    ...(options.remoteReaching && { reaching: options.remoteReaching }),
    ...(options.remoteRests !== undefined && { restsAfter: options.remoteRests }),
    ...{ changes: listen, log },
  });
  let closing: Promise<void> | null = null;

  function listen(listener: (change: Change) => void): () => void {
    outside.listeners.add(listener);
    return () => outside.listeners.delete(listener);
  }

  async function close(): Promise<void> {
    watch.close();
    await closeSync();
    const quiet = runner.close();
    // What is cut off here left its job in the store: the next opening runs it again.
    smtp.close();
    await sender.close();
    await receiver.close();
    await documents.close();
    await quiet;
    await outside.maintenance.done;
    await draftRecheck.ended();
    // After running removals, which still update their list in the store.
    await workspace.removal.ended();
    await engine.drained();
    outside.listeners.clear();
    folder?.close();
    store.close();
  }

  return {
    dir: workspace.dir,
    drafts,
    draftFiles: draftFileUseCases(workspace, draftParts(workspace), watch),
    documents: files,
    instances,
    participants,
    plays,
    search: searchUseCases(store.read),
    mailbox: mailboxUseCases(workspace, smtp),
    callbacks: callbackUseCases(workspace, sender, draftRecheck),
    clocks,
    accounts: accountUseCases(workspace, seeded.initialPassword),
    folders,
    settings: settingUseCases(workspace),
    sync,
    ledger: ledgerUseCases(workspace),
    seal: sealUseCases(workspace),
    evidence: evidenceUseCases(workspace),
    changes: listen,
    moved: () => folder?.moved ?? false,
    async uploadFolder() {
      if (folder === null) return refuseToWrite();
      folder.look();
      return makeUploadFolder(workspace.dir);
    },
    setBaseUrl(url) {
      outside.baseUrl = url;
    },
    async idle() {
      await outside.maintenance.done;
      await draftRecheck.ended();
      await engine.drained();
      await runner.idle(null);
      await engine.drained();
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
