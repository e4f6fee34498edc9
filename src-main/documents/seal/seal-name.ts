/** Stands in plain bytes in each sealed file. */
export const SEAL_NAME = "SIMULATED - Countersign";
