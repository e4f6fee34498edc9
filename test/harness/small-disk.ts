import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
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
