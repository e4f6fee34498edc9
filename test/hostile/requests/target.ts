import { inspect } from "node:util";
import { openApp } from "../../../src-main/app.ts";
import { startAppShell } from "../../../src-main/cli/shell.ts";
import type { Credentials, LogEntry } from "../../../src-main/host/types.ts";
import { verifyWorkspace } from "../../../src-main/verification/index.ts";
import { must } from "../../harness/workspace.ts";

/** The whole app in a process of its own (`node --expose-gc`), with the service's port and the app's. */

export interface Ready {
  readonly baseUrl: string;
  /** The link that is printed for a person, which opens the app once. */
  readonly appUrl: string;
  readonly clockId: string;
  readonly credentials: Credentials;
}
export type FromTarget =
  | { readonly event: "ready"; readonly ready: Ready }
  | { readonly event: "fault"; readonly message: string }
  /** Bytes that are held after garbage collection. */
  | { readonly event: "memory"; readonly held: number }
  | { readonly event: "closed"; readonly problems: readonly string[] };
export type ToTarget = "memory" | "close";

const [dir = "", rendererDir = "", examplesDir = "", email = "", password = ""] = process.argv.slice(2);

function report(message: FromTarget): void {
  process.send?.(message);
}

function log({ level, message, error }: LogEntry): void {
  if (level === "error")
    report({ event: "fault", message: error === undefined ? message : `${message}\n${inspect(error)}` });
}

async function serve(): Promise<void> {
  let clockId = "";
  const app = await openApp({
    ...{ dir, rendererDir, examplesDir, log, version: "0", withExamples: false, servicePort: 0 },
    account: { email, password },
    clock: async (host) => {
      clockId = must(await host.clocks.create({ name: "default", at: Date.UTC(2026, 2, 2, 9) })).id;
      return { virtual: clockId };
    },
  });
  const shell = await startAppShell(app, rendererDir, () => undefined, 0);
  const credentials = must(await app.host.accounts.credentials(app.host.accounts.defaultId));
  process.on("message", (message: ToTarget) => {
    if (message === "memory") {
      globalThis.gc?.();
      const { heapUsed, external, arrayBuffers } = process.memoryUsage();
      report({ event: "memory", held: heapUsed + external + arrayBuffers });
      return;
    }
    void shell
      .close()
      .then(() => app.close())
      .then(() => verifyWorkspace(dir))
      .then(({ problems }) => report({ event: "closed", problems: problems.map(({ message: what }) => what) }))
      .then(() => process.disconnect());
  });
  // Its driver was ended before it.
  process.once("disconnect", () => process.exit());
  report({ event: "ready", ready: { baseUrl: app.service.baseUrl, appUrl: shell.link(), clockId, credentials } });
}

serve().catch((error: unknown) => {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
});
