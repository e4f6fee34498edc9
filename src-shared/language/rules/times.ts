import { msg, short } from "../../basics/index.ts";
import { defaultDuration } from "../model/defaults.ts";
import type { Reading } from "../model/reading.ts";
import { fixOf, likewise, type ProposedFix, replacing } from "../syntax/problems.ts";
import { keyOf, member, memberText, shownRange } from "../syntax/tree.ts";
import type { Report, Rule, RuleContext } from "./rule.ts";

/** Most days until the time-out [P005]. */
const longestDuration = 365;

const reminder = (date: string): string => `dsl-version: "0.3.0"\nautomatic-reminders:\n  - date: ${date}`;

/** Rules on reminders: T. */
export const timeRules: readonly Rule[] = [
  {
    id: "T001",
    severity: "error",
    what: "`days_delay` is a whole number of days, at least 1.",
    fails: { process: reminder("{ type: relative, days_delay: 0 }") },
    passes: { process: reminder("{ type: relative, days_delay: 1 }") },
    check: ({ reminders }, report) => {
      for (const { date } of reminders) {
        const days = member(date, "days_delay");
        if (days === null || days.kind === "unknown") continue;
        if (days.kind === "scalar" && Number.isSafeInteger(days.value) && Number(days.value) >= 1) continue;
        const message = msg`\`days_delay\` must be a whole number of days, at least 1.`;
        report({ node: days, range: shownRange(days), message });
      }
    },
  },
  {
    id: "T002",
    severity: "error",
    what: "`repeat` goes with `type: relative`. (Every other type breaks T004 as well.)",
    fails: { process: reminder("{ type: weekly, days_delay: 3, repeat: never }") },
    passes: { process: reminder("{ type: relative, days_delay: 3, repeat: never }") },
    check: ({ reminders }, report, { editor }) => {
      for (const { date } of reminders) {
        const repeat = member(date, "repeat");
        const type = memberText(date, "type");
        if (repeat === null || type === null || type.value === "relative") continue;
        const message = msg`\`repeat\` goes with \`type: relative\` only, and this date is \`${short(String(type.value))}\`: remove it, or make the date relative.`;
        const fix = fixOf(msg`Remove \`repeat\``, editor.remove(repeat));
        report({ node: repeat, range: keyOf(repeat), message, fix });
      }
    },
  },
  {
    id: "T003",
    severity: "warning",
    what: "The first reminder comes before the time-out.",
    fails: { top: "duration: 30", process: reminder("{ type: relative, days_delay: 30 }") },
    passes: { top: "duration: 30", process: reminder("{ type: relative, days_delay: 7 }") },
    needsDraft: true,
    check: (reading, report, { editor }) => checkLateReminders(reading, report, editor),
  },
  {
    id: "T004",
    severity: "error",
    what: "`date.type` is `relative`, the only type that the interface names.",
    fails: { process: reminder("{ type: absolute, days_delay: 3 }") },
    passes: { process: reminder("{ type: relative, days_delay: 3 }") },
    check: ({ reminders }, report) => {
      for (const { date } of reminders) {
        const type = memberText(date, "type");
        if (type === null || type.value === "relative") continue;
        const message = msg`\`${short(String(type.value))}\` is not a known date type: write \`relative\`.`;
        report({ node: type, message, fix: replacing(msg`Write \`relative\``, type, likewise(type, "relative")) });
      }
    },
  },
];

function checkLateReminders({ reminders, root }: Reading, report: Report, editor: RuleContext["editor"]): void {
  const given = member(root, "duration");
  const duration = given?.kind === "scalar" && typeof given.value === "number" ? given.value : defaultDuration;
  // Out of range is P005's: compared with it every reminder would be late.
  if (duration < 1) return;
  for (const { date, daysDelay } of reminders) {
    const days = member(date, "days_delay");
    if (days === null || daysDelay === null || daysDelay < duration) continue;
    const message = msg`This reminder would come after ${daysDelay} days, and the flow times out after ${duration}: shorten the delay, or lengthen \`duration\`.`;
    const related = given === null ? [] : [{ range: given.range, message: msg`The time-out` }];
    report({ node: days, message, related, fix: () => lengthened(daysDelay, editor) });
  }
}

/** The fix for a reminder that would come too late: the flow times out the day after it. */
function lengthened(daysDelay: number, editor: RuleContext["editor"]): ProposedFix | null {
  if (daysDelay >= longestDuration) return null;
  return fixOf(msg`Lengthen \`duration\` to ${daysDelay + 1} days`, editor.set(["duration"], daysDelay + 1));
}
