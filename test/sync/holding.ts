import { onTestFinished } from "vitest";
import type { Asked } from "./fault-proxy.ts";
import type { Rig } from "./rig.ts";

/** Answers of some requests that never come, until they are let go; the service has done what was asked. */
export function holding(rig: Rig, fits: (asked: Asked) => boolean) {
  const asked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  rig.proxy.meanwhile = async (request) => {
    if (!fits(request)) return;
    asked.resolve();
    await free.promise;
  };
  /** Those that come from now on are answered. */
  const noMore = () => {
    rig.proxy.meanwhile = async () => undefined;
  };
  const letGo = () => {
    noMore();
    free.resolve();
  };
  onTestFinished(letGo);
  return { asked: asked.promise, noMore, letGo };
}
