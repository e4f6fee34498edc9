import { callOrNotify, doneAfterAll, notify } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";

/** Asks an account what it can do, and says whether it can be used; one that was stopped goes on. */
export async function checkAccount(t: Translate, name: string): Promise<void> {
  if (await callOrNotify(t("sync.checkFailed", { name }), "sync.accounts.check", { name })) tellUsable(t, name);
}

/** The account can be used: why it could not be before is no news any more. */
export function tellUsable(t: Translate, name: string): void {
  doneAfterAll(name);
  notify(t("sync.checked", { name }));
}
