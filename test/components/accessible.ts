import axe from "axe-core";
import { expect } from "vitest";
import { cdp } from "vitest/browser";

/** In light and in dark, axe finds nothing (promise 3). */
export async function accessible(element: Element): Promise<void> {
  for (const value of ["light", "dark"]) {
    const features = [{ name: "prefers-color-scheme", value }];
    await cdp().send("Emulation.setEmulatedMedia", { features });
    await settledColours();
    const { violations } = await axe.run(element, {
      ...{ resultTypes: ["violations"], preload: false },
      rules: { "label-content-name-mismatch": { enabled: true }, region: { enabled: false } },
    });
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ failureSummary }) => failureSummary)}`);
    expect(found, `in ${value}`).toEqual([]);
  }
}

/** Resolves once the buttons have faded to the colours of the theme. */
async function settledColours(): Promise<void> {
  await new Promise(requestAnimationFrame);
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  // A fade that a newer one replaced ends by being canceled, which is as well.
  await Promise.allSettled(fading.map(({ finished }) => finished));
}
