import { hash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { keyedMutex } from "../../basics/index.ts";
import type { AccountSummary, AccountUseCases, Credentials, OpenedSession } from "../../host/index.ts";
import { fail, ok, type Result } from "../../host/index.ts";
import type { AccountRow, CredentialsRow, SessionRow, StoreWrites } from "../../store/index.ts";
import { DEFAULT_RETENTION } from "../../store/index.ts";
import { hashSecret, randomSecret } from "../secrets/index.ts";
import { errorsAsValues, type Workspace, write } from "../workspace.ts";

/** Authors' accounts, their credentials, and the sessions of authors and participants (docs/ids.md, Who may). */
export function accountUseCases(workspace: Workspace, initialPassword: string | null): AccountUseCases {
  const { reads } = workspace;
  const authenticator = createAuthenticator(workspace);
  const changed = {
    committed: () => {
      authenticator.forget();
      workspace.publish({ kind: "setting", id: "accounts", instanceId: null });
    },
  };
  const answering = errorsAsValues<Omit<AccountUseCases, "createSession" | "removeSession">>({
    defaultId: workspace.defaultAccountId,
    initialPassword,
    list: () => reads.accounts.list().map(summary),
    get: (id) => {
      const row = reads.accounts.get(id);
      return row === null ? noSuchAccount(id) : ok(summary(row));
    },
    create: (request) => create(workspace, request),
    setPassword: async (id, password) => {
      if (reads.accounts.get(id) === null) return noSuchAccount(id);
      const hash = await hashPassword(password);
      await workspace.engine.transact((tx) => {
        tx.accounts.setPassword(id, hash);
        // Ends every session begun with the old password.
        tx.sessions.removeOfAccount(id);
      });
      return ok(null);
    },
    setRecordEndUserInfo: async (id, recorded) => {
      if (reads.accounts.get(id) === null) return noSuchAccount(id);
      await write(workspace, "setting", "accounts", (tx) => tx.accounts.setRecordEndUserInfo(id, recorded));
      return ok(null);
    },
    checkPassword: async (email, password) => {
      const row = reads.accounts.byEmail(email);
      // An unknown address takes the same work: the response time must reveal nothing.
      const fits = await verifyPassword(password, row?.passwordHash ?? NOBODY);
      return row !== null && fits
        ? ok({ ...summary(row), passwordMark: markOf(row) })
        : fail("invalid_authorisation", "The e-mail address or the password is wrong.");
    },
    credentials: (accountId) => currentCredentials(workspace, accountId, changed),
    putCredentials: async (accountId, credentials) => {
      if (reads.accounts.get(accountId) === null) return noSuchAccount(accountId);
      await putCredentials(workspace, accountId, credentials, changed);
      return ok(null);
    },
    heldCredentials: (accountId) =>
      reads.accounts.get(accountId) === null ? noSuchAccount(accountId) : ok(readCredentials(workspace, accountId)),
    createCredentials: (accountId) => createCredentials(workspace, accountId, changed),
    removeCredentials: (accountId, apitoken) =>
      workspace.engine.transact<Result<null>>((tx) => {
        if (tx.accounts.credentials(accountId)?.apitoken !== apitoken)
          return fail("resource_not_found", "These credentials are not the account's current ones.");
        tx.accounts.removeCredentials(accountId);
        return ok(null);
      }, changed),
    authenticate: authenticator.check,
    logIn: ({ id, passwordMark }, wallExpires) =>
      workspace.engine.transact<Result<OpenedSession>>((tx) => {
        const row = tx.accounts.get(id);
        // The password may have changed since the check: that ended every session, so this one must end too.
        if (row === null || markOf(row) !== passwordMark)
          return fail("invalid_authorisation", "The password has just been changed: log in with the new one.");
        const opened = newSession(workspace, { wallExpires, accountId: id });
        keepSession(workspace, tx, opened);
        return ok(opened);
      }),
    session: (token) => {
      const row = reads.sessions.get(hashSecret(token));
      return row === null || row.wallExpires <= workspace.clockNow() ? null : row;
    },
  });
  return {
    ...answering,
    createSession: async (request) => {
      const opened = newSession(workspace, request);
      await workspace.engine.transact((tx) => keepSession(workspace, tx, opened));
      return opened;
    },
    removeSession: (token) => workspace.engine.transact((tx) => tx.sessions.remove(hashSecret(token))),
  };
}

function noSuchAccount(id: string): ReturnType<typeof fail> {
  return fail("resource_not_found", `There is no account ${id}.`);
}

function summary({ passwordHash: _hidden, ...rest }: AccountRow): AccountSummary {
  return rest;
}

/** Differs for each password, and reveals nothing of it: its hash has a salt. */
const markOf = ({ passwordHash }: AccountRow): string => hash("sha256", passwordHash);

async function create(
  workspace: Workspace,
  request: Parameters<AccountUseCases["create"]>[0],
): Promise<Result<AccountSummary>> {
  const { email, name, password, twoFactor = false, recordEndUserInfo = false } = request;
  const passwordHash = await hashPassword(password);
  return write<Result<AccountSummary>>(workspace, "setting", "accounts", (tx) => {
    if (tx.accounts.byEmail(email) !== null)
      return fail("conflict_error", `There is already an account with ${email}.`);
    const row = tx.accounts.create({ email, name, passwordHash, twoFactor, recordEndUserInfo });
    tx.folders.create({ accountId: row.id, name: "Home", home: true, retention: DEFAULT_RETENTION });
    return ok(summary(row));
  });
}

// ---- passwords -------------------------------------------------------------------------------------------------------

const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } satisfies ScryptOptions;
const KEY_BYTES = 32;
/** A hash that no password matches, with the same cost. */
const NOBODY = `scrypt$${SCRYPT.N}$${SCRYPT.r}$${SCRYPT.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

/** Shared by the process, as its threads are, however many workspaces are open. */
const oneAtATime = keyedMutex();

/** One at a time: hashing takes 32 MiB, and one of the few threads that read and write files. */
function derive(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return oneAtATime("password", () => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)));
    return promise;
  });
}

/** `scrypt$N$r$p$salt$key`, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, SCRYPT);
  return ["scrypt", SCRYPT.N, SCRYPT.r, SCRYPT.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split("$");
  if (scheme !== "scrypt" || salt === undefined || key === undefined) return false;
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: SCRYPT.maxmem };
  const derived = await derive(password, Buffer.from(salt, "base64url"), options);
  const expected = Buffer.from(key, "base64url");
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

// ---- credentials -----------------------------------------------------------------------------------------------------

/** Called after the commit and before the answer, so that the old set opens no later request. */
interface CredentialHooks {
  committed(): void;
}

async function currentCredentials(
  workspace: Workspace,
  accountId: string,
  changed: CredentialHooks,
): Promise<Result<Credentials>> {
  if (workspace.reads.accounts.get(accountId) === null) return noSuchAccount(accountId);
  const kept = readCredentials(workspace, accountId);
  if (kept !== null) return ok(kept);
  const made = newCredentials();
  await putCredentials(workspace, accountId, made, changed);
  return ok(made);
}

function newCredentials(): Credentials {
  return {
    apitoken: randomSecret(),
    apisecret: randomSecret(),
    accesstoken: randomSecret(),
    accesssecret: randomSecret(),
  };
}

function createCredentials(
  workspace: Workspace,
  accountId: string,
  changed: CredentialHooks,
): Promise<Result<Credentials>> {
  return workspace.engine.transact<Result<Credentials>>((tx) => {
    if (tx.accounts.get(accountId) === null) return noSuchAccount(accountId);
    if (tx.accounts.credentials(accountId) !== null) {
      return fail("conflict_error", "This account has credentials. Delete them first; then new ones can be made.");
    }
    const made = newCredentials();
    tx.accounts.putCredentials(sealed(workspace, accountId, made));
    return ok(made);
  }, changed);
}

function readCredentials(workspace: Workspace, accountId: string): Credentials | null {
  const row = workspace.reads.accounts.credentials(accountId);
  return row === null ? null : opened(workspace, row);
}

function opened(workspace: Workspace, row: CredentialsRow): Credentials {
  const { apitoken, accesstoken } = row;
  const { reveal } = workspace.vault;
  return {
    apitoken,
    apisecret: reveal(row.sealedApisecret),
    accesstoken,
    accesssecret: reveal(row.sealedAccesssecret),
  };
}

async function putCredentials(
  workspace: Workspace,
  accountId: string,
  credentials: Credentials,
  changed: CredentialHooks,
): Promise<void> {
  await workspace.engine.transact(
    (tx) => tx.accounts.putCredentials(sealed(workspace, accountId, credentials)),
    changed,
  );
}

function sealed({ vault }: Workspace, accountId: string, credentials: Credentials): CredentialsRow {
  return {
    accountId,
    apitoken: credentials.apitoken,
    accesstoken: credentials.accesstoken,
    sealedApisecret: vault.seal(credentials.apisecret),
    sealedAccesssecret: vault.seal(credentials.accesssecret),
  };
}

/** A set in the form that requests are compared with. */
interface Known {
  readonly account: AccountSummary;
  readonly apisecret: Buffer;
  readonly accesssecret: Buffer;
}

const KNOWN = 1_000;

/** Checks requests' credentials, without a query or decryption for a set that was used before. */
function createAuthenticator(workspace: Workspace) {
  /** Keyed by the two tokens, which are identifiers, not secrets. */
  const known = new LRUCache<string, Known>({ max: KNOWN });

  function find({ apitoken, accesstoken }: Credentials): Known | null {
    const key = `${apitoken} ${accesstoken}`;
    const held = known.get(key);
    if (held !== undefined) return held;
    const row = workspace.reads.accounts.credentialsByToken(apitoken, accesstoken);
    const account = row === null ? null : workspace.reads.accounts.get(row.accountId);
    if (row === null || account === null) return null;
    const { apisecret, accesssecret } = opened(workspace, row);
    const found = { account: summary(account), apisecret: digest(apisecret), accesssecret: digest(accesssecret) };
    known.set(key, found);
    return found;
  }

  return {
    check(given: Credentials): Result<AccountSummary> {
      const held = find(given);
      // Always compare both, even for an unknown key: the response time must reveal nothing.
      const apisecret = timingSafeEqual(digest(given.apisecret), held?.apisecret ?? NO_DIGEST);
      const accesssecret = timingSafeEqual(digest(given.accesssecret), held?.accesssecret ?? NO_DIGEST);
      if (held !== null && apisecret && accesssecret) return ok(held.account);
      return fail("invalid_authorisation", "The OAuth credentials are not valid.");
    },
    /** Call it after every change of credentials. */
    forget: (): void => known.clear(),
  };
}

/** Hashes to one length, so that the constant-time comparison does not reveal the secret's length. */
const digest = (text: string): Buffer => hash("sha256", text, "buffer");
const NO_DIGEST = Buffer.alloc(32);

function newSession(workspace: Workspace, request: Parameters<AccountUseCases["createSession"]>[0]): OpenedSession {
  const token = `${request.mark ?? ""}${randomSecret()}`;
  const session: SessionRow = {
    tokenHash: hashSecret(token),
    accountId: request.accountId ?? null,
    instanceId: request.instanceId ?? null,
    participant: request.participant ?? null,
    csrf: randomSecret(),
    wallCreated: workspace.clockNow(),
    wallExpires: request.wallExpires,
  };
  return { token, session };
}

function keepSession(workspace: Workspace, tx: StoreWrites, { session }: OpenedSession): void {
  tx.sessions.removeExpired(workspace.clockNow());
  tx.sessions.put(session);
}
