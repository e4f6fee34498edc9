import { expect, it } from "vitest";
import { openShell } from "./shell.ts";

it("the app's own page is not kept by browsers, as no other answer is", async () => {
  const shell = await openShell();
  for (const at of ["/", "/index.html", "/flows/7"]) {
    expect((await fetch(shell.origin + at)).headers.get("cache-control")).toBe("no-store");
  }
});
