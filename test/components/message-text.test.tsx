import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { MessageText, plainText } from "../../src-renderer/components/index.ts";

test("names in a sentence are in the type of names, and nothing of their marks is left", async () => {
  const screen = await render(<MessageText text="`ada` acts in stage `<b>one</b>` and is never invited." />);
  const names = screen.container.querySelectorAll("code");
  expect([...names].map(({ textContent }) => textContent)).toEqual(["ada", "<b>one</b>"]);
  expect(screen.container.textContent).toBe("ada acts in stage <b>one</b> and is never invited.");
});

test("a mark alone is no name", async () => {
  const screen = await render(<MessageText text="A ` alone." />);
  expect(screen.container.textContent).toBe("A ` alone.");
  expect(plainText("`a` and `b`, but ` not")).toBe("a and b, but ` not");
});

test("a name from the right that stands isolated in a sentence shows no marks", async () => {
  const sentence = "\u2068\u2068`מהא`\u2069 signs `contract`\u2069 in time";
  const screen = await render(<MessageText text={sentence} />);
  expect(screen.container.textContent).toBe(sentence.replaceAll("`", ""));
  expect(plainText(sentence)).toBe(sentence.replaceAll("`", ""));
});
