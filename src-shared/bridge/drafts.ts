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

/** A text that a draft has had. */
export const draftVersion = z.object({
  revision: z.number().int(),
  at: z.number(),
  /** Why it is there: what the draft began with, an edit, a version brought back, a text taken from its file. */
  origin: z.enum(["created", "edited", "restored", "taken"]),
  /** Whether a run was started from it. */
  ran: z.boolean(),
  /** Given by the author; null for an automatic one. */
  name: z.string().nullable(),
});
const version = z.object({ id: z.string(), revision: z.number().int() });

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
  /** Of the present text, or of a version. */
  "drafts.duplicate": procedure(byId.extend({ revision: z.number().int().optional() }), draft),
  "drafts.archive": procedure(byId, nothing),
  "drafts.unarchive": procedure(byId, nothing),
  /** Newest first, the present text included. */
  "drafts.versions": procedure(pageRequest.omit({ search: true }).extend({ id: z.string() }), page(draftVersion)),
  "drafts.version": procedure(version, draftVersion.extend({ text: z.string() })),
  /** null takes the name away. */
  "drafts.nameVersion": procedure(version.extend({ name: z.string().max(200).nullable() }), nothing),
  /** Writes the version's text as the newest; what stood before stays a version. */
  "drafts.restore": procedure(version.extend({ baseRevision: z.number().int() }), draft),
  /** Where the flow file, or with `pdfs` the zip of it and its PDFs, can be had from. */
  "drafts.export": procedure(byId.extend({ pdfs: z.boolean() }), z.object({ address: z.string() })),
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
