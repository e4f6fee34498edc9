/** The verification room's front door: what a workspace holds, against what it recorded. */
export { verifyBundle } from "./bundle.ts";
export { isPdfFile, type SealedPdfReport, verifySealedPdf } from "./sealed-pdf.ts";
export {
  type NewerHistory,
  type VerifyOptions,
  type VerifyProblem,
  type VerifyReport,
  verifyWorkspace,
} from "./workspace.ts";
