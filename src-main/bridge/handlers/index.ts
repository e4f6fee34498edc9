import { appSettings, type BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/index.ts";
import type { Examples } from "../examples.ts";
import { callbackHandlers } from "./callbacks.ts";
import { draftHandlers } from "./drafts.ts";
import { evidenceHandlers } from "./evidence.ts";
import { instanceHandlers } from "./instances.ts";
import { mailboxHandlers } from "./mailbox.ts";
import { playHandlers } from "./plays.ts";
import { remoteRunHandlers } from "./remote-runs.ts";
import { sealHandlers } from "./seal.ts";
import { serviceHandlers } from "./service.ts";
import { answer, done, ok, runNames, same } from "./shared.ts";
import { syncHandlers } from "./sync.ts";

export interface AppInfo {
  readonly version: string;
  /** Base URL of the local service. */
  readonly serviceUrl: string;
  readonly now: () => number;
  /** The app's own address of a file such as `documents/1001.pdf` (served-files.ts). */
  readonly fileUrl: (path: string) => string;
  /** The workspace is read-only. */
  readonly readOnly?: boolean;
}

/** The host's side of the bridge, the same under Electron and under the headless shell (law 7). */
export function createHandlers(host: Host, examples: Examples, info: AppInfo): BridgeHandlers {
  return {
    ...draftHandlers(host, examples, info.fileUrl),
    ...instanceHandlers(host, info.fileUrl),
    ...playHandlers(host),
    ...mailboxHandlers(host, info.fileUrl),
    ...callbackHandlers(host),
    ...syncHandlers(host, info.serviceUrl),
    ...remoteRunHandlers(host, info.fileUrl),
    ...sealHandlers(host),
    ...evidenceHandlers(host, info.fileUrl),
    "workspace.info": async () =>
      ok({
        name: host.settings.name(),
        folder: host.dir,
        version: info.version,
        serviceUrl: info.serviceUrl,
        timeZone: host.settings.timeZone(),
        realNow: info.now(),
        readOnly: info.readOnly ?? false,
        moved: host.moved(),
        callbackHosts: host.callbacks.allowedHosts(),
      }),
    "search.find": async ({ typed, called }) => {
      const { hits, alike } = host.search.find(typed, called);
      const nameOf = runNames(host, hits);
      return ok({ items: hits.map((hit) => ({ ...hit, ...nameOf(hit.instanceId) })), alike });
    },
    "workspace.setTimeZone": async ({ timeZone }) => done(host.settings.setTimeZone(timeZone)),
    "settings.get": async () => {
      const values: Record<string, string> = {};
      for (const key of appSettings) {
        const value = host.settings.get(`app.${key}`);
        if (value !== null) values[key] = value;
      }
      return ok({ values });
    },
    "settings.set": async ({ key, value }) => done(host.settings.set(`app.${key}`, value)),
    "folders.list": async () => ok({ items: host.folders.list() }),
    "folders.create": async ({ name }) => answer(host.folders.create({ name }), same),
    "folders.rename": async ({ id, name }) => done(host.folders.rename(id, name)),
    "folders.get": async ({ id }) => answer(host.folders.removal(id), same),
    "folders.remove": async ({ id }) => answer(host.folders.remove(id), same),
    "folders.bringBack": async ({ id }) => done(host.folders.bringBack(id)),
    "folders.setRetention": async ({ id, retention }) => done(host.folders.setRetention(id, retention)),
    "folders.previewRetention": async ({ id, retention }) => answer(host.folders.previewRetention(id, retention), same),
    ...serviceHandlers(host, info.serviceUrl),
  };
}
