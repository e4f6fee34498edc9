/** Days until the time-out where a draft says nothing. */
export const defaultDuration = 90;
/** Days after the end during which participants may open their pages [interface 2.8]. */
export const defaultAccessibleDuration = 365;
export const defaultMaxFailures = 5;
export const defaultAttemptsPerSms = 5;

/** The versions of the language, oldest first [interface 9.2]. */
export const dslVersions = ["0.1.0", "0.2.0", "0.3.0"] as const;

/** '0.3' is '0.3.0'; null for what is no version. */
export function normalVersion(written: unknown): (typeof dslVersions)[number] | null {
  return dslVersions.find((known) => known === written || known === `${String(written)}.0`) ?? null;
}
