import type { Translate } from "../../components/index.ts";
import { callOrNotify, notify } from "../notices/notify.ts";

interface Flow {
  readonly draftId: string;
  readonly title: string;
}

/** Disconnects a flow from its account; on the service it stays as it is [Y1]. */
export async function stopSyncing(t: Translate, { draftId, title }: Flow): Promise<void> {
  if (await callOrNotify(t("sync.resolveFailed"), "sync.unbind", { draftId }))
    notify(t("sync.unbound", { title }), t("sync.unboundText"));
}
