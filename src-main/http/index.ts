/** The front door of what the loopback servers share: guards, pages, uploads and the server itself. */
export * from "./guard.ts";
export * from "./host.ts";
export * from "./pages.ts";
export * from "./server.ts";
export * from "./uploads.ts";
