/** The part of the port about who may: accounts, sessions, access links, and the secrets behind them. */

export interface AccountRow {
  /** Digits. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** scrypt, with its parameters and salt. */
  readonly passwordHash: string;
  readonly twoFactor: boolean;
  readonly recordEndUserInfo: boolean;
}
/** One current set per account; the secrets sealed by the secret box. */
export interface CredentialsRow {
  readonly accountId: string;
  readonly apitoken: string;
  readonly accesstoken: string;
  readonly sealedApisecret: Uint8Array;
  readonly sealedAccesssecret: Uint8Array;
}
export interface AccountReads {
  get(id: string): AccountRow | null;
  byEmail(email: string): AccountRow | null;
  list(): readonly AccountRow[];
  credentials(accountId: string): CredentialsRow | null;
  credentialsByToken(apitoken: string, accesstoken: string): CredentialsRow | null;
}
export interface AccountWrites {
  create(row: Omit<AccountRow, "id">): AccountRow;
  setPassword(id: string, passwordHash: string): void;
  setRecordEndUserInfo(id: string, recorded: boolean): void;
  putCredentials(row: CredentialsRow): void;
  removeCredentials(accountId: string): void;
}

/** The cookie holds the token; the row only its SHA-256 hex. */
export interface SessionRow {
  readonly tokenHash: string;
  readonly accountId: string | null;
  readonly instanceId: string | null;
  readonly participant: string | null;
  readonly csrf: string;
  readonly wallCreated: number;
  readonly wallExpires: number;
}
export interface SessionReads {
  get(tokenHash: string): SessionRow | null;
}
export interface SessionWrites {
  put(row: SessionRow): void;
  remove(tokenHash: string): void;
  removeOfAccount(accountId: string): void;
  removeExpired(wallNow: number): void;
}

export interface LinkRow {
  readonly instanceId: string;
  readonly participant: string;
  readonly participantId: string;
  readonly secretHash: string;
  readonly sealedSecret: Uint8Array;
}
export interface LinkReads {
  ofInstance(instanceId: string): readonly LinkRow[];
  get(instanceId: string, participantId: string): LinkRow | null;
}
export interface LinkWrites {
  put(row: LinkRow): void;
}

/** Values sealed by the secret box; texts, events and logs hold only `ref`. */
export interface SecretReads {
  get(ref: string): Uint8Array | null;
}
export interface SecretWrites {
  put(ref: string, sealed: Uint8Array, instanceId: string | null): void;
  remove(ref: string): void;
}
