import { z } from "zod";
import { parsedJson } from "../../src-shared/basics/index.ts";
import { settingKey } from "../engine/index.ts";
import { fail, type LedgerUseCases, ok, type Result, type SettingUseCases } from "../host/index.ts";
import { DamagedRowError, type StoreReads } from "../store/index.ts";
import { mayOfferCodes } from "./participants/index.ts";
import { secretRef } from "./secrets/index.ts";
import { errorsAsValues, type Workspace, write } from "./workspace.ts";

const OWN: ReadonlySet<string> = new Set(Object.values(settingKey));

export function settingUseCases(workspace: Workspace): SettingUseCases {
  const { reads } = workspace;
  return errorsAsValues<SettingUseCases>({
    timeZone: workspace.timeZone,
    setTimeZone: async (zone) => {
      if (!isTimeZone(zone))
        return fail("request_parameters_invalid", `"${zone}" is not an IANA time zone, such as Europe/Stockholm.`);
      return set(workspace, settingKey.timeZone, zone);
    },
    offersCodes: () => mayOfferCodes(workspace),
    setOffersCodes: (offered) => set(workspace, settingKey.offersCodes, offered ? "yes" : "no"),
    name: () => reads.settings.get(settingKey.name) ?? "",
    get: (key) => reads.settings.get(key),
    set: async (key, value) => {
      if (OWN.has(key)) return fail("request_parameters_invalid", `The setting "${key}" has a method of its own.`);
      return set(workspace, key, value);
    },
    setSecret: async (name, value) => {
      await workspace.engine.transact((tx) => workspace.vault.put(tx, secretRef.named(name), value, null));
      return ok(null);
    },
    setExamples: (drafts) =>
      set(
        workspace,
        settingKey.examples,
        JSON.stringify(Object.fromEntries(drafts.map((one) => [one.key, one.revision]))),
      ),
    holdsSecret: (name) => workspace.reads.secrets.get(secretRef.named(name)) !== null,
  });
}

export function ledgerUseCases(workspace: Workspace): LedgerUseCases {
  return { outbound: (request) => workspace.reads.ledger.outbound(request) };
}

export async function set(workspace: Workspace, key: string, value: string): Promise<Result<null>> {
  await write(workspace, "setting", key, (tx) => tx.settings.set(key, value));
  return ok(null);
}

/**
 * The machine's own time zone; UTC where it has none that Intl knows: a TZ that is empty, as cron may set it, misspelled, or a
 * path such as `:/etc/localtime`.
 */
export function machineTimeZone(): string {
  // Typed as a string, but it is undefined when TZ is a path.
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone !== undefined && isTimeZone(zone) ? zone : "UTC";
}

export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * A setting that holds JSON; `fallback` if it is unset.
 * @throws DamagedRowError when the stored value does not fit: something else wrote it
 */
export function jsonSetting<T>(settings: StoreReads["settings"], key: string, schema: z.ZodType<T>, fallback: T): T {
  const stored = settings.get(key);
  if (stored === null) return fallback;
  const parsed = schema.safeParse(parsedJson(stored));
  if (parsed.success) return parsed.data;
  throw new DamagedRowError(
    `The setting "${key}" of the workspace is damaged: what is stored cannot be read. Set it anew where the app has it among its settings, or restore the workspace's database from a backup.`,
    { cause: parsed.error },
  );
}

export const stringList = z.array(z.string());
