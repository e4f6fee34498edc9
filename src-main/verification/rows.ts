import { settingKey } from "../engine/index.ts";
import type { ChangedTable, MissingRow, ReadOnlyStore, Tallied } from "../store/index.ts";
import { secretRef } from "../workspace/index.ts";
import { REQUIRED_SETTINGS } from "./settings.ts";

interface Words {
  /** One row, by its id. */
  readonly one: (id: string) => string;
  readonly all: string;
}

const WORDS: Readonly<Record<Tallied, Words>> = {
  instances: { one: (id) => `Instance ${id}`, all: "instances" },
  tombstones: { one: () => "The record of a deleted instance", all: "records of deleted instances" },
  accounts: { one: (id) => `Account ${id}`, all: "accounts" },
  credentials: { one: (id) => `The row with the credentials of account ${id}`, all: "credentials of the accounts" },
  folders: { one: (id) => `Folder ${id}`, all: "folders" },
  drafts: { one: (id) => `Draft ${id}`, all: "drafts" },
  draft_versions: { one: versionName, all: "versions of the drafts" },
  documents: { one: (id) => `Document ${id}`, all: "documents" },
  clocks: { one: (id) => `Clock ${id}`, all: "clocks" },
  scripts: { one: (id) => `The list of the steps that instance ${id} follows`, all: "lists of steps that runs follow" },
  secrets: { one: (id) => `The secret "${id}"`, all: "secrets of the workspace" },
  remote_accounts: { one: (id) => `Remote account ${id}`, all: "remote accounts" },
  remote_mappings: { one: bound, all: "records of what is bound to remote accounts" },
  remote_instances: { one: (id) => `Run ${id} of a remote account`, all: "runs of remote accounts" },
  remote_files: {
    one: (id) => `The sealed document ${id} of a remote account`,
    all: "sealed documents of remote accounts",
  },
  remote_commands: { one: (id) => `The command ${id} to a remote account`, all: "commands to remote accounts" },
  remote_changes: {
    one: (id) => `The change ${id.split("/")[1]} of run ${id.split("/")[0]} of a remote account`,
    all: "changes of runs of remote accounts",
  },
  remote_syncs: {
    one: (id) => `The record of how remote account ${id} is kept in sync`,
    all: "records of how remote accounts are kept in sync",
  },
  remote_rests: {
    one: (id) => `The record of until when remote account ${id} is left alone`,
    all: "records of until when remote accounts are left alone",
  },
  remote_drifts: {
    one: (id) => `The comparison of run ${id} of a remote account`,
    all: "comparisons of runs of remote accounts",
  },
  remote_unsealed: {
    one: (id) => `The record of when unsealed documents of run ${id} of a remote account were asked for`,
    all: "records of when unsealed documents of remote accounts were asked for",
  },
  settings: { one: (id) => `The setting "${id}"`, all: "settings" },
};

function versionName(id: string): string {
  const [draft, revision] = id.split("/");
  return `Version ${revision} of draft ${draft}`;
}

function bound(id: string): string {
  const [account, kind, key] = id.split("/");
  return `The record of the ${kind} ${key} of remote account ${account}`;
}

const NAMES = {
  settings: Object.values(settingKey),
  secrets: [secretRef.workspaceKey, secretRef.signingSecret],
};

/**
 * Rows that were removed from the database, or put into it, outside of Countersign: a sentence for each (decision 0504).
 * @param reportedTables tables whose changes are already reported
 */
export function rowProblems(store: ReadOnlyStore, reportedTables: ReadonlySet<Tallied>): readonly string[] {
  return store
    .changedTables(NAMES)
    .filter(({ table }) => !reportedTables.has(table))
    .flatMap(sentences);
}

function sentences({ table, missing, never, foreign, explained }: ChangedTable): readonly string[] {
  const { one, all } = WORDS[table];
  if (explained === null)
    return [
      `The tally of the ${all} is missing: it was removed from the database ${OUTSIDE}`,
      ...missing.map((row) => `${namers(row)}, which is not there. ${RESTORE}`),
    ];
  // Required settings are checked separately.
  const unreported = missing.filter(({ id }) => table !== "settings" || !REQUIRED_SETTINGS.includes(id));
  const reported = [
    ...unreported.map(
      (row) => `${one(row.id)} is missing${stillNamed(row)}: it was removed from the database ${OUTSIDE}`,
    ),
    ...foreign.map((id) => `${one(id)} is not Countersign's: it was put into the database ${OUTSIDE}`),
  ];
  const strays = never.map((row) => `${namers(row)}, that never existed: these rows were changed or added ${OUTSIDE}`);
  if (explained) return [...reported, ...strays];
  const other = reported.length > 0 ? "another one" : "at least one";
  return [
    ...reported,
    `The ${all} are not those that were made here: ${other} was removed from the database, or put into it, ${OUTSIDE}`,
  ];
}

const RESTORE = "Restore the database from a backup.";
const OUTSIDE = `outside of Countersign. ${RESTORE}`;

const listed = (tables: readonly string[]) => new Intl.ListFormat("en").format(tables);

function stillNamed({ named }: MissingRow): string {
  return named.length === 0 ? "" : `, and ${listed(named)} name it`;
}

/** Such as "Files of drafts name draft 77". */
function namers({ table, id, named }: MissingRow): string {
  const [names, row] = [listed(named), WORDS[table].one(id)];
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} name ${row.charAt(0).toLowerCase()}${row.slice(1)}`;
}
