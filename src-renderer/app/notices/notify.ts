import { Toast } from "@base-ui/react/toast";
import { marksShown, messageOf } from "../../../src-shared/basics/index.ts";
import type { BridgeError, InputOf, OutputOf, ProcedureName } from "../../../src-shared/bridge/index.ts";
import { lowerFirst, translate } from "../../components/index.ts";
import { host } from "../connection/host.ts";

export const toasts = Toast.createToastManager();

const READ_IN_MS = 5000;

/** An action offered by a message, such as a link to its subject. */
interface MessageAction {
  readonly label: string;
  readonly run: () => void;
  /** The keys of the items that it would change back: it is no longer offered once all of them are gone. */
  readonly on?: readonly string[];
}

/** Messages with an action, and the keys of their remaining items. */
const offers = new Map<string, ReadonlySet<string>>();

/**
 * Shows information that closes automatically, on any view; one that `stays` is closed by its reader.
 * @returns the id for `toasts.close`
 */
export function notify(title: string, description?: string, action?: MessageAction, stays = false): string {
  const id = toasts.add({
    title,
    ...(description && { description: marksShown(description) }),
    ...(action && { actionProps: { children: action.label, onClick: act } }),
    timeout: stays ? 0 : READ_IN_MS,
    onRemove: () => void offers.delete(id),
  });
  if (action?.on) offers.set(id, new Set(action.on));
  function act() {
    toasts.close(id);
    action?.run();
  }
  return id;
}

/** Closes messages whose action would restore deleted or forgotten items, and errors about those. */
export function gone(keys: readonly string[]) {
  closeErrors(errors.filter(({ of }) => of !== null && keys.includes(of)));
  for (const [id, before] of offers) {
    const left = new Set([...before].filter((key) => !keys.includes(key)));
    offers.set(id, left);
    if (left.size === 0) toasts.close(id);
  }
}

const ERRORS_AT_ONCE = 2;
interface ShownError {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly of: string | null;
  readonly at: number;
}
let errors: readonly ShownError[] = [];

/**
 * Shows an error until it is closed, because it may be the only explanation. At most two are shown, and none that was
 * readable before the reader left the view. A repeated message replaces the earlier one, as does another error of the
 * same action; `notifyOutcome` closes it.
 * @param of the item of the action, if it could have several
 * @returns the id for `toasts.close`
 */
export function notifyError(title: string, error: Pick<BridgeError, "message">, of: string | null = null): string {
  const description = marksShown(error.message);
  const id = toasts.add({ title, description, type: "error", priority: "high", timeout: 0 });
  const isReplaced = (shown: ShownError) =>
    shown.message === error.message || (shown.title === title && shown.of === of);
  const earlier = errors.filter((shown, at) => isReplaced(shown) || at <= errors.length - ERRORS_AT_ONCE);
  errors = [...errors, { id, title, message: error.message, of, at: Date.now() }];
  closeErrors(earlier);
  return id;
}

/**
 * Reports the result of an action: an error is shown with the title `failed`; a success closes earlier errors with that
 * title on the same item.
 * @param error null: it succeeded
 * @returns whether it did
 */
export function notifyOutcome(failed: string, error: Pick<BridgeError, "message"> | null, of: string | null = null) {
  if (error !== null) notifyError(failed, error, of);
  else closeErrors(errors.filter((shown) => shown.title === failed && shown.of === of));
  return error === null;
}

/** It was done in another way: closes outdated errors of actions on the same item. */
export const doneAfterAll = (of: string) => closeErrors(errors.filter((shown) => shown.of === of));

window.addEventListener("hashchange", () => closeErrors(errors.filter(({ at }) => at < Date.now() - READ_IN_MS)));

function closeErrors(closing: typeof errors) {
  errors = errors.filter((error) => !closing.includes(error));
  for (const { id } of closing) toasts.close(id);
}

/**
 * The host's answer; on an error, null and a notification with the title `failed`. A canceled request is not an error.
 */
export async function callOrNotify<N extends ProcedureName>(
  failed: string,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N> | null> {
  const answer = await host.call(name, input);
  // Accounts are identified by their names.
  const of = "id" in input ? String(input.id) : "name" in input ? String(input.name) : null;
  if (!answer.ok && answer.error.canceled) notify(translate("common.wasCanceled"));
  else notifyOutcome(failed, answer.ok ? null : answer.error, of);
  return answer.ok ? answer.value : null;
}

/** Copies text to the clipboard and confirms it. */
export async function copy(text: string, named: string) {
  const what = lowerFirst(named);
  const failed = translate("common.copyFailed", { what });
  const error = await navigator.clipboard.writeText(text).then(
    () => null,
    (why: unknown) => ({ message: messageOf(why) }),
  );
  if (notifyOutcome(failed, error)) notify(translate("common.copied", { what }));
}
