import { readFileSync } from "node:fs";
import path from "node:path";

/** The version of this Countersign, from the package.json in `root`. */
export function appVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  return version;
}
