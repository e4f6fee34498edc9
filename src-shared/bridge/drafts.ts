import { z } from "zod";
import { byId, instanceStatus, nothing, page, pageRequest, procedure } from "./parts.ts";

export const draftSummary = z.object({
  id: z.string(),
  title: z.string(),
  format: z.enum(["yaml", "json"]),
  revision: z.number().int(),
  errors: z.number().int(),
  warnings: z.number().int(),
  modified: z.number(),
  lastRun: z.object({ instanceId: z.string(), status: instanceStatus, at: z.number() }).nullable(),
});
export const draft = draftSummary.extend({ text: z.string() });

export const document = z.object({
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  pages: z.number().int(),
  size: z.number().int(),
  sha256: z.string(),
  /** Path on the app's own origin; a GET streams the PDF (the sealed one once there is one). */
  url: z.string(),
});

/** Drafts and what they are made from. */
export const draftProcedures = {
  "drafts.list": procedure(pageRequest.extend({ archived: z.boolean().optional() }), page(draftSummary)),
  "drafts.get": procedure(byId, draft),
  /** Exactly one of the two; with neither, a small starting text. */
  "drafts.create": procedure(z.object({ text: z.string().optional(), example: z.string().optional() }), draft),
  /** `documents`: relative path in the text -> identifier of an uploaded document. */
  "drafts.import": procedure(
    z.object({ fileName: z.string(), text: z.string(), documents: z.record(z.string(), z.string()) }),
    draft,
  ),
  "drafts.save": procedure(
    z.object({ id: z.string(), text: z.string(), baseRevision: z.number().int() }),
    z.object({ revision: z.number().int(), modified: z.number() }),
  ),
  "drafts.duplicate": procedure(byId, draft),
  "drafts.archive": procedure(byId, nothing),
  "drafts.start": procedure(
    z.object({ id: z.string(), clock: z.enum(["virtual", "real"]) }),
    z.object({ instanceId: z.string() }),
  ),
  "examples.list": procedure(
    nothing,
    z.object({ items: z.array(z.object({ name: z.string(), title: z.string(), summary: z.string() })) }),
  ),

  "documents.get": procedure(byId, document),
} as const;
