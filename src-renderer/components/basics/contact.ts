/** A number as written into the flow: without the spaces, hyphens and brackets that people type. */
export const plainNumber = (typed: string): string => typed.replace(/[\s().-]/g, "").replace(/^00/, "+");

/** E.164: a country code, and at most fifteen digits in all. */
export const isPhoneNumber = (typed: string): boolean => /^\+[1-9]\d{6,14}$/.test(plainNumber(typed));
