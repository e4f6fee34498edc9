import { Toast } from "@base-ui/react/toast";
import { messageOf } from "../../../src-shared/basics/index.ts";
import type { BridgeError, InputOf, OutputOf, ProcedureName } from "../../../src-shared/bridge/index.ts";
import { translate } from "../../components/index.ts";
import { host } from "../connection/host.ts";

export const toasts = Toast.createToastManager();

const READ_IN_MS = 5000;

/** What can be done about a message, such as a look at what it names. */
interface MessageAction {
  readonly label: string;
  readonly run: () => void;
}

/**
 * Shows information that closes by itself, on any view; one that `stays` is closed by its reader.
 * @returns the id for `toasts.close`
 */
export function notify(title: string, description?: string, action?: MessageAction, stays = false): string {
  const id = toasts.add({
    title,
    ...(description && { description }),
    ...(action && { actionProps: { children: action.label, onClick: act } }),
    timeout: stays ? 0 : READ_IN_MS,
  });
  function act() {
    toasts.close(id);
    action?.run();
  }
  return id;
}

const ERRORS_AT_ONCE = 2;
let errors: readonly { readonly id: string; readonly message: string; readonly at: number }[] = [];

/**
 * Shows an error until it is closed, because it may hold the only explanation; at most two, and none that was readable before
 * the reader left the view. A repeated message replaces the earlier one.
 * @returns the id for `toasts.close`
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

/** The host's answer; on an error, null and a notification with the title `failed`. */
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

/** Copies text to the clipboard and confirms it. */
export async function copy(text: string, what: string) {
  try {
    await navigator.clipboard.writeText(text);
    notify(translate("common.copied", { what }));
  } catch (error) {
    notifyError(translate("common.copyFailed", { what }), {
      message: messageOf(error),
    });
  }
}
