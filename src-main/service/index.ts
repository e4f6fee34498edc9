/** The service room's front door. */
export type { Service, ServiceOptions } from "./server.ts";
export { startService } from "./server.ts";
export { wireInstance } from "./wire.ts";
