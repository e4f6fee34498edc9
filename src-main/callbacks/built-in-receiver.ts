import { BUILT_IN_RECEIVER } from "../../src-shared/service/index.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

/** Takes the callbacks that may not leave this machine, so that their runs go on as they would outside [P006]. */
export interface BuiltInReceiver {
  /** Its address; it starts to listen when the first callback needs it. */
  url(): Promise<string>;
  close(): Promise<void>;
}

export function builtInReceiver(): BuiltInReceiver {
  let started: Promise<Receiver> | null = null;
  return {
    async url() {
      started ??= startReceiver({
        status: 200,
        headers: { server: BUILT_IN_RECEIVER, "content-type": "text/plain; charset=utf-8" },
        body: "Taken by the built-in receiver: this host is not allowed in the workspace, so nothing left the machine.",
      });
      return (await started).url;
    },
    async close() {
      await (await started)?.close();
    },
  };
}
