import {
  CheckCircle2,
  CircleDashed,
  CircleHelp,
  CircleX,
  CloudAlert,
  CloudOff,
  CloudUpload,
  GitMerge,
  Hand,
  Hourglass,
  KeyRound,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
} from "lucide-react";
import type { AccountState } from "../../src-shared/sync/index.ts";
import type { Tone } from "../components/index.ts";

export const STATE_STYLES: Readonly<Record<AccountState, readonly [Tone, LucideIcon]>> = {
  unanswered: ["wait", RefreshCw],
  running: ["info", RefreshCw],
  checking: ["info", RefreshCw],
  stopped: ["bad", KeyRound],
  failed: ["bad", TriangleAlert],
  unusable: ["bad", CloudAlert],
  conflict: ["bad", GitMerge],
  refused: ["bad", CircleX],
  check_failed: ["bad", CircleX],
  perhaps: ["wait", CircleHelp],
  rests: ["wait", Hourglass],
  offline: ["wait", CloudOff],
  fresh: ["quiet", CircleDashed],
  waiting: ["info", CloudUpload],
  held: ["quiet", Hand],
  up_to_date: ["good", CheckCircle2],
};
