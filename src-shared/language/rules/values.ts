import { isDocumentId, isDocumentPath } from "../document-ids.ts";
import { say } from "../said.ts";
import { short } from "../short.ts";
import { member } from "../syntax/tree.ts";
import type { Rule } from "./rule.ts";

/** Texts whose content the shape check cannot judge: S004. */
export const valueRules: readonly Rule[] = [
  {
    id: "S004",
    severity: "error",
    needsDraft: true,
    check: ({ documents }, report, { documentPaths }) => {
      for (const [name, node] of documents) {
        if (node.kind !== "scalar" || typeof node.value !== "string") continue;
        if (isDocumentId(node.value) && node.value.length <= 20) continue;
        // Where only documents count, R002 asks for the PDF of a path.
        if (isDocumentPath(node.value)) continue;
        const wanted = documentPaths
          ? say`an identifier (digits) or a path relative to this file, such as \`./contract.pdf\``
          : say`an identifier (digits)`;
        report({
          node,
          message: say`The document \`${short(name)}\` must be ${wanted}, not \`${short(node.value)}\`.`,
        });
      }
    },
  },
  {
    id: "S004",
    severity: "error",
    needsDraft: true,
    check: ({ root }, report) => {
      const zone = member(member(root, "process_settings"), "time_zone");
      if (zone?.kind !== "scalar" || typeof zone.value !== "string" || isTimeZone(zone.value)) return;
      report({
        node: zone,
        message: say`\`${short(zone.value)}\` is no time zone: write an IANA name such as \`Europe/Stockholm\`.`,
      });
    },
  },
];

/** Intl knows the names; it also takes offsets such as `+01:00`, which have no daylight saving and are no names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
