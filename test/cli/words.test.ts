import { expect, test } from "vitest";
import { printable } from "../../src-main/cli/words.ts";

test("control characters of an author are shown on a terminal, never obeyed", () => {
  expect(printable("a\u001b[31mRED\u001b]0;pwn\u0007\u009b1m\r\u0000")).toBe(
    "a\\u001b[31mRED\\u001b]0;pwn\\u0007\\u009b1m\\u000d\\u0000",
  );
  expect(printable("Åsa\tÖberg\n日本 🙂")).toBe("Åsa\tÖberg\n日本 🙂");
});
