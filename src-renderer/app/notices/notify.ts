import { Toast } from "@base-ui/react/toast";
import type { BridgeError, InputOf, OutputOf, ProcedureName } from "../../../src-shared/bridge/index.ts";
import { translate } from "../../components/index.ts";
import { host } from "../connection/host.ts";

export const toasts = Toast.createToastManager();

const READ_IN_MS = 5000;

/** Information goes by itself, on whatever view the reader is by then. */
export const notify = (title: string, description?: string) =>
  toasts.add({ title, ...(description && { description }), timeout: READ_IN_MS });

const ERRORS_AT_ONCE = 2;
let errors: readonly { readonly id: string; readonly message: string; readonly at: number }[] = [];

/**
 * An error stays until it is closed, because it may hold the only explanation; but no more than two, and none that was
 * there to be read before the reader went to another view. The same message once more takes the place of the one that is
 * there. Answers what `toasts.close` closes.
 */
export function notifyError(title: string, error: Pick<BridgeError, "message">): string {
  const id = toasts.add({ title, description: error.message, type: "error", priority: "high", timeout: 0 });
  const earlier = errors.filter(({ message }, at) => message === error.message || at <= errors.length - ERRORS_AT_ONCE);
  errors = [...errors, { id, message: error.message, at: Date.now() }];
  closeErrors(earlier);
  return id;
}

window.addEventListener("hashchange", () => closeErrors(errors.filter(({ at }) => at < Date.now() - READ_IN_MS)));

function closeErrors(closing: typeof errors) {
  errors = errors.filter((error) => !closing.includes(error));
  for (const { id } of closing) toasts.close(id);
}

/** What the host answers; null, and the error told under `failed`, where it refuses. */
export async function callOrNotify<N extends ProcedureName>(
  failed: string,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N> | null> {
  const answer = await host.call(name, input);
  if (answer.ok) return answer.value;
  notifyError(failed, answer.error);
  return null;
}

/** Puts text on the clipboard and says so. */
export async function copy(text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text);
    notify(translate("common.copied", { what }));
  } catch (error) {
    notifyError(translate("common.copyFailed", { what }), {
      message: error instanceof Error ? error.message : String(error),
    });
  }
}
