/** Wall milliseconds for which a document cannot start a second instance, on any service. */
const REPEATED_WITHIN = 10 * 60_000;

/**
 * What to do about a start that got no answer [Y10]. A document serves one instance, so a start that names documents nobody
 * else knows cannot succeed twice: it is repeated, but only soon, for a service may let a document of an ended run start again.
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
