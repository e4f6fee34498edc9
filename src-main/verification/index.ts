/** The verification room's front door: what a workspace holds, against what it recorded. */
export { verifyBundle } from "./bundle.ts";
export { isPdfFile, type SealedPdfReport, verifySealedPdf } from "./sealed-pdf.ts";
export * from "./workspace.ts";
