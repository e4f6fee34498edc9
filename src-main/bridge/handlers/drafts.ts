import type { BridgeHandlers, InputOf, OutputOf, Result } from "../../../src-shared/bridge/index.ts";
import { type Companions, companionsOf, NO_COMPANIONS } from "../../../src-shared/foresight/index.ts";
import { present } from "../../basics/index.ts";
import type { PdfSource } from "../../documents/index.ts";
import type { DraftDetail, Host } from "../../host/index.ts";
import { type DraftSummary, type DraftVersion, wholeList } from "../../store/index.ts";
import type { Examples } from "../examples.ts";
import { answer, done, type FileUrl, ok, pageOf, refused, same } from "./shared.ts";

type Shown = OutputOf<"drafts.list">["items"][number];

/** Shows one of these rows; what belongs to them is asked for together, so that a page costs no more queries than one row. */
function shownOf(host: Host, rows: readonly DraftSummary[]): (row: DraftSummary) => Shown {
  const runs = host.instances.lastOfDrafts(rows.map(({ id }) => id));
  const standings = host.sync.statesOf(rows.map(({ key }) => key));
  return (row) => {
    const last = runs.get(row.id);
    return {
      id: row.id,
      key: row.key,
      title: row.title,
      format: row.format,
      revision: row.revision,
      errors: row.errors,
      warnings: row.warnings,
      modified: row.wallModified,
      folderId: row.folderId,
      archived: row.archived,
      lastRun: last ? { instanceId: last.id, status: last.status, at: last.startedAt } : null,
      sync: standings.get(row.key) ?? null,
    };
  };
}

/** `New flow`, `New flow 2` and so on: the first that no flow has, archived ones included. */
function freeTitle(host: Host, title: string): string {
  const alike = [false, true].flatMap((archived) => wholeList(host.drafts.list, { search: title, archived }));
  const taken = new Set(alike.map((row) => row.title));
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? title : `${title} ${number}`;
    if (!taken.has(free)) return free;
  }
}

const versionView = <T extends DraftVersion>(version: T) => ({ ...version, at: version.wallAt });

const wholeOf = (host: Host) => (row: DraftDetail) => ({
  ...shownOf(host, [row])(row),
  ...companionsOf(row),
  text: row.text,
});

/** The draft that a zip of a flow file and its PDFs makes. */
export function importArchive(host: Host, fileName: string, archive: PdfSource): Promise<Result<unknown>> {
  return answer(host.drafts.importFlowFile({ archive, fileName }), wholeOf(host));
}

/** Those that were not sent are empty. */
const allOf = (sent: InputOf<"drafts.import">["companions"] = {}): Companions => ({
  ...NO_COMPANIONS,
  ...present(sent),
});

