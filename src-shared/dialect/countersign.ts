/**
 * How a service spells what the interface leaves open (law 5): one value per account, ours the default. Only
 * names that something uses stand here; a path has `{…}` where a value goes.
 */
export const countersignDialect = {
  name: "countersign",
  paths: {
    login: "/api/v2/login",
    logout: "/api/v2/logout",
    documents: "/api/v2/documents/new",
    document: "/api/v2/documents/{id}",
    documentFile: "/api/v2/documents/{id}/files/main.pdf",
    drafts: "/flow/drafts",
    draft: "/flow/drafts/{id}",
    draftStart: "/flow/drafts/{id}/start",
    instances: "/flow/instances",
    instanceStart: "/flow/instances/start",
    instance: "/flow/instances/{id}",
    retention: "/flow/folders/{id}/data_retention",
    overview: "/flow/overview/{instance}/{participant}/{secret}",
    eidStart: "/flow/eid/start",
    eidCheck: "/flow/eid/check",
  },
  /** A participant's are followed by their id. */
  cookies: { author: "cs_author", authorCsrf: "csrf_token", participant: "cs_p_", participantCsrf: "csrf_token_" },
  headers: { csrf: "x-csrf-token", participant: "x-participant" },
} as const;
