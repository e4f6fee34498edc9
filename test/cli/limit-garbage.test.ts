import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { at } from "../../scripts/places.ts";
import { temporaryFolder } from "../harness/temporary.ts";

/** Prints how many MiB the young heap has for what is new as the program ends, and where its compile cache is. */
const PROBE = `
  import path from "node:path";
  import { getCompileCacheDir } from "node:module";
  import { getHeapSpaceStatistics } from "node:v8";
  const young = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  const size = ({ space_used_size: used, space_available_size: free }) => Math.round((used + free) / 1_048_576);
  const cache = () => path.basename(path.dirname(getCompileCacheDir()));
  process.on("exit", () => process.stderr.write("\\n" + size(young()) + " " + cache()));
`;
/** V8 begins with 1, which takes more of the processor; that of a program without limits grows to 16 or 32. */
const YOUNG = 4;

test.each([
  ["yielding", "sync", "--workspace"],
  ["yielding", "open", "--no-browser", "--read-only", "--workspace"],
  ["computing", "check"],
  ["computing", "diff", "nowhere"],
])(
  "the young heap of a %s `countersign %s` has 4 MiB, and no more once its code is loaded: it would never shrink; its compile cache is apart",
  async (cache, ...args) => {
    using folder = temporaryFolder("young-heap");
    const probe = path.join(folder.path, "probe.mjs");
    writeFileSync(probe, PROBE);
    const nowhere = path.join(folder.path, "nowhere");
    const preload = ["--import", pathToFileURL(probe).href];
    const child = spawn(process.execPath, [...preload, at("bin/countersign.mjs"), ...args, nowhere], {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, NODE_COMPILE_CACHE: undefined },
    });
    const [out, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect([code, out.split("\n").at(-1)]).toEqual([2, `${YOUNG} compile-${cache}`]);
  },
);
