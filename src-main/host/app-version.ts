import { readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The version of this Countersign, from the package.json in `root`. */
export function appVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  return version;
}

/** When the files in `root` were put there, ISO 8601 in UTC: the build date of a Countersign that runs from its sources. */
export function checkoutDate(root: string): string {
  return statSync(path.join(root, "package.json")).mtime.toISOString();
}
