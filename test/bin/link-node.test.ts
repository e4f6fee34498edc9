import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type TemporaryFolder, temporaryFolder } from "../harness/temporary.ts";

/** Decision 0101: `npm ci` takes the Node that package-lock.json names, and nothing else. */

const NAME = `node-${process.platform}-${process.arch}`;
const VERSION = "24.21.0";

let folder: TemporaryFolder;
beforeEach(() => {
  folder = temporaryFolder("link-node");
});
afterEach(() => folder.remove());
const at = (...parts: readonly string[]) => path.join(folder.path, ...parts);
const write = (file: string, value: unknown) => writeFileSync(at(file), JSON.stringify(value));

/** A project whose lock file names a small package as its Node; `tamper` gives it another hash. */
function house(tamper: (integrity: string) => string): void {
  for (const dir of ["scripts", "package/bin"]) mkdirSync(at(dir), { recursive: true });
  copyFileSync(path.resolve(import.meta.dirname, "../../scripts/link-node.mjs"), at("scripts/link-node.mjs"));
  const own = { name: NAME, version: VERSION, bin: { node: "bin/node" } };
  write("package/package.json", own);
  writeFileSync(at("package/bin/node"), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  execFileSync("tar", ["czf", "node.tgz", "package"], { cwd: folder.path });
  const integrity = `sha512-${createHash("sha512")
    .update(readFileSync(at("node.tgz")))
    .digest("base64")}`;
  const root = { name: "house", version: "1.0.0", optionalDependencies: { [NAME]: VERSION } };
  write("package.json", { ...root, type: "module", scripts: { postinstall: "node scripts/link-node.mjs" } });
  const locked = {
    version: VERSION,
    resolved: "file:node.tgz",
    integrity: tamper(integrity),
    optional: true,
    bin: own.bin,
  };
  // Another system's, which npm leaves out: it has a command of the same name.
  const elsewhere = { version: VERSION, optional: true, os: ["aix"], cpu: ["ppc64"], bin: own.bin };
  const packages = { "": { ...root, hasInstallScript: true }, [`node_modules/${NAME}`]: locked };
  write("package-lock.json", {
    ...{ name: "house", version: "1.0.0", lockfileVersion: 3, requires: true },
    packages: { ...packages, "node_modules/node-aix-ppc64": elsewhere },
  });
}

function npmCi(): { readonly code: number | null; readonly output: string } {
  const args = ["ci", "--offline", "--foreground-scripts", "--cache", at("cache")];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder.path, encoding: "utf8" });
  return { code: status, output: stdout + stderr };
}

describe.skipIf(process.platform === "win32")("the Node that comes along", () => {
  test("is installed, and the npm scripts run on it", () => {
    house((integrity) => integrity);
    const { code, output } = npmCi();
    expect(output).not.toContain("did not install");
    expect(code).toBe(0);
    expect(readlinkSync(at("node_modules/.bin/node"))).toBe(`../${NAME}/bin/node`);
  });

  test("with another content than the lock file names is not installed, and `npm ci` fails", () => {
    house((integrity) => integrity.replace(/-(.)/, (_, first: string) => (first === "A" ? "-B" : "-A")));
    const { code, output } = npmCi();
    expect(code).not.toBe(0);
    expect(output).toContain(`npm did not install ${NAME} ${VERSION}, the Node that Countersign runs on`);
    expect(existsSync(at("node_modules", NAME))).toBe(false);
  });
});
