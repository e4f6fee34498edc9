/** Of a signature's PNG: what a seal shows of each signer, however many there are. */
export const MOST_PNG_PIXELS = 2_000_000;
