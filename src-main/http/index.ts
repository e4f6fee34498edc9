/** The front door of what the loopback servers share: guards, pages, uploads and the server itself. */

export * from "./answers.ts";
export * from "./pages.ts";
export * from "./request-host.ts";
export * from "./same-origin.ts";
export * from "./server.ts";
export * from "./uploads.ts";
