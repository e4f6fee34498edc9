import { msg } from "./translatable.ts";

/** What sentences call the things of a flow. */
export const words = {
  participant: msg`participant`,
  document: msg`document`,
  message: msg`message`,
  stage: msg`stage`,
  action: msg`action`,
  callback: msg`callback`,
  group: msg`group`,
  reminder: msg`reminder`,
} as const;
