import { say } from "./said.ts";

/** What sentences call the things of a flow. */
export const words = {
  participant: say`participant`,
  document: say`document`,
  message: say`message`,
  stage: say`stage`,
  action: say`action`,
  callback: say`callback`,
  group: say`group`,
  reminder: say`reminder`,
} as const;
