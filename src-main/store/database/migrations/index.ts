import { wakesAt } from "./0013-wakes-at.ts";
import { companions } from "./0014-companions.ts";
import { scripts } from "./0015-scripts.ts";
import { tallies } from "./0016-tallies.ts";
import { remoteAccounts } from "./0017-remote-accounts.ts";
import { syncedRevisions } from "./0018-synced-revisions.ts";
import { remoteInstances } from "./0019-remote-instances.ts";
import { names } from "./0020-names.ts";
import { remoteRetention } from "./0021-remote-retention.ts";
import { mailRead } from "./0022-mail-read.ts";
import { runsByStage } from "./0023-runs-by-stage.ts";
import { peopleOfDrafts } from "./0024-people-of-drafts.ts";
import { runsByDue } from "./0025-runs-by-due.ts";
import { syncInTables } from "./0026-sync-in-tables.ts";
import { remoteChanges } from "./0027-remote-changes.ts";
import { unsealedInTable } from "./0028-unsealed-in-table.ts";
import { standIns } from "./0029-stand-ins.ts";
import { draftsByTitle } from "./0030-drafts-by-title.ts";
import { initial } from "./early/0001-initial.ts";
import { draftVersions } from "./early/0002-draft-versions.ts";
import { draftFiles } from "./early/0003-draft-files.ts";
import { forks } from "./early/0004-forks.ts";
import { resting } from "./early/0005-resting.ts";
import { draftsWithoutTitles } from "./early/0006-drafts-without-titles.ts";
import { clockUses } from "./early/0007-clock-uses.ts";
import { eventsInOrder } from "./early/0008-events-in-order.ts";
import { draftHashes } from "./early/0009-draft-hashes.ts";
import { removedContent } from "./early/0010-removed-content.ts";
import { decisions } from "./early/0011-decisions.ts";
import { settingsInTables } from "./early/0012-settings-in-tables.ts";
import type { Migration } from "./migration.ts";

/** Every step in order; a new one is a new file and a new line here. */
export const migrations: readonly Migration[] = [
  initial,
  draftVersions,
  draftFiles,
  forks,
  resting,
  draftsWithoutTitles,
  clockUses,
  eventsInOrder,
  draftHashes,
  removedContent,
  decisions,
  settingsInTables,
  wakesAt,
  companions,
  scripts,
  tallies,
  remoteAccounts,
  syncedRevisions,
  remoteInstances,
  names,
  remoteRetention,
  mailRead,
  runsByStage,
  peopleOfDrafts,
  runsByDue,
  syncInTables,
  remoteChanges,
  unsealedInTable,
  standIns,
  draftsByTitle,
];
