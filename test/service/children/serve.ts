/** The service in a process of its own, so that the cost of abuse is measured without the test's own. */
import { openWorkspace } from "../../../src-main/host.ts";
import type { TimeLimits } from "../../../src-main/http/index.ts";
import { startService } from "../../../src-main/service/index.ts";

const [dir = "", request = "2000"] = process.argv.slice(2);
const problems: string[] = [];
const host = await openWorkspace({ dir, log: ({ level, message }) => level === "error" && problems.push(message) });
const start = (timeLimits: TimeLimits) =>
  startService({ host, port: 0, timeLimits, log: ({ message }) => problems.push(message) });
const hasty = {
  headers: Number(request) / 2,
  request: Number(request),
  answer: 2_000,
  idle: 1_000,
  margin: 5_000,
  check: 100,
};
const service = await start(hasty);
/** Cuts nobody for being slow: a busy machine is no abuse. */
const patient = await start({ ...hasty, headers: 600_000, request: 600_000, answer: 600_000 });
const credentials = await host.accounts.credentials(host.accounts.defaultId);
if (!credentials.ok) throw new Error(credentials.error.message);

process.on("message", (message) => {
  // KiB, the most that the process has ever held.
  if (message === "state") process.send?.({ peak: process.resourceUsage().maxRSS, problems });
  if (message === "stop") {
    void Promise.all([service.close(), patient.close()])
      .then(() => host.close())
      .then(() => process.exit(0));
  }
});
process.send?.({ port: service.port, patientPort: patient.port, credentials: credentials.value });
