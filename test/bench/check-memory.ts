import { check } from "../../src-shared/foresight/index.ts";
import { crowdedFlow, exhaustingFlow } from "./crowded-flow.ts";

/** Checks one flow, or none, and prints the most memory that the process has had, in MiB. Run in a process of its own. */

const kind = process.argv[2];
const report =
  kind === "crowded" ? check(crowdedFlow(1_000, 30)) : kind === "exhausting" ? check(exhaustingFlow(24)) : null;
process.stdout.write(
  JSON.stringify({ mebibytes: process.resourceUsage().maxRSS / 1024, verdict: report?.verdict ?? "none" }),
);
