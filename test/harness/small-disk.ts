import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary.ts";

/** A disk of its own, of so many KiB, until the test ends; null where this user may not mount one. */
export function smallDisk(kibibytes: number): string | null {
  const folder = temporaryFolder("small-disk");
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${kibibytes}k`, "tmpfs", folder.path]).status === 0;
  onTestFinished(() => {
    if (mounted) spawnSync("umount", [folder.path]);
    folder.remove();
  });
  return mounted ? folder.path : null;
}

/** Takes all the space that is left; the returned function gives it back. */
export function fillDisk(disk: string): () => void {
  const file = join(disk, "filler");
  const handle = openSync(file, "w");
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(handle);
  }
  return () => rmSync(file);
}

/** Lets nothing more be written to the disk; the returned function undoes it. Files open for writing would keep it from that. */
export function writeProtect(disk: string): () => void {
  const remount = (mode: "ro" | "rw") => expect(spawnSync("mount", ["-o", `remount,${mode}`, disk]).status).toBe(0);
  remount("ro");
  return () => remount("rw");
}
