/** Every port that a host listens at, in a process of its own and without its last safety net: whether it lives is the test. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { openApp } from "../../../src-main/app.ts";
import { startReceiver } from "../../../src-main/callbacks/index.ts";
import { EXAMPLES } from "../../../src-main/cli/paths.ts";
import { startAppShell } from "../../../src-main/cli/shell.ts";

const [dir = ""] = process.argv.slice(2);
const problems: string[] = [];
const rendererDir = path.join(dir, "renderer");
mkdirSync(rendererDir, { recursive: true });
for (const page of ["index.html", "participant.html"]) writeFileSync(path.join(rendererDir, page), "<!doctype html>");

const app = await openApp({
  dir: path.join(dir, "workspace"),
  rendererDir,
  examplesDir: EXAMPLES,
  version: "0",
  withExamples: false,
  log: ({ level, message }) => level === "error" && problems.push(message),
});
const shell = await startAppShell(app, rendererDir, () => undefined, 0);
const receiver = await startReceiver();

process.on("message", (message) => {
  // KiB, the most that the process has ever held.
  if (message === "state") process.send?.({ problems, peak: process.resourceUsage().maxRSS });
  if (message === "stop") {
    void Promise.all([shell.close(), receiver.close()])
      .then(() => app.close())
      .then(() => process.exit(0));
  }
});
const credentials = await app.host.accounts.credentials(app.host.accounts.defaultId);
if (!credentials.ok) throw new Error(credentials.error.message);
const { origin } = new URL(shell.link());
process.send?.({
  ...{ app: origin, session: app.keys.trade(app.keys.code, origin) },
  ...{ service: app.service.baseUrl, credentials: credentials.value },
  receiver: receiver.url,
});
