import { expect, test, vi } from "vitest";
import { logToStderr } from "../../src-main/cli/log.ts";
import { oneLine, printable } from "../../src-main/cli/terminal-text.ts";

test("control characters of an author are shown on a terminal, never obeyed", () => {
  expect(printable("a\u001b[31mRED\u001b]0;pwn\u0007\u009b1m\r\u0000")).toBe(
    "a\\u001b[31mRED\\u001b]0;pwn\\u0007\\u009b1m\\u000d\\u0000",
  );
  expect(printable("\u202egnp.exe\u2066")).toBe("\\u202egnp.exe\\u2066");
  expect(printable("Åsa\tÖberg\n日本 🙂")).toBe("Åsa\tÖberg\n日本 🙂");
});

test("what people wrote stays on one line of a report, and never ends in half a character", () => {
  expect(oneLine('Bob rejected Loan: "No.\n\nSorry"')).toBe('Bob rejected Loan: "No. Sorry"');
  for (const before of ["", "x"]) {
    const line = oneLine(`${before}${"🙂".repeat(5_000)}`);
    expect(line).toMatch(/^x?🙂{95,100}…$/u);
  }
});

/** What is written to stderr of a log entry. */
function logged(entry: Parameters<typeof logToStderr>[0]): string {
  const written: string[] = [];
  const errors = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  logToStderr(entry);
  errors.mockRestore();
  return written.join("");
}

test("a log shows what a terminal would obey, too", () => {
  expect(logged({ level: "warn", message: "“Bank\u202e” is not reached." })).toBe(
    "warn: “Bank\\u202e” is not reached.\n",
  );
});

test("a log tells a full disk in words, and a fault of Countersign with its stack", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(logged({ level: "error", message: "It could not be cleared.", error: full })).toBe(
    "error: It could not be cleared.\nThe disk is full (ENOSPC: no space left on device, write). Free some space, then try again.\n",
  );
  expect(logged({ level: "error", message: "It ended.", error: new TypeError("x is not a function") })).toMatch(
    /^error: It ended\.\nTypeError: x is not a function\n {4}at /,
  );
});
