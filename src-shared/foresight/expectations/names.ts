import { takesCode } from "../../authentication/index.ts";
import type { FlowOutline } from "../../language/index.ts";

/** The names of a flow, in its order. */
export interface Names {
  readonly participants: readonly string[];
  readonly documents: readonly string[];
  readonly stages: readonly string[];
  /** What the flow asks for: completion offers nothing else. Absent: not known, and anybody may do anything. */
  readonly asks?: Asks;
}

/** What a flow asks of its people. */
export interface Asks {
  /** Each act once, in the order of the stages. */
  readonly acts: readonly { readonly who: string; readonly does: "signs" | "approves"; readonly document: string }[];
  /** Who authenticates to act. */
  readonly authenticates: readonly string[];
  /** Of those, who also authenticates to open their page. */
  readonly views: readonly string[];
  /** How often each of them may try before they are locked out [U3]: once by SMS, whose codes are tried within one attempt. */
  readonly tries: Readonly<Record<string, number>>;
  /** Whether people may reject the whole flow. */
  readonly rejections: boolean;
}

/** A flow's names with what it asks for, also of a text that has errors. Each act is there once, in the flow's order. */
export function namesWithAsks(
  { participants, documents, stages }: FlowOutline,
  /** What the process says of rejections. */
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
      authenticates: participants.filter(({ authToSign }) => authToSign !== null).map(({ name }) => name),
      views: participants
        .filter(({ authToSign, authToView }) => authToSign !== null && authToView !== null)
        .map(({ name }) => name),
      tries: Object.fromEntries(
        participants.flatMap(({ name, authToSign, failuresToSign }) =>
          authToSign === null ? [] : [[name, takesCode(authToSign) ? 1 : failuresToSign + 1] as const],
        ),
      ),
      rejections: allowRejections,
    },
  };
}

/** What names alone allow: anybody may do anything. */
export function everythingAsked({ participants, documents }: Names): Asks {
  const acts = participants.flatMap((who) =>
    documents.flatMap((document) => (["signs", "approves"] as const).map((does) => ({ who, does, document }))),
  );
  return { acts, authenticates: participants, views: participants, tries: {}, rejections: true };
}
