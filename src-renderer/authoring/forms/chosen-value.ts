/** A value that was chosen, until the flow says it too. Values are JSON-able. */
export interface ChosenValue<T> {
  readonly next: T;
  /** What the flow has said since the first of the choices that follow each other. */
  readonly passed: readonly string[];
  /** It stands in the text, or was taken out of it again. */
  readonly written: boolean;
}

export type ChoiceEvent<T> =
  /** The author chose a value while the flow said another. */
  | { readonly kind: "chosen"; readonly next: T; readonly before: T }
  /** The last choice was written into the text. */
  | { readonly kind: "written" }
  | { readonly kind: "refused" }
  /** The flow says a value. */
  | { readonly kind: "said"; readonly now: string }
  /** The views show the text as it stands. */
  | { readonly kind: "caught-up" };

/** What is held of the choices after an event; null when the flow's own value is shown. */
export function afterChoiceEvent<T>(held: ChosenValue<T> | null, event: ChoiceEvent<T>): ChosenValue<T> | null {
  switch (event.kind) {
    case "chosen": {
      const before = [event.before, held?.next ?? event.before].map((value) => JSON.stringify(value));
      return { next: event.next, passed: [...(held?.passed ?? []), ...before], written: false };
    }
    case "written":
      return held && { ...held, written: true };
    case "refused":
      return null;
    case "said":
      return held?.passed.includes(event.now) && JSON.stringify(held.next) !== event.now ? held : null;
    case "caught-up":
      // What the views show may be older than a choice made since.
      return held?.written === true ? null : held;
  }
}
