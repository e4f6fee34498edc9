#!/usr/bin/env node
// Syntax and imports that Node 12 understands: whatever node the machine has must get as far as the sentence below.
import { spawn } from "child_process";
import { existsSync, realpathSync } from "fs";
import { constants } from "os";
import { dirname, join } from "path";
import { fileURLToPath } from "url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const pinned = pinnedNode();

/** The Node that comes along for this system (decision 0101), whether it is there or not. */
function pinnedNode() {
  const windows = process.platform === "win32";
  const system = (windows ? "win" : process.platform) + "-" + process.arch;
  const nodes = ["node-", "node-bin-"].map((kind) =>
    join(root, "node_modules", kind + system, "bin", windows ? "node.exe" : "node"),
  );
  return nodes.find((node) => existsSync(node)) || nodes[0];
}

/** better-sqlite3 13 crashes below Node 22.19, and TypeScript runs directly from there on. */
function isRecentEnough(version) {
  const [major, minor] = version.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

/**
 * npx and its shell end at a SIGTERM and hand it on to nobody, so that a server would live on, and hold its workspace and
 * port. Under npx, whoever has lost their parent was meant by it, too.
 */
function onEndOfNpx(stop) {
  if (process.env.npm_command !== "exec") return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop("SIGTERM");
  }, 250);
  watch.unref();
}

/** Runs the same command under the pinned Node, as if it had been started there: streams, signals and exit code. */
function runUnderPinnedNode() {
  const child = spawn(pinned, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  const forward = (signal) => {
    // A terminal's Ctrl-C reaches the whole process group: the child already has it.
    if (signal === "SIGINT" && process.stdin.isTTY) return;
    child.kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, forward);
  onEndOfNpx(forward);
  child.on("error", (error) => fail("Countersign could not start its own Node at " + pinned + ": " + error.message));
  child.on("exit", (code, signal) => {
    for (const name of signals) process.removeListener(name, forward);
    process.exitCode = code === null ? 128 + (constants.signals[signal] || 0) : code;
  });
}

/** 1 is a fault of our own, 2 what the machine lacks (README.md). */
function fail(sentence, exitCode = 1) {
  process.stderr.write(sentence + "\n");
  process.exitCode = exitCode;
}

/** Commands that take much in: their garbage is limited before their code is loaded. Those that check compute without a pause. */
const LIMITED = new Map([
  ["sync", { yields: true }],
  ["open", { yields: true }],
  ["check", { yields: false }],
  ["diff", { yields: false }],
]);

async function runHere() {
  const { enableCompileCache } = await import("module");
  const limits = LIMITED.get(process.argv[2]);
  // Halves the start. Where the folder cannot be written, Node goes on without. V8 takes what was compiled with other flags for stale.
  const folder = limits === undefined ? "compile" : limits.yields ? "compile-yielding" : "compile-computing";
  const cache = join(root, ".cache", folder);
  enableCompileCache(cache);
  // What was enabled above is this thread's alone: the worker that seals takes it from here.
  if (process.env.NODE_COMPILE_CACHE === undefined) process.env.NODE_COMPILE_CACHE = cache;
  if (limits) (await import("../src-main/cli/limit-garbage.ts")).limitGarbage(limits);
  const { main } = await import("../src-main/cli/main.ts");
  process.exitCode = await main(process.argv.slice(2));
  process.removeListener("beforeExit", onNothingLeft);
}

/** Node ends when nothing is left to wait for, also in the middle of a command: that must never look like success. */
function onNothingLeft() {
  fail("Countersign met a fault of its own: it stopped before the command had ended.");
}

function onFault(error) {
  process.removeListener("beforeExit", onNothingLeft);
  const bare = error.code === "ERR_MODULE_NOT_FOUND" && !existsSync(join(root, "node_modules", "zod"));
  if (bare) fail("Countersign's packages are not installed: run `npm ci` in " + root + " first.", 2);
  else fail("Countersign met a fault of its own: " + error.stack);
}

if (isRecentEnough(process.versions.node)) {
  process.exitCode = 1;
  process.once("beforeExit", onNothingLeft);
  onEndOfNpx((signal) => process.kill(process.pid, signal));
  runHere().catch(onFault);
} else if (existsSync(pinned) && realpathSync(pinned) !== process.execPath) {
  runUnderPinnedNode();
} else {
  fail(
    "Countersign needs Node 22.19 or later and this is Node " +
      process.versions.node +
      ": run `npm ci` in " +
      root +
      ", which brings the right one along, or install Node 24.",
    2,
  );
}
