import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { callOrNotify, notifyError, reasonText } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";

/** Syncs an account. Failures of this machine are reported at once; the rest is on the account's card. */
export async function syncNow(t: Translate, request: InputOf<"sync.run">): Promise<void> {
  const title = t("sync.runFailed");
  const report = await callOrNotify(title, "sync.run", request);
  if (report !== null && report.failed !== null) notifyError(title, { message: reasonText(report.failed) });
}
