import { join } from "node:path";
import type { HostError, Result } from "../../src-main/host/errors.ts";
import type { Host, LogEntry, OpenWorkspaceOptions } from "../../src-main/host/types.ts";
import { openWorkspace } from "../../src-main/host.ts";
import { copyFolder, temporaryFolder } from "./temporary.ts";

/** A real workspace in a temporary folder of its own, for tests that look at its files: opening it takes processor time. */
export interface ClosedWorkspace {
  readonly dir: string;
  /** What the host logged so far. */
  readonly log: readonly LogEntry[];
  /** The open host, opened where it is not. */
  open(): Promise<Host>;
  /** Where it is open. */
  close(): Promise<void>;
  /** Closes and removes the folder. */
  dispose(): Promise<void>;
}

/** A real workspace in a temporary folder of its own. */
export interface TestWorkspace {
  readonly dir: string;
  /** The open host; after `reopen` the new one. */
  readonly host: Host;
  /** What the host logged so far. */
  readonly log: readonly LogEntry[];
  /** Closes and opens again, as a restart of the app does. */
  reopen(): Promise<Host>;
  /** Closes and removes the folder. */
  dispose(): Promise<void>;
}

export const EXAMPLES = join(import.meta.dirname, "../../resources/examples");

/** A new workspace with its keys, made once for all tests (template.ts); null: with an account or keys of its own. */
const templateFor = ({ account, secretBox }: Partial<OpenWorkspaceOptions>): string | null =>
  account === undefined && secretBox === undefined ? (process.env.COUNTERSIGN_TEST_TEMPLATE ?? null) : null;

/** @param copyOf another closed workspace; null: it is made when it is opened */
export async function closedWorkspace(
  copyOf: string | null,
  options: Partial<OpenWorkspaceOptions> = {},
): Promise<ClosedWorkspace> {
  const { path: dir, remove } = temporaryFolder("test");
  if (copyOf !== null) copyFolder(copyOf, dir);
  const log: LogEntry[] = [];
  let host: Host | null = null;
  const close = async () => {
    await host?.close();
    host = null;
  };
  return {
    dir,
    log,
    close,
    async open() {
      host ??= await openWorkspace({ log: (entry) => log.push(entry), ...options, dir });
      return host;
    },
    async dispose() {
      await close();
      remove();
    },
  };
}

/** @param copyOf a closed workspace to begin with: a new one, or one that is not played again for every test */
export async function testWorkspace(
  options: Partial<OpenWorkspaceOptions> = {},
  copyOf: string | null = templateFor(options),
): Promise<TestWorkspace> {
  const { dir, log, open, close, dispose } = await closedWorkspace(copyOf, options);
  let host = await open();
  return {
    dir,
    log,
    get host() {
      return host;
    },
    async reopen() {
      await close();
      host = await open();
      return host;
    },
    dispose,
  };
}

/** The value of a result that must be ok. @throws with the error's own words. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.error.code}: ${result.error.message}`);
}

/** The error of a result that must be one. */
export function mustFail<T>(result: Result<T>): HostError {
  if (!result.ok) return result.error;
  throw new Error(`Expected an error, got ${JSON.stringify(result.value)}`);
}
