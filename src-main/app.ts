import type { Result as BridgeResult, ChangeNotice } from "../src-shared/bridge/index.ts";
import { framedBy } from "../src-shared/service/index.ts";
import {
  answer,
  createAppKeys,
  createHandlers,
  findFile,
  importArchive,
  loadExamples,
  viewDocuments,
  type WebShellOptions,
} from "./bridge/index.ts";
import type { PdfSource } from "./documents/index.ts";
import type { Change, DraftDetail, Host, LogEntry, OpenWorkspaceOptions, StartOptions } from "./host/index.ts";
import { openWorkspace } from "./host.ts";
import { type Service, startService } from "./service/index.ts";
import { checkPageIn } from "./workspace/index.ts";

export interface AppOptions {
  /** The workspace's folder; made where there is none. */
  readonly dir: string;
  /** Folder of the built renderer. */
  readonly rendererDir: string;
  /** Folder of the examples that ship. */
  readonly examplesDir: string;
  readonly version: string;
  readonly log: (entry: LogEntry) => void;
  /** Drafts of the examples in a workspace that has not had them yet. */
  readonly withExamples: boolean;
  /** A port that must be had, 0 for any; left out, the one that the workspace had before, else any. */
  readonly servicePort?: number;
  /** The default account, where the workspace is made. */
  readonly account?: OpenWorkspaceOptions["account"];
  /** Remote accounts are kept in sync while it is open [Y3]. */
  readonly syncs?: boolean;
  /** Clock of the instances that are started over HTTP. */
  readonly clock?: (host: Host) => Promise<StartOptions["clock"]>;
}

/** What both shells show a window on: an open workspace, its local service, and the bridge's handlers (law 7). */
export interface App
  extends Pick<WebShellOptions, "handlers" | "onChange" | "keys" | "uploadFolder" | "file" | "framed"> {
  readonly host: Host;
  readonly service: Service;
  upload(name: string, pdf: PdfSource): Promise<BridgeResult<unknown>>;
  importArchive(name: string, zip: PdfSource): Promise<BridgeResult<unknown>>;
  close(): Promise<void>;
}

const SERVICE_PORT = "service.port";
const EXAMPLES_MADE = "app.examples";

/** @throws StoreError where the folder cannot be used; the listen error where no port is free. */
export async function openApp(options: AppOptions): Promise<App> {
  const { log } = options;
  const { account } = options;
  const checkPage = checkPageIn(options.rendererDir);
  const host = await openWorkspace({ dir: options.dir, log, checkPage, ...(account && { account }) });
  try {
    const examples = loadExamples(options.examplesDir);
    if (options.withExamples) await examplesOnce(host, examples, log);
    const service = await startLocalService(host, options);
    if (options.syncs) host.sync.start();
    const keys = createAppKeys();
    const info = { version: options.version, serviceUrl: service.baseUrl, now: Date.now, fileUrl: keys.fileUrl };
    return {
      host,
      service,
      handlers: createHandlers(host, examples, info),
      keys,
      framed: [framedBy(service.port)],
      onChange: (listener) => host.changes((change) => notify(change, listener)),
      uploadFolder: () => host.uploadFolder(),
      upload: (fileName, bytes) => answer(host.documents.upload({ bytes, fileName }), viewDocuments(keys.fileUrl)),
      importArchive: (fileName, archive) => importArchive(host, fileName, archive),
      file: (name) => findFile(host, name),
      async close() {
        await service.close();
        await host.close();
      },
    };
  } catch (cause) {
    await host.close();
    throw cause;
  }
}

/** Decided at the first opening: a workspace that the command line has filled, or given an account, gets none. */
async function examplesOnce(host: Host, examples: ReturnType<typeof loadExamples>, log: AppOptions["log"]) {
  if (host.settings.get(EXAMPLES_MADE) !== null) return;
  const isNew = host.drafts.list({ limit: 1 }).items.length === 0 && host.sync.accounts().length === 0;
  if (isNew) await fillWithExamples(host, examples, log);
  await host.settings.set(EXAMPLES_MADE, isNew ? "yes" : "no");
}

/** A new workspace shows flows that run, so that the first minutes need no manual (promise 1). */
async function fillWithExamples(host: Host, examples: ReturnType<typeof loadExamples>, log: AppOptions["log"]) {
  const drafts: DraftDetail[] = [];
  for (const { name } of examples.list.filter(({ starter }) => starter).reverse()) {
    const made = await examples.import(host, name);
    if (made.ok) drafts.push(made.value);
    else log({ level: "error", message: `The example “${name}” could not be taken in: ${made.error.message}` });
  }
  await host.settings.setExamples(drafts);
}

/** Links in mails hold the service's port: the workspace keeps its own as long as nobody else takes it. */
async function startLocalService(host: Host, options: AppOptions): Promise<Service> {
  const { rendererDir, log, servicePort } = options;
  const clock = await options.clock?.(host);
  const service = await listenWhereBefore({ host, key: SERVICE_PORT, asked: servicePort, log }, (port) =>
    startService({ host, port, rendererDir, log, ...(clock && { clock }) }),
  );
  host.setBaseUrl(service.baseUrl);
  return service;
}

interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

interface Listening {
  readonly host: Host;
  /** The setting that remembers the port. */
  readonly key: string;
  /** A port that must be had, 0 for any; undefined: the remembered one. */
  readonly asked: number | undefined;
  readonly log: AppOptions["log"];
}

/**
 * Listens at the port asked for, else where the workspace listened before, else at any free one. A port that stands in for
 * a taken one is not remembered: addresses from before open again once theirs is free.
 */
export async function listenWhereBefore<T extends Listener>(
  { host, key, asked, log }: Listening,
  listen: (port: number) => Promise<T>,
): Promise<T> {
  const remembered = Number(host.settings.get(key) ?? 0);
  const listening = asked === undefined ? await listenOrStandIn(remembered, listen, log) : await listen(asked);
  try {
    if (remembered === 0 || (asked ?? 0) > 0) await host.settings.set(key, String(listening.port));
    return listening;
  } catch (cause) {
    // Nobody has it yet who could close it, and it would keep the program from ending.
    await listening.close();
    throw cause;
  }
}

async function listenOrStandIn<T>(remembered: number, listen: (port: number) => Promise<T>, log: AppOptions["log"]) {
  return listen(remembered).catch((cause: NodeJS.ErrnoException) => {
    if (remembered === 0 || cause.code !== "EADDRINUSE") throw cause;
    log({
      level: "warn",
      message: `Port ${remembered} is in use by another program: addresses from before do not open until it is free.`,
    });
    return listen(0);
  });
}

function notify(change: Change, listener: (notice: ChangeNotice) => void): void {
  const kind = change.kind === "setting" || change.kind === "folder" ? "settings" : change.kind;
  listener({ kind, id: change.id });
}
