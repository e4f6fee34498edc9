/** The dialect room's front door: how a service spells what the interface leaves open (law 5). */

export { countersignDialect } from "./countersign.ts";
export * from "./remote.ts";
