import { faultsOf } from "../callbacks/index.ts";
import { settingKey } from "../engine/index.ts";
import { storedMailRules, storedMailServer } from "../mail/index.ts";
import { CREATED_SETTING, DamagedRowError, type StoreReads } from "../store/index.ts";
import { isTimeZone, jsonSetting, stringList } from "../workspace/index.ts";

/** Written when a workspace is created, and never removed. */
export const REQUIRED_SETTINGS: readonly string[] = [
  CREATED_SETTING,
  settingKey.name,
  settingKey.timeZone,
  settingKey.defaultAccount,
];

/** The workspace's own settings and folders that cannot be read: a sentence for each. */
export function settingProblems({ settings, accounts, folders }: StoreReads): readonly string[] {
  const zone = settings.get(settingKey.timeZone);
  const missing = REQUIRED_SETTINGS.filter((key) => settings.get(key) === null);
  const read = [
    () => faultsOf(settings),
    () => storedMailRules(settings),
    () => storedMailServer(settings),
    () => jsonSetting(settings, settingKey.allowedHosts, stringList, []),
    ...accounts.list().flatMap(({ id }) => [() => folders.home(id), () => folders.list(id)]),
  ];
  const problems = read.map(problemOf).filter((message) => message !== null);
  for (const key of missing)
    problems.push(`The workspace's setting "${key}" is missing: the database was changed outside of Countersign.`);
  if (zone !== null && !isTimeZone(zone))
    problems.push(`The workspace's time zone "${zone}" is none. Choose another one in the settings.`);
  return [...new Set(problems)];
}

function problemOf(read: () => unknown): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof DamagedRowError) return error.message;
    throw error;
  }
}
