import { execFileSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import path from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Programs of the machine that the tests need: a browser, and other people's readers of PDFs, zips and signatures. */

/**
 * The headless shell comes first: it is the same engine without tabs and windows that nobody sees. Chromium draws a tab behind
 * another one once a second, and a click there waits two seconds.
 */
const BROWSERS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** By Debian package. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  "poppler-utils": ["pdfsig", "pdftoppm"],
  qpdf: ["qpdf"],
  "mupdf-tools": ["mutool"],
  unzip: ["unzip"],
  openssl: ["openssl"],
};

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Full path of the first of `names` that is on the PATH. */
function onPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  for (const name of names) {
    const found = folders.map((folder) => path.join(folder, name)).find(canRun);
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The browser for the end-to-end tests: COUNTERSIGN_CHROMIUM, else one on the PATH, else Playwright's own; null when
 * there is none.
 * @throws when COUNTERSIGN_CHROMIUM names no program.
 */
export function locateBrowser(): string | null {
  const named = process.env.COUNTERSIGN_CHROMIUM;
  if (named !== undefined) {
    if (!canRun(named)) throw new Error(`COUNTERSIGN_CHROMIUM names ${named}, which is no program that can be run.`);
    return named;
  }
  const own = chromium.executablePath();
  return onPath(BROWSERS) ?? (canRun(own) ? own : null);
}

/**
 * Windows of the new headless mode load the suggestions of an address bar that nobody sees: two pages of Chromium's own, of
 * 400 files, cost more than the app's page beside them.
 */
const UNSEEN = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];

/** What Playwright 1.65 switches off itself: Chromium heeds the last such list alone. */
export const SWITCHED_OFF: readonly string[] = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "AimEnabled",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
];

/** How the tests start their browser. @throws as `locateBrowser` */
export function browserOptions(): LaunchOptions {
  const executablePath = locateBrowser();
  const args = [`--disable-features=${[...SWITCHED_OFF, ...UNSEEN].join(",")}`];
  // Without a locale of UTF-8 Chromium calls a download whose name has other letters than ASCII's "download".
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return executablePath === null ? { args, env } : { args, env, executablePath };
}

/** Names the programs that the tests need and the machine lacks, as Debian packages. */
function missingPackages(): readonly string[] {
  const missing = Object.keys(PROGRAMS).filter((name) => PROGRAMS[name]?.some((program) => onPath([program]) === null));
  return [...(locateBrowser() === null ? ["chromium-headless-shell"] : []), ...missing];
}

/** Not needed, and their tests skip without them: SPIN and a compiler, which check the check (test/foresight/spin.ts). */
function missingExtras(): readonly string[] {
  const all = ["spin", "gcc"].every((name) => onPath([name]) !== null);
  return all ? [] : ["spin", "gcc", "libc6-dev"];
}

function aptGet(...args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync("apt-get", ["-q", ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
}

/**
 * Makes sure that the tests' programs are here; as root on Debian it installs what is missing.
 * @throws a sentence that says what is missing and how to get it.
 */
export function ensurePrograms(): void {
  const missing = missingPackages();
  const extras = missingExtras();
  const mayInstall = process.getuid?.() === 0 && existsSync("/etc/debian_version");
  if (missing.length === 0 && (extras.length === 0 || !mayInstall)) return;
  const command = `apt-get update && apt-get install -y ${missing.join(" ")}`;
  const advice = `Install it (on Debian: ${command}), or name a Chromium in COUNTERSIGN_CHROMIUM.`;
  if (!mayInstall) throw new Error(`The tests need ${missing.join(" and ")}, and this machine has none. ${advice}`);
  const wanted = [...missing, ...extras];
  process.stdout.write(`Installing ${wanted.join(" and ")} for the tests.\n`);
  aptGet("update");
  aptGet("install", "-y", "--no-install-recommends", ...wanted);
  const still = missingPackages();
  if (still.length > 0) throw new Error(`${still.join(" and ")} could not be installed. ${advice}`);
}
