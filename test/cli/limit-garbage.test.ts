import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { at } from "../../scripts/places.ts";
import { temporaryFolder } from "../harness/temporary.ts";

/** Prints how many MiB the young heap has for what is new as the program ends. */
const PROBE = `
  import { getHeapSpaceStatistics } from "node:v8";
  const young = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  const size = ({ space_used_size: used, space_available_size: free }) => Math.round((used + free) / 1_048_576);
  process.on("exit", () => process.stdout.write(String(size(young()))));
`;
/** V8 begins with 1, which takes more of the processor; that of a program without limits grows to 16 or 32. */
const YOUNG = 4;

test.each([
  ["sync", "--workspace"],
  ["open", "--no-browser", "--read-only", "--workspace"],
])(
  "the young heap of `countersign %s` has 4 MiB, and no more once its code is loaded: it would never shrink",
  async (...args) => {
    using folder = temporaryFolder("young-heap");
    const probe = path.join(folder.path, "probe.mjs");
    writeFileSync(probe, PROBE);
    const nowhere = path.join(folder.path, "nowhere");
    const preload = ["--import", pathToFileURL(probe).href];
    const child = spawn(process.execPath, [...preload, at("bin/countersign.mjs"), ...args, nowhere], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect(code).toBe(2);
    expect(Number(out)).toBe(YOUNG);
  },
);
