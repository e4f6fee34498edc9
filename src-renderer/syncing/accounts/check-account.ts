import { callOrNotify, doneAfterAll, notify } from "../../app/index.ts";
import type { Translate } from "../../components/index.ts";

/** Checks an account's abilities, and reports whether it can be used; a stopped account continues. */
export async function checkAccount(t: Translate, name: string): Promise<void> {
  if (await callOrNotify(t("sync.checkFailed", { name }), "sync.accounts.check", { name })) tellUsable(t, name);
}

/** Reports that the account works, and closes outdated errors about it. */
export function tellUsable(t: Translate, name: string): void {
  doneAfterAll(name);
  notify(t("sync.checked", { name }));
}
