// The last step of `npm ci` (decision 0101): requires the Node that comes along, and puts it first on the PATH of the npm
// scripts. npm leaves an optional package out without a word when its content is not what package-lock.json names, and
// npm 10 links no command that packages of several systems have. Any Node that npm runs on can read this.
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (...file) => JSON.parse(readFileSync(join(root, ...file), "utf8"));
const windows = process.platform === "win32";
const system = `${windows ? "win" : process.platform}-${process.arch}`;
const wanted = read("package.json").optionalDependencies;
const name = [`node-${system}`, `node-bin-${system}`].find((each) => wanted[each] !== undefined);

const isInstalled = () =>
  existsSync(join(root, "node_modules", name, "package.json")) &&
  read("node_modules", name, "package.json").version === wanted[name];

function link() {
  const bin = join(root, "node_modules", ".bin");
  if (windows) return writeFileSync(join(bin, "node.cmd"), `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
  rmSync(join(bin, "node"), { force: true });
  symlinkSync(`../${name}/bin/node`, join(bin, "node"));
}

if (name === undefined) {
  process.stderr.write(`No Node comes along for ${system}: npm's scripts run on this machine's, from 22.19 on.\n`);
} else if (isInstalled()) {
  link();
} else {
  process.stderr.write(
    "npm did not install " +
      name +
      " " +
      wanted[name] +
      ", the Node that Countersign runs on: its content is not what package-lock.json\n" +
      "names (npm's log says EINTEGRITY then), the registry does not have it, or optional packages were left out.\n",
  );
  process.exitCode = 1;
}
