import type { BridgeHandlers } from "../../../src-shared/bridge/index.ts";
import type { Host } from "../../host/index.ts";
import { answer, done, type FileUrl, ok, same } from "./shared.ts";

/** The evidence of all ended runs, in one zip. */
export function evidenceHandlers({ evidence }: Host, fileUrl: FileUrl) {
  return {
    "evidence.begin": async () => {
      const { id, runs } = evidence.begin();
      return ok({ id, runs, address: fileUrl(`evidence/${id}.zip`) });
    },
    "evidence.progress": async ({ id }) => answer(evidence.progress(id), same),
    "evidence.cancel": async ({ id }) => done(evidence.cancel(id)),
  } satisfies Partial<BridgeHandlers>;
}
