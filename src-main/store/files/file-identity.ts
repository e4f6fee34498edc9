import { statSync } from "node:fs";

/** What distinguishes a file from each copy of it, also where a copy has its path by now. */
interface FileIdentity {
  readonly inode: string;
  /** When it was made, epoch nanoseconds; null: the file system does not tell. */
  readonly born: string | null;
}

/** Of a file that is there. A move on the same disk keeps it. Plain text, to be kept and compared. */
export function fileIdentity(path: string): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  // Where there is no birth time, Node gives none, or the last change's.
  const born = birthtimeNs <= 0n || birthtimeNs === ctimeNs ? null : String(birthtimeNs);
  return JSON.stringify({ inode: String(ino), born } satisfies FileIdentity);
}

/** Whether two identities are of one file, as far as both tell. One that is not as it is written here is another's. */
export function isSameFile(one: string, other: string): boolean {
  const [before, now] = [identityIn(one), identityIn(other)];
  if (before === null || now === null || before.inode !== now.inode) return false;
  return before.born === null || now.born === null || before.born === now.born;
}

function identityIn(text: string): FileIdentity | null {
  try {
    const { inode, born }: Record<string, unknown> = JSON.parse(text);
    return typeof inode === "string" && (born === null || typeof born === "string") ? { inode, born } : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
