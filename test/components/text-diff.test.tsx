import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { TextDiff } from "../../src-renderer/authoring/editor/text-diff.tsx";

await startI18n("en");

test("changed words keep the contrast of their line: they are underlined, on no ground of their own", async () => {
  await render(<TextDiff before={"- never: completed # by phone\n"} after={"- possible: failed # in person\n"} />);
  for (const changed of [".cm-changedText", ".cm-deletedText"]) {
    await expect.poll(() => document.querySelectorAll(`.text-diff ${changed}`).length).toBeGreaterThan(0);
    const [word] = document.querySelectorAll(`.text-diff ${changed}`);
    if (word === undefined) throw new Error(`Nothing is ${changed}.`);
    const { backgroundColor, backgroundImage, borderBottomWidth } = getComputedStyle(word);
    expect({ backgroundColor, backgroundImage, borderBottomWidth }).toEqual({
      backgroundColor: "rgba(0, 0, 0, 0)",
      backgroundImage: "none",
      borderBottomWidth: "2px",
    });
  }
});
