import { isMac } from "./shortcuts.ts";

/** Whether this keyboard has a Command key. */
export const mac = isMac(navigator.platform);
