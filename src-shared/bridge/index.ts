/** The bridge's front door. */
export * from "./contract.ts";
