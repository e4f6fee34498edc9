import { type RetentionField, type RetentionPolicy, retentionFields } from "../../../src-shared/sync/index.ts";
import { fail, ok, type RemoteAccount, type SyncReport } from "../../host/index.ts";
import { folded } from "../../store/index.ts";
import { DONE } from "../exit-codes.ts";
import { Refusal } from "../explain-error.ts";
import { asJson, oneLine, plural, printable } from "../terminal-text.ts";
import { inWorkspace, lookInto } from "./account.ts";
import { codeOf } from "./report.ts";

const OPTIONS = {
  trash_completed: "completed",
  trash_failed: "failed",
  trash_timed_out: "timedOut",
  delete_trashed: "trashed",
} as const satisfies Readonly<Record<RetentionField, string>>;

interface Options extends Readonly<Partial<Record<(typeof OPTIONS)[RetentionField], number | "unset">>> {
  readonly workspace: string;
  readonly discard?: boolean;
  readonly json?: boolean;
}

const policyOf = (value: (field: RetentionField) => RetentionPolicy[RetentionField]): RetentionPolicy =>
  Object.fromEntries(retentionFields.map((field) => [field, value(field)])) as RetentionPolicy;

/** `countersign account retention NAME`: prints the last known policy, or changes it. @throws Refusal */
export async function accountRetention(name: string, { discard = false, json, ...options }: Options): Promise<number> {
  const given = (field: RetentionField) => options[OPTIONS[field]];
  const isGiven = retentionFields.some((field) => given(field) !== undefined);
  if (discard && isGiven)
    throw new Refusal("--discard takes back the whole change that waits: give it alone, or leave it out.");
  const changes = discard || isGiven;
  const of = { ...options, account: name };
  const { report, account } = await (changes ? inWorkspace : lookInto)(of, async ({ sync }) => {
    const found = sync.open(name);
    if (!found.ok) return found;
    const known = () => sync.accounts().find((one) => folded(one.name) === folded(name));
    const { seen = null, wanted = null } = known()?.retention ?? {};
    const after = policyOf((field) => {
      const value = given(field);
      if (value === undefined) return (wanted ?? seen)?.[field] ?? null;
      return value === "unset" ? null : value;
    });
    const set = changes ? await sync.setRetention(name, discard ? null : after) : null;
    if (set !== null && !set.ok) return set;
    const now = known();
    if (now === undefined) return fail("resource_not_found", `There is no remote account “${name}”.`);
    return ok({ report: set?.value ?? null, account: now });
  });
  process.stdout.write(json ? asJson(account.retention) : printable(inWords(account, report)));
  return report === null ? DONE : codeOf(report);
}

function inWords({ name, retention }: RemoteAccount, report: SyncReport | null): string {
  const { seen = null, wanted = null, why = null } = retention ?? {};
  const stands = report?.unreachable ?? why ?? (report === null ? null : openOf(report));
  const lines = [
    `${name}: ${policyInWords(seen)}`,
    ...(wanted === null ? [] : [`  ${why === null ? "Waits" : "Refused"}: ${policyInWords(wanted)}`]),
    ...(stands === null ? [] : [`  ${oneLine(stands)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The result of a change that was possibly sent or canceled before; null: no change is open. */
const openOf = ({ perhaps, canceled, done }: SyncReport): string | null =>
  perhaps[0]?.why ?? (canceled && done.length === 0 ? "Canceled. Nothing was changed." : null);

const WORDS: Readonly<Record<RetentionField, string>> = {
  trash_completed: "Completed runs go to the trash",
  trash_failed: "Failed and canceled runs go to the trash",
  trash_timed_out: "Runs that timed out go to the trash",
  delete_trashed: "What is in the trash is deleted",
};
/** Days, if the policy does not mention the trash [interface 2.3]. */
const USUAL_DELETE = 30;

/** In the app's wording. */
function policyInWords(policy: RetentionPolicy | null): string {
  if (policy === null) return "not seen yet";
  const { delete_trashed: deleted, ...trashes } = policy;
  const trashed = retentionFields.flatMap((field) => {
    const value = field === "delete_trashed" ? null : trashes[field];
    return value === null ? [] : [valueInWords(field, value)];
  });
  const first = trashed.length === 0 ? ["Runs are not trashed automatically."] : trashed;
  return [...first, valueInWords("delete_trashed", deleted ?? USUAL_DELETE)].join(" ");
}

/** A service may send a value that is not a number of days: it is shown unchanged. */
function valueInWords(field: RetentionField, value: number | string): string {
  if (typeof value === "string") return `${WORDS[field]}: ${oneLine(value)}.`;
  return `${WORDS[field]} ${field === "delete_trashed" ? "" : "after "}${plural(value, "day")}${field === "delete_trashed" ? " later" : ""}.`;
}
