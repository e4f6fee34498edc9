/**
 * Incoming drafts with the same title as one that is sent as new: they differ, so both sides would have two. This
 * happens after an account was removed and added again [Y1].
 * @returns the keys that they would have here
 */
export function sentWithSameTitle(
  planned: readonly { readonly kind: string; readonly title: string }[],
  incoming: readonly { readonly how: string; readonly draft: string; readonly title: string }[],
): ReadonlySet<string> {
  const created = new Set(planned.flatMap(({ kind, title }) => (kind === "createDraft" ? [title] : [])));
  const twice = incoming.filter(({ how, title }) => how === "new" && created.has(`“${title}”`));
  return new Set(twice.map(({ draft }) => draft));
}
