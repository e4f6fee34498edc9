import { contactOf, type Instant, type Notification, type State } from "../../src-shared/flow/index.ts";
import { withoutControls } from "../../src-shared/language/index.ts";
import { codeText, messageContent } from "../../src-shared/mail/index.ts";
import type { MailRow } from "../store/index.ts";

export interface ComposeContext {
  readonly instanceId: string;
  /** Flow time. */
  readonly sentAt: Instant;
  readonly wallSent: number;
  /** Bytes of a sealed blob. */
  readonly sizeOf: (sha256: string) => number;
}

/** The mail of a notification; its id follows from the notification, so that sending twice lists once. */
export function composeNotification(state: State, notification: Notification, context: ComposeContext): MailRow {
  const { participant, method, kind } = notification;
  const { title, messages } = state.start;
  const message = (notification.message === null ? undefined : messages[notification.message]) ?? null;
  return {
    id: `${context.instanceId}-${notification.id}`,
    notification: notification.id,
    participant,
    method,
    kind,
    to: contactOf(state, participant, method),
    ...messageContent(kind, method, title, message),
    attachments: method === "email" ? attachments(state, notification.attach, context) : [],
    codeRef: null,
    ...queued(context),
  };
}

const queued = ({ instanceId, sentAt, wallSent }: ComposeContext) =>
  ({ instanceId, status: "queued", reason: null, sentAt, wallSent, readAt: null, clickedAt: null }) as const;

const CODE_MINUTES = 10;

/** The SMS of a code; `codeRef` names the code in the secret store (law 9). */
export function composeCode(state: State, participant: string, codeRef: string, context: ComposeContext): MailRow {
  return {
    id: `${context.instanceId}-${codeRef.slice(codeRef.lastIndexOf(":") + 1)}`,
    notification: null,
    participant,
    method: "sms",
    kind: "code",
    to: contactOf(state, participant, "sms"),
    subject: null,
    text: codeText(state.start.title, CODE_MINUTES),
    html: null,
    attachments: [],
    codeRef,
    ...queued(context),
  };
}

function attachments(state: State, names: readonly string[], context: ComposeContext): MailRow["attachments"] {
  return names.flatMap((name) => {
    const sha256 = state.documents.find((document) => document.name === name)?.sealedSha256 ?? null;
    const title = state.start.documents.find((document) => document.name === name)?.title ?? name;
    return sha256 === null ? [] : [{ name: fileName(title), sha256, size: context.sizeOf(sha256) }];
  });
}

/** Longest name of a file, in characters, without its ending. */
const LONGEST = 120;

/** Safe on every file system, and shown as it is: what turns text around could hide the ending. */
export function fileName(title: string, ending: "pdf" | "eml" = "pdf"): string {
  const safe = withoutControls(title.toWellFormed().replaceAll(/[\p{Cc}\s/\\:*?"<>|]+/gu, " ")).trim();
  const cut = [...safe].slice(0, LONGEST).join("").trim();
  const named = cut === "" ? (ending === "pdf" ? "document" : "message") : cut;
  return named.toLowerCase().endsWith(`.${ending}`) ? named : `${named}.${ending}`;
}
