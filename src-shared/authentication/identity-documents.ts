/** What `idverify` takes for its fields [interface 2.8], where the flow gives none: the first method, and every document. */
export const identityMethods = ["document", "document_and_photo", "document_and_video", "document_and_motion"] as const;
export const identityDocuments = ["national_identity_card", "driving_licence", "passport", "residence_permit"] as const;
export const documentCaptures = ["mobile_only", "mobile_and_desktop"] as const;

export type IdentityMethod = (typeof identityMethods)[number];
export type IdentityDocument = (typeof identityDocuments)[number];
