/** The verification room's front door: compares a workspace's contents with its records. */
export { verifyBundle } from "./bundle.ts";
export { isPdfFile, type SealedPdfReport, verifySealedPdf } from "./sealed-pdf.ts";
export * from "./workspace.ts";
