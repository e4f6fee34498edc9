import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The bytes of all files in a folder and below it, each as one character. */
export function textIn(dir: string): string {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), "latin1")).join("\n");
}
