/** One address: a list of them would give one person's link to several. No controls, and nothing that turns a text round. */
const EMAIL =
  /^[^\s<>()[\],;:\\"@\p{Cc}\u202a-\u202e\u2066-\u2069]+@[^\s<>()[\],;:\\"@\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u;

/** One address alone, without a name or a comment. */
export const isEmailAddress = (text: string): boolean => EMAIL.test(text);
