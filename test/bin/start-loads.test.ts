import { spawn } from "node:child_process";

import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { at } from "../../scripts/places.ts";
import { temporaryFolder } from "../harness/temporary.ts";

/** Says at its end which of these Node has loaded. */
const TELLS = `process.on("exit", () => process.stderr.write(process.moduleLoadList.filter((name) => name.endsWith("undici/undici")).join()))`;

test("a start does not load Node's own undici, which takes a tenth of its processor time", async () => {
  using folder = temporaryFolder("loads");
  const args = ["--import", `data:text/javascript,${encodeURIComponent(TELLS)}`, at("bin/countersign.mjs")];
  const service = spawn(process.execPath, [...args, "serve", "--workspace", folder.path, "--port", "0"]);
  const told: string[] = [];
  service.stderr.setEncoding("utf8").on("data", (text: string) => told.push(text));
  await once(createInterface({ input: service.stdout }), "line");
  service.kill("SIGINT");
  await once(service, "close");
  expect(told.join("")).not.toContain("undici");
});
