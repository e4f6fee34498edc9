import {
  CheckCircle2,
  CircleDashed,
  CircleHelp,
  CircleX,
  CloudOff,
  CloudUpload,
  GitMerge,
  KeyRound,
  type LucideIcon,
  RefreshCw,
} from "lucide-react";
import type { AccountState } from "../../src-shared/sync/index.ts";
import type { Tone } from "../components/index.ts";

export const STATE_LOOKS: Readonly<Record<AccountState, readonly [Tone, LucideIcon]>> = {
  running: ["info", RefreshCw],
  stopped: ["bad", KeyRound],
  conflict: ["bad", GitMerge],
  refused: ["bad", CircleX],
  perhaps: ["wait", CircleHelp],
  offline: ["wait", CloudOff],
  fresh: ["quiet", CircleDashed],
  waiting: ["info", CloudUpload],
  up_to_date: ["good", CheckCircle2],
};
