import { createHmac, randomBytes } from "node:crypto";
import { sameSecret } from "../http/index.ts";

export type AppKeys = Readonly<ReturnType<typeof createAppKeys>>;

/**
 * What opens the app over HTTP, for one run of the host: nothing of it is stored, and the next run has other keys
 * (docs/decisions/0705-a-link-opens-the-app-once.md).
 */
export function createAppKeys() {
  const key = randomBytes(32);
  const mark = (text: string): string => createHmac("sha256", key).update(text).digest("base64url");
  const session = (origin: string) => mark(`session ${origin}`);
  const ticket = (path: string) => mark(`file ${path}`);
  let code = newCode();
  return {
    /**
     * Opens the app once: `trade` takes it for a session. 256 random bits, as everything here, so that guessing is hopeless
     * and wrong codes need not be counted.
     */
    get code(): string {
      return code;
    },
    /**
     * The session of a page at `origin`, such as `http://127.0.0.1:4100`; the code is spent, and there is a new one.
     * null for any other code.
     */
    trade(given: string, origin: string): string | null {
      if (!sameSecret(given, code)) return null;
      code = newCode();
      return session(origin);
    },
    /** Whether it is the session of this run and this origin. */
    isSession: (given: string, origin: string): boolean => sameSecret(given, session(origin)),
    /**
     * Address of one file of the app, such as `documents/1001.pdf`. Its ticket opens that file alone: frames, new tabs and
     * downloads cannot send a header.
     */
    fileUrl: (path: string): string =>
      `/bridge/files/${path.split("/").map(encodeURIComponent).join("/")}?ticket=${ticket(path)}`,
    isTicket: (given: string, path: string): boolean => sameSecret(given, ticket(path)),
  };
}

const newCode = (): string => randomBytes(32).toString("base64url");
