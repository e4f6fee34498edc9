import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished } from "vitest";
import {
  createAppKeys,
  createHandlers,
  loadExamples,
  startWebShell,
  type WebShellOptions,
} from "../../src-main/bridge/index.ts";
import type { Host } from "../../src-main/host/types.ts";
import type { BridgeHandlers } from "../../src-shared/bridge/index.ts";
import { EXAMPLES, testWorkspace } from "../harness/workspace.ts";

export interface TestShell {
  readonly host: Host;
  readonly port: number;
  /** Such as `http://127.0.0.1:4100`. */
  readonly origin: string;
  /** Of a page at `origin`. */
  readonly session: string;
  /** Address of a file that `file` finds. */
  fileUrl(path: string): string;
  close(): Promise<void>;
}

interface ShellOptions extends Partial<Pick<WebShellOptions, "timeLimits" | "file" | "log">> {
  /** Puts itself before the real handlers. */
  readonly watch?: (real: BridgeHandlers) => BridgeHandlers;
}

/** The app's server on a workspace of its own, until the test ends. */
export async function openShell(options: ShellOptions = {}): Promise<TestShell> {
  const workspace = await testWorkspace();
  const keys = createAppKeys();
  const info = { version: "0", serviceUrl: "", now: Date.now, fileUrl: keys.fileUrl };
  const real = createHandlers(workspace.host, loadExamples(EXAMPLES), info);
  const rendererDir = path.join(workspace.dir, "renderer");
  mkdirSync(rendererDir);
  writeFileSync(path.join(rendererDir, "index.html"), "<!doctype html>");
  const refuse = () => Promise.reject(new Error("This shell takes no files."));
  const shell = await startWebShell({
    ...{ keys, rendererDir, framed: [], port: 0, uploadFolder: refuse, upload: refuse, importArchive: refuse },
    ...(options.timeLimits && { timeLimits: options.timeLimits }),
    handlers: options.watch?.(real) ?? real,
    onChange: () => () => undefined,
    onNewLink: () => undefined,
    file: options.file ?? (async () => null),
    log: options.log ?? ((_id, where, cause) => expect.fail(`${where}: ${String(cause)}`)),
  });
  let closing: Promise<void> | null = null;
  const close = () => {
    closing ??= shell.close().then(() => workspace.dispose());
    return closing;
  };
  onTestFinished(close);
  const origin = `http://127.0.0.1:${shell.port}`;
  const session = keys.trade(keys.code, origin);
  if (session === null) throw new Error("The app's own code opens no session.");
  return { host: workspace.host, port: shell.port, origin, session, fileUrl: keys.fileUrl, close };
}
