import i18next from "i18next";

// Workers import the module that calls them, so this needs no document.
/**
 * Why a worker failed, and whether it never started: then its event has no message, and only another worker can answer.
 */
export function workerFailure(event: Event): { readonly message: string; readonly isLost: boolean } {
  const message = event instanceof ErrorEvent ? event.message : "";
  return message === "" ? { message: i18next.t("app.partNotLoaded"), isLost: true } : { message, isLost: false };
}
