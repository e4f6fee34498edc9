import { z } from "zod";
import { companionNames } from "../foresight/index.ts";
import { instanceStatus, removedContent } from "../service/index.ts";
import { byId, mutation, nothing, page, pageRequest, query, sortedBy } from "./parts.ts";
import { script } from "./plays.ts";
import { draftStanding } from "./sync.ts";

/** `key` names the draft for good, in whichever workspace; an `id` names another draft in another workspace. */
export const draftSummary = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  format: z.enum(["yaml", "json"]),
  revision: z.number().int(),
  errors: z.number().int(),
  warnings: z.number().int(),
  modified: z.number(),
  /** null: the home folder. */
  folderId: z.string().nullable(),
  archived: z.boolean(),
  lastRun: z.object({ instanceId: z.string(), status: instanceStatus, at: z.number() }).nullable(),
  /** How it stands with its remote account; null: it has none. */
  sync: draftStanding.nullable(),
});
/** The whole texts beside the flow's own; "" where there is none. */
const companions = { expectations: z.string(), scenarios: z.string() };

export const draft = draftSummary.extend({ text: z.string(), ...companions });

/** A text that a draft has had. */
export const draftVersion = z.object({
  revision: z.number().int(),
  at: z.number(),
  /** Why it is there: what the draft began with, an edit, a version brought back, a text taken from its file or an account. */
  origin: z.enum(["created", "edited", "restored", "taken", "synced"]),
  /** The account that it came from; of a restored one: with which it was in conflict. */
  source: z.string().nullable(),
  /** Whether a run was started from it. */
  ran: z.boolean(),
  /** Given by the author; null for an automatic one. */
  name: z.string().nullable(),
});
const version = z.object({ id: z.string(), revision: z.number().int() });

/** `key` of the draft that was opened: its page may have come to another workspace, whose drafts count from 1, too. */
const opened = z.object({ id: z.string(), key: z.string() });
const openedVersion = opened.extend({ revision: z.number().int() });

export const document = z.object({
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  pages: z.number().int(),
  /** What was taken out of the PDF when it came. */
  removed: z.array(removedContent),
  size: z.number().int(),
  sha256: z.string(),
  /** Path on the app's own origin; a GET streams the PDF (the sealed one once there is one). */
  url: z.string(),
});

/** How a draft and the file that it was opened from stand. */
export const draftFile = z.object({
  path: z.string(),
  name: z.string(),
  /** The file since the two last agreed; missing: it cannot be read. */
  on: z.enum(["same", "changed", "missing"]),
  /** Whether the draft was edited since then. */
  ahead: z.boolean(),
});

const title = z
  .string()
  .min(1, "A flow has a title of at least 1 character: write one.")
  .max(500, "A flow's title has at most 500 characters: shorten it.");

/** Characters, as an upload's. */
export const LONGEST_DOCUMENT_TITLE = 500;

const documentTitle = z
  .string()
  .min(1, "A document has a title of at least 1 character: write one.")
  .max(LONGEST_DOCUMENT_TITLE, "A document's title has at most 500 characters: shorten it.");

