import { z } from "zod";
import { companionNames } from "../foresight/index.ts";
import { instanceStatus, removedContent } from "../service/index.ts";
import { byId, mutation, nothing, page, pageRequest, query, sortedBy } from "./parts.ts";
import { script } from "./plays.ts";
import { draftStanding } from "./sync.ts";

/** `key` identifies the draft permanently, in any workspace; an `id` names a different draft in another workspace. */
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
  /** Its sync state with its remote account; null: it has none. */
  sync: draftStanding.nullable(),
});
/** The whole texts that belong to the flow's text; "" if there is none. */
const companions = { expectations: z.string(), scenarios: z.string() };

export const draft = draftSummary.extend({ text: z.string(), ...companions });

/** A past text of a draft. */
export const draftVersion = z.object({
  revision: z.number().int(),
  at: z.number(),
  /** Its origin: the draft's first text, an edit, a restored version, a text taken from its file or an account. */
  origin: z.enum(["created", "edited", "restored", "taken", "synced"]),
  /** The account that it came from; for a restored version: the account with which it was in conflict. */
  source: z.string().nullable(),
  /** Whether a run was started from it. */
  ran: z.boolean(),
  /** Given by the author; null for an automatic one. */
  name: z.string().nullable(),
});
const version = z.object({ id: z.string(), revision: z.number().int() });

/** `key` of the opened draft: its page may now show another workspace, whose drafts also count from 1. */
const opened = z.object({ id: z.string(), key: z.string() });
const openedVersion = opened.extend({ revision: z.number().int() });

export const document = z.object({
  id: z.string(),
  title: z.string(),
  fileName: z.string(),
  pages: z.number().int(),
  /** Content that was removed from the PDF on upload. */
  removed: z.array(removedContent),
  size: z.number().int(),
  sha256: z.string(),
  /** Path on the app's own origin; a GET streams the PDF (the sealed one once it exists). */
  url: z.string(),
});

/** The sync state of a draft and the file that it was opened from. */
export const draftFile = z.object({
  path: z.string(),
  name: z.string(),
  /** Whether the file has changed since both last agreed; missing: it cannot be read. */
  on: z.enum(["same", "changed", "missing"]),
  /** Whether the draft was edited since then. */
  ahead: z.boolean(),
});

const title = z
  .string()
  .min(1, "A flow has a title of at least 1 character: write one.")
  .max(500, "A flow's title has at most 500 characters: shorten it.");

/** In characters, as for an upload. */
export const LONGEST_DOCUMENT_TITLE = 500;

const documentTitle = z
  .string()
  .min(1, "A document has a title of at least 1 character: write one.")
  .max(LONGEST_DOCUMENT_TITLE, "A document's title has at most 500 characters: shorten it.");

/** Drafts and their sources. */
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
   * From a text, from an example, or by default from a small starting text. The default takes the title, numbered if
   * another flow has it, and the folder.
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
  /** Moves it to a folder, as an edit of the flow's text; null: the home folder. */
  "drafts.move": mutation(byId.extend({ folderId: z.string().nullable() }), nothing),
  /** Edits the flow's text. */
  "drafts.rename": mutation(byId.extend({ title }), nothing),
  /** `documents`: relative path in the text -> identifier of an uploaded document. */
  "drafts.import": mutation(
    z.object({
      ...{ fileName: z.string(), text: z.string(), documents: z.record(z.string(), z.string()) },
      companions: z.object(companions).partial().optional(),
    }),
    draft,
  ),
  /** Somebody is typing text that a page has not saved yet: sent at the first key, then every second [Y3]. */
  "drafts.typing": mutation(opened, nothing),
  "drafts.save": mutation(
    opened.extend({ text: z.string(), baseRevision: z.number().int() }),
    z.object({ revision: z.number().int(), modified: z.number() }),
  ),
  /** Like `drafts.save`, for the expectations or the scenarios; the revision counts the writes of all three texts. */
  "drafts.saveCompanion": mutation(
    opened.extend({ name: z.enum(companionNames), text: z.string(), baseRevision: z.number().int() }),
    z.object({ revision: z.number().int(), modified: z.number() }),
  ),
  /** Of the current texts, or of a version; `texts` replace them. */
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
  /**
   * With its versions; `drafts.bringBack` undoes it for ten minutes. @param there what happens to it on its remote
   * account, if it has one [Y7]
   */
  "drafts.remove": mutation(byId.extend({ key: z.string(), there: z.enum(["keep", "remove"]) }), nothing),
  /** `bound`: false if a sync has deleted it on its account. */
  "drafts.bringBack": mutation(opened, z.object({ bound: z.boolean() })),
  "drafts.unarchive": mutation(byId, nothing),
  /** Newest first, including the current text. */
  "drafts.versions": query(pageRequest.omit({ search: true }).extend({ id: z.string() }), page(draftVersion)),
  "drafts.version": query(version, draftVersion.extend({ text: z.string(), ...companions })),
  /** null removes the name. */
  "drafts.nameVersion": mutation(openedVersion.extend({ name: z.string().nullable() }), nothing),
  /** Writes the version's text as the newest; the replaced text stays a version. */
  "drafts.restore": mutation(openedVersion.extend({ baseRevision: z.number().int() }), draft),
  /** The URL of the flow file, or with `pdfs` of a zip with its PDFs. */
  /** `without`: parts of the draft that the file does not include. */
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
  /** The draft stays; the file's current text counts as seen. */
  "drafts.keepMine": mutation(opened, nothing),
  /** `conflict_error` when the file has changed since it was last seen: unseen changes are never overwritten. */
  "drafts.saveToFile": mutation(opened, nothing),
  "examples.list": query(
    nothing,
    z.object({
      items: z.array(
        z.object({
          ...{ name: z.string(), title: z.string(), summary: z.string() },
          /** The title of its flow. */
          flow: z.string(),
          /** For a small drawing: who acts in each stage, in order. */
          stages: z.array(z.object({ name: z.string(), people: z.array(z.string()) })),
        }),
      ),
    }),
  ),

  "documents.get": query(byId, document),
  /** The title that participants see; `document_state_error` if a run holds it. */
  "documents.rename": mutation(byId.extend({ title: documentTitle }), nothing),
  /** `document_state_error` if a run holds it. */
  "documents.remove": mutation(byId, nothing),
} as const;
