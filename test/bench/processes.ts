import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { ROOT } from "./folder.ts";
import type { Side } from "./row.ts";

/** What Node prints when it runs this. @throws Error where it ends with another code than 0 */
export async function outputOf(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${String(code)}`);
  return out;
}

/** A process of its own for every operation, start included. */
export function processes(title: string, args: readonly string[], heard?: (out: string) => void): Side {
  return {
    title,
    async run(times) {
      for (let n = 0; n < times; n += 1) {
        const out = await outputOf(args);
        heard?.(out);
      }
    },
  };
}
