/** Wall milliseconds for which a document cannot start a second instance, on any service. */
const REPEATED_WITHIN = 10 * 60_000;

/**
 * Decides the next step for a start without an answer [Y10]. A document serves one run, so a start with documents of
 * its own cannot succeed twice. It is repeated only soon: a service may release the documents of an ended run.
 * @param ago wall milliseconds since it was first sent
 * @param documents how many it names, all uploaded for this start alone
 */
export function nextStart({
  ago,
  documents,
}: {
  readonly ago: number;
  readonly documents: number;
}): "repeat" | "perhaps" {
  return documents > 0 && ago >= 0 && ago < REPEATED_WITHIN ? "repeat" : "perhaps";
}
