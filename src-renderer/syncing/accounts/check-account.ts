import { callOrNotify, notify } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";

/** Asks an account what it can do, and says whether it can be used; one that was stopped goes on. */
export async function checkAccount(t: Translate, name: string): Promise<void> {
  if (await callOrNotify(t("sync.checkFailed"), "sync.accounts.check", { name })) notify(t("sync.checked", { name }));
}
