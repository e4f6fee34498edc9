/** The service room's front door. */
export * from "./server.ts";
export { wireInstance } from "./wire.ts";
