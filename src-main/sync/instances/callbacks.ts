import { randomBytes } from "node:crypto";
import { isObject } from "../../../src-shared/language/index.ts";
import { sameSecret } from "../../http/index.ts";
import type { RemoteAccountRow } from "../../store/index.ts";
import { secretRef, type Workspace, write } from "../../workspace/index.ts";
import { remoteIdOf } from "../remote/requests.ts";
import { adoptStart, unknownStarts } from "./adopt.ts";
import { fetchSealed } from "./fetch-sealed.ts";
import { pollInstance } from "./poll.ts";
import { hasRemoteId, type InstanceRun } from "./save-instance.ts";

/** Debounce for callbacks, in wall milliseconds: many callbacks of a run cause one poll. */
const GATHERED = 500;
/** Wall milliseconds until an account that was not reached is asked again. */
const AGAIN = 60_000;
/** Limits per callback: values searched, and ids polled while a start waits for its id. */
const MOST_VALUES = 10_000;
const MOST_ASKED = 8;

interface Given {
  readonly workspace: Workspace;
  /** Work with an account, after what is under way of it. @returns whether it was reached */
  readonly asking: (account: RemoteAccountRow, work: (run: InstanceRun) => Promise<void>) => Promise<boolean>;
}

/** Receives callbacks of accounts and polls the runs they name. Their content is not trusted [Y13]. */
export function accountCallbacks({ workspace, asking }: Given) {
  let closed = false;
  const gathered = new Map<string, { readonly ids: Map<string, Id>; readonly timer: NodeJS.Timeout }>();
  const secretOf = (key: string) => workspace.vault.get(secretRef.remoteCallbacks(key));

  function look(key: string): void {
    if (closed) return;
    const ids = [...(gathered.get(key)?.ids.values() ?? [])];
    gathered.delete(key);
    const account = workspace.reads.remotes.account(key);
    if (account === null) return;
    void asking(account, (run) => lookAtThese(run, ids)).then((reached) => {
      // A run that is known is looked at by the next sync; an id of a start stands nowhere else.
      if (!reached && !closed && unknownStarts({ workspace, account }).length > 0) gather(key, ids, AGAIN);
    });
  }

  function gather(key: string, ids: readonly Id[], within: number): void {
    const now = gathered.get(key) ?? { ids: new Map(), timer: setTimeout(() => look(key), within).unref() };
    gathered.set(key, now);
    for (const id of ids) if (now.ids.size < MOST_VALUES) now.ids.set(id.id, id);
  }

  return {
    /** The secret last segment of an account's callback address, created on first use. */
    async secret({ key }: RemoteAccountRow): Promise<string> {
      const known = secretOf(key);
      if (known !== null) return known;
      const made = randomBytes(32).toString("base64url");
      await write(workspace, "account", key, (tx) =>
        workspace.vault.put(tx, secretRef.remoteCallbacks(key), made, null),
      );
      return made;
    },
    /** @returns whether it is an account's */
    received(secret: string, body: unknown): boolean {
      const account = workspace.reads.remotes.accounts().find(({ key }) => sameSecret(secret, secretOf(key) ?? ""));
      if (account === undefined || secret === "") return false;
      gather(account.key, idsIn(body, account.dialect.names.id), GATHERED);
      return true;
    },
    close(): void {
      closed = true;
      for (const { timer } of gathered.values()) clearTimeout(timer);
      gathered.clear();
    },
  };
}

async function lookAtThese(run: InstanceRun, ids: readonly Id[]): Promise<void> {
  const { remoteInstances } = run.workspace.reads;
  const rowOf = ({ id }: Id) => remoteInstances.byRemoteId(run.account.key, id);
  for (const row of ids.flatMap((id) => rowOf(id) ?? []).filter(hasRemoteId))
    await fetchSealed(run, await pollInstance(run, row));
  const named = ids.filter((id) => id.isNamed && rowOf(id) === null).map(({ id }) => id);
  for (const id of named.slice(0, MOST_ASKED)) if (unknownStarts(run).length > 0) await adoptStart(run, id);
}

interface Id {
  readonly id: string;
  /** Whether its key says that it is one. */
  readonly isNamed: boolean;
}

/** What may be an id in a callback: its shape is the service's own (interface 6). */
function idsIn(body: unknown, idName: string): readonly Id[] {
  const found: Id[] = [];
  const open: (readonly [string, unknown])[] = [["", body]];
  for (let seen = 0; open.length > 0 && seen < MOST_VALUES; seen += 1) {
    const [name, value] = open.pop() ?? ["", null];
    if (Array.isArray(value)) open.push(...value.slice(0, MOST_VALUES).map((item) => [name, item] as const));
    else if (isObject(value)) open.push(...Object.entries(value).slice(0, MOST_VALUES));
    else {
      const id = remoteIdOf(value);
      if (id !== null) found.push({ id, isNamed: name === idName || /id$|instance/i.test(name) });
    }
  }
  return found;
}
