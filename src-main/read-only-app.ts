import { type BridgeHandlers, type ProcedureName, procedures } from "../src-shared/bridge/index.ts";
import type { App, AppOptions } from "./app.ts";
import { createAppKeys, createHandlers, findFile, loadExamples } from "./bridge/index.ts";
import { type AuthorOperations, READ_ONLY } from "./host/index.ts";
import { openWorkspaceReadOnly } from "./host.ts";
import { checkPageIn } from "./workspace/index.ts";

/** What a shell shows a window on where there is no local service: nobody may sign in what is only looked at. */
export type ShownApp = Omit<App, "service">;

/**
 * The app over a workspace that is open for looking and exporting.
 * @throws StoreError where the folder cannot be read
 */
export function openAppReadOnly(
  options: Pick<AppOptions, "dir" | "rendererDir" | "examplesDir" | "version" | "log">,
): ShownApp {
  const host = openWorkspaceReadOnly({ ...options, checkPage: checkPageIn(options.rendererDir) });
  const keys = createAppKeys();
  const { version } = options;
  const info = { version, serviceUrl: "", now: Date.now, readOnly: true, fileUrl: keys.fileUrl };
  return {
    host,
    handlers: readOnlyHandlers(createHandlers(host, loadExamples(options.examplesDir), info)),
    keys,
    framed: [],
    onChange: () => () => undefined,
    uploadFolder: () => host.uploadFolder(),
    upload: refuse,
    importArchive: refuse,
    file: (name) => findFile(host, name),
    close: () => host.close(),
  };
}

const refuse = async () => ({ ok: false, error: { code: "storage_error", message: READ_ONLY } }) as const;

/** Refuses every change. Settings such as the theme apply to the page that asked, and are not stored. */
export function readOnlyHandlers(handlers: BridgeHandlers): BridgeHandlers {
  const guarded = Object.entries(procedures).map(([name, { kind }]) => [
    name,
    kind === "query" ? handlers[name as ProcedureName] : refuse,
  ]);
  return {
    ...(Object.fromEntries(guarded) as BridgeHandlers),
    "settings.set": async () => ({ ok: true, value: {} }),
    "instances.get": async (input) => {
      const answer = await handlers["instances.get"](input);
      if (!answer.ok) return answer;
      const blocked = Object.keys(answer.value.operations).map((operation) => [operation, READ_ONLY]);
      return { ok: true, value: { ...answer.value, operations: Object.fromEntries(blocked) as AuthorOperations } };
    },
  };
}
