import { takesCode } from "../../authentication/index.ts";
import type { FlowOutline, OutlineLimits } from "../../language/index.ts";

/** The names of a flow, in its order. */
export interface Names {
  readonly participants: readonly string[];
  readonly documents: readonly string[];
  readonly stages: readonly string[];
  /** What the flow asks for; completion offers only that. Absent: not known, so anybody may do anything. */
  readonly asks?: Asks;
}

/** What a flow asks of its people. */
export interface Asks {
  /** Each act once, in the order of the stages. */
  readonly acts: readonly { readonly who: string; readonly does: "signs" | "approves"; readonly document: string }[];
  /** Who authenticates to act. */
  readonly authenticates: readonly Authenticates[];
  /** Who authenticates to open their page. */
  readonly views: readonly Authenticates[];
  /** Whether people may reject the whole flow. */
  readonly rejections: boolean;
}

/** How somebody authenticates. */
export interface Authenticates {
  readonly who: string;
  /** Whether by a code, which may be mistyped [U4]; null: not known. */
  readonly byCode: boolean | null;
  /** Attempts before a lock-out: attempts [U3], or codes that they enter [U4]. */
  readonly tries: number;
}

/**
 * A flow's names and what it asks for; works for a text with errors too. Each act appears once, in the flow's order.
 */
export function namesWithAsks(
  { participants, documents, stages }: FlowOutline,
  /** The process's setting for rejections. */
  allowRejections: boolean,
): Names {
  const acts = new Map<string, Asks["acts"][number]>();
  for (const { kind, users, documents: asked } of stages.flatMap(({ conditions }) => conditions)) {
    if (kind === "redirect-to") continue;
    const does = kind.startsWith("signed") ? "signs" : "approves";
    for (const who of users)
      for (const document of asked) acts.set(`${who}\n${does}\n${document}`, { who, does, document });
  }
  return {
    participants: participants.map(({ name }) => name),
    documents: documents.map(({ name }) => name),
    stages: stages.map(({ name }) => name),
    asks: {
      acts: [...acts.values()],
      authenticates: participants.flatMap(({ name, authToSign, limitsToSign }) =>
        authenticatesBy(name, authToSign, limitsToSign),
      ),
      views: participants.flatMap(({ name, authToView, limitsToView }) =>
        authenticatesBy(name, authToView, limitsToView),
      ),
      rejections: allowRejections,
    },
  };
}

function authenticatesBy(
  who: string,
  provider: string | null,
  { maxFailures, attemptsPerSms }: OutlineLimits,
): readonly Authenticates[] {
  if (provider === null) return [];
  const byCode = takesCode(provider);
  return [{ who, byCode, tries: byCode ? Math.max(1, maxFailures) * attemptsPerSms : maxFailures + 1 }];
}

/** The fallback when only names are known: anybody may do anything. */
export function everythingAsked({ participants, documents }: Names): Asks {
  const acts = participants.flatMap((who) =>
    documents.flatMap((document) => (["signs", "approves"] as const).map((does) => ({ who, does, document }))),
  );
  const authenticates = participants.map((who) => ({ who, byCode: null, tries: 1 }));
  return { acts, authenticates, views: authenticates, rejections: true };
}
