import type { NotifyMethods } from "../../language/index.ts";
import { messageKinds } from "../../mail/index.ts";
import type { Notification, NotificationKind, NotificationMethod, State } from "../model/index.ts";
import { contactOf, lastInvitation, lengthOf, visibleDocuments } from "../model/index.ts";
import type { Transaction } from "./transaction.ts";

/** The content of a new notification; the rest follows from the flow. */
export interface NewNotification {
  readonly kind: NotificationKind;
  readonly participant: string;
  readonly method: NotificationMethod;
  readonly message: string | null;
  readonly emailLinkOnly: boolean;
}

/** One message per method that is set, e-mail first [Mail]. */
export function channels(methods: NotifyMethods): { method: NotificationMethod; message: string }[] {
  const { email, sms } = methods;
  return [
    ...(email === null ? [] : [{ method: "email" as const, message: email }]),
    ...(sms === null ? [] : [{ method: "sms" as const, message: sms }]),
  ];
}

/** Queues a message; a confirmation is held until its documents are sealed. */
export function queueNotification(tx: Transaction, notification: NewNotification): void {
  const id = lengthOf(tx.state.notifications) + 1;
  const held = messageKinds[notification.kind].waitsForSeals;
  tx.emit({ type: "notification_queued", at: tx.at, id, ...notification, held });
  if (!held) giveUpWithoutContact(tx, id, notification);
}

/** Sends every held confirmation whose recipient's visible documents are all sealed, with exactly those [Mail]. */
export function releaseConfirmations(tx: Transaction): void {
  for (const notification of tx.state.notifications.flat()) {
    if (notification.status !== "held") continue;
    const visible = visibleDocuments(tx.state, notification.participant);
    if (!visible.every((name) => isSealed(tx.state, name))) continue;
    const attach = notification.method === "sms" || notification.emailLinkOnly ? [] : visible;
    tx.emit({ type: "notification_released", at: tx.at, id: notification.id, attach });
    giveUpWithoutContact(tx, notification.id, notification);
  }
}

/** Drops the held confirmations of a flow that ended without completing, and says so in the history [Mail]. */
export function dropConfirmations(tx: Transaction, reason: string): undefined {
  for (const { id, status } of tx.state.notifications.flat()) {
    if (status === "held") tx.emit({ type: "notification_dropped", at: tx.at, id, reason });
  }
}

/** Reminds a participant: by the given methods, else as they were last invited, else by their known addresses [C1]. */
export function remind(tx: Transaction, participant: string, methods: NotifyMethods | null): void {
  for (const { method, message } of reminderChannels(tx.state, participant, methods)) {
    queueNotification(tx, { kind: "reminder", participant, method, message, emailLinkOnly: false });
  }
}

function reminderChannels(
  state: State,
  participant: string,
  methods: NotifyMethods | null,
): { method: NotificationMethod; message: string | null }[] {
  const chosen = methods ?? lastInvitation(state.program, state.stage, participant);
  if (chosen !== null) return channels(chosen);
  const onlyPhone = contactOf(state, participant, "email") === null && contactOf(state, participant, "sms") !== null;
  return [{ method: onlyPhone ? "sms" : "email", message: null }];
}

/** A message without an address is not delivered; the flow goes on [Mail]. */
function giveUpWithoutContact(
  tx: Transaction,
  id: number,
  { participant, method }: Pick<Notification, "participant" | "method">,
): void {
  if (contactOf(tx.state, participant, method) !== null) return;
  // Whole sentences, so that they can be translated.
  const reason = method === "email" ? `${participant} has no e-mail address` : `${participant} has no phone number`;
  tx.emit({ type: "notification_status_changed", at: tx.at, id, status: "not_delivered", reason });
}

function isSealed(state: State, name: string): boolean {
  return state.documents[state.program.documentIndex.get(name) ?? -1]?.state === "sealed";
}