/** Drafts, as the Flows and Authoring views use them. */
export function draftHandlers(host: Host, examples: Examples, fileUrl: FileUrl) {
  const whole = wholeOf(host);
  /** Acts on the draft that is meant alone. */
  const meant = async <T>({ id, key }: { readonly id: string; readonly key: string }, act: () => Promise<T>) => {
    const own = host.drafts.isOf(id, key);
    return own.ok ? act() : refused(own.error);
  };
  return {
    "drafts.list": async ({ archived = false, folderId, ...request }) => {
      const folder = folderId === undefined ? null : host.folders.get(folderId);
      if (folder?.ok === false) return refused(folder.error);
      const page = host.drafts.list({ ...pageOf(request), archived, ...(folder && { folder: folder.value }) });
      return ok({ items: page.items.map(shownOf(host, page.items)), next: page.next });
    },
    "drafts.get": async ({ id }) => answer(host.drafts.get(id), whole),
    "drafts.create": async ({ text, example, title, folderId }) => {
      if (example !== undefined) return answer(examples.import(host, example), whole);
      if (text !== undefined) return answer(host.drafts.createFromText({ text }), whole);
      const given = { ...(title && { title: freeTitle(host, title) }), ...(folderId && { folderId }) };
      return answer(host.drafts.createFromText({ text: examples.blank, ...given }), whole);
    },
    "drafts.import": async ({ fileName, text, documents, companions }) => {
      const files: Record<string, Uint8Array> = {};
      for (const [path, id] of Object.entries(documents)) {
        const content = await host.documents.content(id, { original: true });
        if (!content.ok) return refused(content.error);
        files[path] = content.value.bytes;
      }
      const imported = await host.drafts.importFlowFile({ fileName, text, files, companions: allOf(companions) });
      return imported.ok ? ok(whole(imported.value)) : refused(imported.error, text);
    },
    "drafts.typing": async ({ key }) => {
      host.drafts.noteTyping(key);
      return ok({});
    },
    "drafts.save": async ({ id, key, text, baseRevision }) =>
      answer(host.drafts.saveText(id, text, baseRevision, key), (row) => ({
        revision: row.revision,
        modified: row.wallModified,
      })),
    "drafts.saveCompanion": async ({ id, key, name, text, baseRevision }) =>
      answer(host.drafts.saveCompanion(id, name, text, baseRevision, key), (row) => ({
        revision: row.revision,
        modified: row.wallModified,
      })),
    "drafts.duplicate": async ({ id, revision, texts = {} }) =>
      answer(host.drafts.duplicate(id, revision, present(texts)), whole),
    "drafts.move": async ({ id, folderId }) => done(host.drafts.patch(id, { folder_id: folderId })),
    "drafts.rename": async ({ id, title }) => done(host.drafts.patch(id, { title })),
    "drafts.archive": async ({ id }) => done(host.drafts.setArchived(id, true)),
    "drafts.unarchive": async ({ id }) => done(host.drafts.setArchived(id, false)),
    "drafts.remove": async ({ there, ...of }) =>
      meant(of, async () => {
        const binding = host.sync.bindingOf(of.id);
        const left = there === "keep" ? await host.sync.unbind(of.id) : null;
        return left !== null && !left.ok ? refused(left.error) : done(host.drafts.removeForNow(of.id, binding));
      }),
    "drafts.bringBack": async ({ id, key }) => {
      const back = await host.drafts.bringBack(id, key);
      if (!back.ok) return refused(back.error);
      if (back.value === null) return ok({ bound: true });
      return answer(host.sync.rebind(back.value), (bound) => ({ bound }));
    },
    "drafts.versions": async ({ id, ...request }) =>
      answer(host.drafts.versions(id, pageOf(request)), ({ items, next }) => ({ items: items.map(versionView), next })),
    "drafts.version": async ({ id, revision }) => answer(host.drafts.version(id, revision), versionView),
    "drafts.nameVersion": async ({ revision, name, ...of }) =>
      meant(of, () => done(host.drafts.nameVersion(of.id, revision, name))),
    "drafts.restore": async ({ revision, baseRevision, ...of }) =>
      meant(of, () => answer(host.drafts.restore(of.id, revision, baseRevision), whole)),
    "drafts.export": async ({ id, pdfs }) =>
      answer(host.drafts.exportFlow(id, { pdfs }), ({ without }) => ({
        without: [...without],
        address: fileUrl(`drafts/${id}.${pdfs ? "zip" : "flow"}`),
      })),
    "drafts.start": async ({ clock, follows, ...of }) =>
      meant(of, async () => {
        const on = clock === "real" ? "real" : ({ virtual: "new" } as const);
        const started = await host.drafts.start(of.id, { clock: on, copies: true, ...(follows && { follows }) });
        if (started.ok) return ok({ instanceId: started.value.id });
        const draft = host.drafts.get(of.id);
        return refused(started.error, draft.ok ? draft.value.text : undefined);
      }),
    "drafts.file": async ({ id }) => answer(host.draftFiles.state(id), (file) => ({ file })),
    "drafts.fileTexts": async ({ id }) => answer(host.draftFiles.texts(id), same),
    "drafts.takeFile": async ({ baseRevision, ...of }) =>
      meant(of, () => answer(host.draftFiles.take(of.id, baseRevision), whole)),
    "drafts.keepMine": async (of) => meant(of, () => done(host.draftFiles.keep(of.id))),
    "drafts.saveToFile": async (of) => meant(of, () => done(host.draftFiles.save(of.id))),
    "examples.list": async () => ok({ items: examples.list }),
  } satisfies Partial<BridgeHandlers>;
}
