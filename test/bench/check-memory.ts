import { limitGarbage } from "../../src-main/cli/limit-garbage.ts";
import { check } from "../../src-shared/foresight/index.ts";
import { crowdedFlow, exhaustingFlow } from "./crowded-flow.ts";

/** Checks one flow as `countersign check` does, or none, and prints the most memory that the process has had, in MiB. Run in a process of its own. */

limitGarbage({ yields: false });
const EXPECTED = "assume: { seals: may fail }\nexpect:\n  - possible: { reach: completed, without: [p0, p1] }\n";
const CHECKS = {
  none: () => null,
  crowded: () => check(crowdedFlow(1_000, 30)),
  exhausting: () => check(exhaustingFlow(24)),
  expecting: () => check(exhaustingFlow(40), { expectations: { text: EXPECTED } }),
};
const report = CHECKS[process.argv[2] as keyof typeof CHECKS]();
process.stdout.write(
  JSON.stringify({ mebibytes: process.resourceUsage().maxRSS / 1024, verdict: report?.verdict ?? "none" }),
);
