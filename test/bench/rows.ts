import { actsByActor, actsInMemory } from "./acts-in-memory.bench.ts";
import { actAmongMany, actsTogether, durableAct } from "./acts-on-disk.bench.ts";
import { callbacksDelivered, firstAttempt, firstAttemptTogether } from "./callbacks.bench.ts";
import {
  checkLeft,
  checkMemory,
  examplesChecked,
  loanFindings,
  mixedChecked,
  pairsChecked,
  scenariosPlayed,
} from "./check.bench.ts";
import { caughtUp, simulatedYear } from "./clocks.bench.ts";
import { bundle20Documents, bundlesChecked, seal200Pages } from "./evidence.bench.ts";
import { dropPdfs, firstViewInteractive, runPage10000 } from "./first-hour.bench.ts";
import { behaviourDiff, expectation1000, exploreAll, exploreGroups, findings1000 } from "./foresight.bench.ts";
import { intakeBesideLong, intakeBesideSlowAccount, sealBesideLong } from "./intake.bench.ts";
import { coldLint, keystroke1000, keystroke5000, lintCommand } from "./language.bench.ts";
import { largeDocuments } from "./large-documents.bench.ts";
import { openLargeWorkspace, replayHistory } from "./long-histories.bench.ts";
import type { Row } from "./row.ts";
import { search100000 } from "./search.bench.ts";
import { actOverHttp, getInstance } from "./service.bench.ts";
import {
  firstPull,
  firstPush,
  merge1000,
  nothingChanged,
  nothingChangedSparse,
  outboxDrained,
  outboxDrainedAgain,
} from "./sync.bench.ts";
import { typing1000 } from "./typing.bench.ts";
import { liveWall } from "./wall.bench.ts";

/** Every measure of `npm run bench`, in the order it runs. */
export const ROWS: readonly Row[] = [
  actsInMemory,
  actsByActor,
  durableAct,
  actsTogether,
  actAmongMany,
  simulatedYear,
  caughtUp,
  openLargeWorkspace,
  replayHistory,
  search100000,
  getInstance,
  actOverHttp,
  callbacksDelivered,
  firstAttempt,
  firstAttemptTogether,
  intakeBesideLong,
  intakeBesideSlowAccount,
  sealBesideLong,
  seal200Pages,
  bundle20Documents,
  bundlesChecked,
  keystroke1000,
  keystroke5000,
  typing1000,
  liveWall,
  firstViewInteractive,
  runPage10000,
  dropPdfs,
  coldLint,
  exploreAll,
  exploreGroups,
  findings1000,
  expectation1000,
  behaviourDiff,
  loanFindings,
  examplesChecked,
  mixedChecked,
  pairsChecked,
  scenariosPlayed,
  checkLeft,
  checkMemory,
  lintCommand,
  firstPull,
  firstPush,
  nothingChanged,
  nothingChangedSparse,
  outboxDrained,
  outboxDrainedAgain,
  largeDocuments,
  merge1000,
];
