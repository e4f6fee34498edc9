/**
 * The table of interface 9.3, newest first: what each version of the service's interface brought. Where a change is an
 * element of a draft, `brings` names it: V101 tells what a service of an older version cannot take, and hover since when
 * an element is known. Versions given as `0.19.x` count from `.0` on, as nothing tells more.
 */
export interface InterfaceChange {
  readonly version: string;
  readonly change: string;
  readonly brings?: readonly string[];
}

const danish = ["provider dk_eid_old", "provider dk_eid_new", "provider dk_eid_new/dk_eid_old"] as const;

export const interfaceChanges = [
  {
    version: "0.48.0",
    change: "`end_user_info` in `authentication_attempted`; `repeat` field for relative automatic reminders",
    brings: ["repeat"],
  },
  { version: "0.47.0", change: "`notification_status_changed` callback" },
  {
    version: "0.46.0",
    change: "confirmation emails attach signed PDFs by default; `email-link-only`",
    brings: ["email-link-only"],
  },
  {
    version: "0.45.0",
    change: "automatic reminders in instance creation",
    brings: ["automatic-reminders"],
  },
  {
    version: "0.44.0",
    change: "`delete_trashed` default 30 days; `kind` and `label` in authentication callbacks",
  },
  { version: "0.43.0", change: "`require_auto_start_token` removed" },
  { version: "0.42.0", change: "`ftn` provider", brings: ["provider ftn"] },
  {
    version: "0.41.0",
    change: "two new identity-verification methods; `attempts_per_sms` default 3 to 5",
    brings: ["method document_and_video", "method document_and_motion"],
  },
  { version: "0.40.0", change: "`accessible_duration`", brings: ["accessible_duration"] },
  {
    version: "0.39.0",
    change: "automatic document redirects setting",
    brings: ["automatic_document_redirects"],
  },
  { version: "0.38.0", change: "data retention endpoints" },
  { version: "0.37.0", change: "`documents` in get-instance response" },
  { version: "0.36.0", change: "list-all endpoint removed from public API" },
  { version: "0.35.0", change: "list calls limited to last 10,000 instances" },
  { version: "0.34.0", change: "start-instance endpoint" },
  { version: "0.33.0", change: "`allow-rejections`", brings: ["allow-rejections"] },
  { version: "0.32.0", change: "prolong endpoint" },
  {
    version: "0.31.0",
    change: "reminder endpoint; `admin_actions`, `participants`; draft `duration`",
    brings: ["duration"],
  },
  { version: "0.30.0", change: "`use_micro_api` removed" },
  { version: "0.29.0", change: "`sms_pin` removed" },
  {
    version: "0.28.0",
    change: "multiple notification actions in confirmation stages",
    brings: ["several confirmations"],
  },
  { version: "0.27.0", change: "`timed_out` status; rejection fix; `max_failures` range 0 to 255" },
  { version: "0.26.0", change: "`canceled` status" },
  { version: "0.25.0", change: "`sms_otp` added; `sms_pin` deprecated", brings: ["provider sms_otp"] },
  { version: "0.24.0", change: "EID service `start` and `check` endpoints" },
  { version: "0.23.0", change: "trash, restore, delete; `trashed` filter" },
  { version: "0.22.0", change: "`schemaref` endpoint added then removed" },
  { version: "0.21.0", change: "`callback` action", brings: ["callback action"] },
  { version: "0.20.0", change: "stricter `redirect-to` conditions (incompatible)" },
  {
    version: "0.19.0",
    change: "basic callback `auth`; Danish authentication methods",
    brings: ["callback auth", ...danish],
  },
  {
    version: "0.18.0",
    change: "`allow-viewing`, `deny-viewing` replace `viewed-by`",
    brings: ["allow-viewing", "deny-viewing"],
  },
  {
    version: "0.17.0",
    change: "allowed document countries; `redirect-to`",
    brings: ["allowed_document_countries", "redirect-to"],
  },
  { version: "0.16.0", change: "templates API retired" },
  {
    version: "0.15.0",
    change: "K of N signing groups",
    brings: ["signed-by-group-of", "approved-by-group-of"],
  },
  { version: "0.14.0", change: "cancellation callback; drafts API" },
  {
    version: "0.13.0",
    change: "Swedish eID provider; `full_name`; confirmation stage; `finalising` status",
    brings: ["provider se_eid", "id_type full_name", "kind confirmation"],
  },
  { version: "0.11.0", change: "callback and author handling improvements; cancel endpoint" },
  {
    version: "0.10.0",
    change:
      "callbacks, rejection, authentication configuration, version and documentation endpoints, first instance endpoints",
  },
] as const satisfies readonly InterfaceChange[];

/** What `brings` names somewhere in the table. */
export type DatedElement = Extract<(typeof interfaceChanges)[number], { readonly brings: unknown }>["brings"][number];

const introduced: ReadonlyMap<string, string> = new Map(
  interfaceChanges.flatMap((row) =>
    "brings" in row ? row.brings.map((element): [string, string] => [element, row.version]) : [],
  ),
);

/** The oldest row of the table, which stands for all that was there from the beginning. */
export const firstVersion = "0.10.0";

/** The interface version that brought an element. */
export function since(element: DatedElement): string {
  return introduced.get(element) ?? firstVersion;
}

/** The version that brought `key: value`, such as `provider: ftn`; undefined where the table names none. */
export function valueSince(key: string, value: unknown): string | undefined {
  return introduced.get(`${key} ${String(value)}`);
}

/** Compares two versions of the form major.minor.patch; anything else counts as the newest. */
export function olderThan(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => /^(\d+)\.(\d+)\.(\d+)/.exec(text)?.slice(1).map(Number));
  if (a === undefined || b === undefined) return false;
  for (const [at, part] of a.entries()) if (part !== b[at]) return part < (b[at] ?? 0);
  return false;
}
