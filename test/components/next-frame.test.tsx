import { expect, it, vi } from "vitest";
import { nextFrame } from "../../src-renderer/participation/session/next-frame.ts";

it("the pages of a wall draw what changed in the browser's next frame, together", async () => {
  const drawn: string[] = [];
  requestAnimationFrame(() => drawn.push("another page"));
  await nextFrame();
  expect(drawn).toEqual(["another page"]);
});

it("a page that is out of sight, and has no frames, hears of changes all the same", async () => {
  using none = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  await nextFrame();
  expect(none).toHaveBeenCalled();
});