/** Drafts and what they are made from. */
export const draftProcedures = {
  "drafts.list": query(
    pageRequest.extend({
      archived: z.boolean().optional(),
      folderId: z.string().optional(),
      sort: sortedBy(["modified", "title"]),
    }),
    page(draftSummary),
  ),
  "drafts.get": query(byId, draft),
  /**
   * From a text, from an example, or with neither from a small starting text; that one takes the title, with a number
   * where another flow has it, and the folder.
   */
  "drafts.create": mutation(
    z.object({
      text: z.string().optional(),
      example: z.string().optional(),
      title: z.string().max(200, "A new flow's title has at most 200 characters: shorten it.").optional(),
      folderId: z.string().optional(),
    }),
    draft,
  ),
  /** An edit of the flow's text; null: the home folder. */
  "drafts.move": mutation(byId.extend({ folderId: z.string().nullable() }), nothing),
  /** An edit of the flow's text. */
  "drafts.rename": mutation(byId.extend({ title }), nothing),
  /** `documents`: relative path in the text -> identifier of an uploaded document. */
  "drafts.import": mutation(
    z.object({
      ...{ fileName: z.string(), text: z.string(), documents: z.record(z.string(), z.string()) },
      companions: z.object(companions).partial().optional(),
    }),
    draft,
  ),
  /** Somebody types what a page has not saved yet: said at the first key, and then each second [Y3]. */
  "drafts.typing": mutation(opened, nothing),
  "drafts.save": mutation(
    opened.extend({ text: z.string(), baseRevision: z.number().int() }),
    z.object({ revision: z.number().int(), modified: z.number() }),
  ),
  /** As `drafts.save`, for the expectations or the scenarios; the revision counts the writes of all three texts. */
  "drafts.saveCompanion": mutation(
    opened.extend({ name: z.enum(companionNames), text: z.string(), baseRevision: z.number().int() }),
    z.object({ revision: z.number().int(), modified: z.number() }),
  ),
  /** Of the present texts, or of a version; `texts` stand in place of those. */
  "drafts.duplicate": mutation(
    byId.extend({
      revision: z.number().int().optional(),
      texts: z
        .object({ text: z.string(), ...companions })
        .partial()
        .optional(),
    }),
    draft,
  ),
  "drafts.archive": mutation(byId, nothing),
  /** With its versions; `drafts.bringBack` undoes it for ten minutes. @param there what becomes of it on its remote account, where it has one [Y7] */
  "drafts.remove": mutation(byId.extend({ key: z.string(), there: z.enum(["keep", "remove"]) }), nothing),
  /** `bound`: false where its account has it no longer, since a sync has deleted it there. */
  "drafts.bringBack": mutation(opened, z.object({ bound: z.boolean() })),
  "drafts.unarchive": mutation(byId, nothing),
  /** Newest first, the present text included. */
  "drafts.versions": query(pageRequest.omit({ search: true }).extend({ id: z.string() }), page(draftVersion)),
  "drafts.version": query(version, draftVersion.extend({ text: z.string(), ...companions })),
  /** null takes the name away. */
  "drafts.nameVersion": mutation(openedVersion.extend({ name: z.string().nullable() }), nothing),
  /** Writes the version's text as the newest; what stood before stays a version. */
  "drafts.restore": mutation(openedVersion.extend({ baseRevision: z.number().int() }), draft),
  /** Where the flow file, or with `pdfs` the zip of it and its PDFs, can be had from. */
  /** `without`: what the draft has beside its text, and the file has not. */
  "drafts.export": query(
    byId.extend({ pdfs: z.boolean() }),
    z.object({ address: z.string(), without: z.array(z.enum(companionNames)) }),
  ),
  "drafts.start": mutation(
    opened.extend({ clock: z.enum(["virtual", "real"]), follows: script.optional() }),
    z.object({ instanceId: z.string() }),
  ),
  /** null: the draft was not opened from a file. A change of the file is reported as a change of the draft. */
  "drafts.file": query(byId, z.object({ file: draftFile.nullable() })),
  "drafts.fileTexts": query(byId, z.object({ text: z.string(), ...companions })),
  /** The file's text becomes the newest version. */
  "drafts.takeFile": mutation(opened.extend({ baseRevision: z.number().int() }), draft),
  /** The draft stays; the file's present text counts as seen. */
  "drafts.keepMine": mutation(opened, nothing),
  /** `conflict_error` when the file has changed since it was last seen: it is never overwritten unseen. */
  "drafts.saveToFile": mutation(opened, nothing),
  "examples.list": query(
    nothing,
    z.object({
      items: z.array(
        z.object({
          ...{ name: z.string(), title: z.string(), summary: z.string() },
          /** The title of its flow. */
          flow: z.string(),
          /** For a small drawing: who acts in each stage, in their order. */
          stages: z.array(z.object({ name: z.string(), people: z.array(z.string()) })),
        }),
      ),
    }),
  ),

  "documents.get": query(byId, document),
  /** The title that participants see; `document_state_error` where a run holds it. */
  "documents.rename": mutation(byId.extend({ title: documentTitle }), nothing),
  /** `document_state_error` where a run holds it. */
  "documents.remove": mutation(byId, nothing),
} as const;
