import type { BridgeHandlers, OutputOf } from "../../../src-shared/bridge/index.ts";
import type { DeepReadonly } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { Host, InstanceDetail, InstanceSummary, ListedClock } from "../../host/index.ts";
import { wireInstance } from "../../service/index.ts";
import type { DocumentRow } from "../../store/index.ts";
import { forkHandlers, forksView, forkView } from "./forks.ts";
import { answer, clockView, done, type FileUrl, ok, pageOf, refused, same } from "./shared.ts";

const summary = <T extends InstanceSummary>(host: Host, row: T) => ({
  ...row,
  nextDue: row.nextDueAt,
  started: row.startedAt,
  lastEvent: row.lastEventAt,
  clock: clockView(host, row.clockId),
});

const clockUse = (clock: ListedClock) => ({ ...clock, now: clock.now ?? 0, runs: clock.instances });

/** A document as views show it. @param fileUrl the address, in the app, of a file of the workspace */
export const viewDocuments = (fileUrl: FileUrl) => (row: DocumentRow) => ({
  id: row.id,
  title: row.title,
  fileName: row.fileName,
  pages: row.pages,
  removed: [...row.removed],
  size: row.size,
  sha256: row.sealedSha256 ?? row.sha256,
  url: fileUrl(`documents/${row.id}.pdf`),
});

type DocumentView = ReturnType<typeof viewDocuments>;

function stages(detail: InstanceDetail): DeepReadonly<OutputOf<"instances.get">["stages"]> {
  const current = detail.stageIndex;
  return detail.stageNames.map((name, index) => ({
    name,
    groups: detail.stageGroups[index] ?? [],
    state: index < current || detail.status === "completed" ? "done" : index === current ? "current" : "ahead",
  }));
}

/** Only a failed run was rejected; every participant's page shows the same. */
function rejectionOf(host: Host, { id, status, participants: [anybody] }: InstanceDetail) {
  if (status !== "failed" || anybody === undefined) return null;
  const view = host.participants.view(id, anybody.name);
  return view.ok ? view.value.rejection : null;
}

function detailView(
  host: Host,
  detail: InstanceDetail,
  documentView: DocumentView,
): DeepReadonly<OutputOf<"instances.get">> {
  const links = host.instances.accessLinks(detail.id);
  const due = host.instances.due(detail.id);
  const operations = host.instances.operations(detail.id);
  const surroundings = host.instances.surroundings(detail.id);
  if (!links.ok || !due.ok || !operations.ok || !surroundings.ok)
    throw new Error(`instance ${detail.id} went away while it was read`);
  const rejection = rejectionOf(host, detail);
  return {
    ...summary(host, detail),
    ...surroundings.value,
    timeout: detail.timeoutAt,
    stageEntered: detail.stageEnteredAt,
    stages: stages(detail),
    participants: detail.participants.map((participant) => ({
      ...participant,
      link: links.value[participant.name] ?? "",
      pending: detail.pendingActs.filter((act) => act.participant === participant.name),
      missed: detail.missedActs.filter((act) => act.participant === participant.name),
      rejection: rejection?.by === participant.name ? rejection : null,
    })),
    documents: detail.documents.flatMap((document) => {
      const row = host.documents.get(document.documentId);
      return row.ok ? [{ ...documentView(row.value), name: document.name, state: document.state }] : [];
    }),
    due: due.value,
    sealFailure: detail.sealFailure && { seq: detail.sealFailure.seq, sentence: detail.sealFailure.sentence },
    fork: forkView(host, detail),
    forks: forksView(host, detail.id),
    operations: operations.value,
  };
}

/** Instances, their documents and their clocks, as the monitoring views use them. */
export function instanceHandlers(host: Host, fileUrl: FileUrl) {
  const { instances } = host;
  const documentView = viewDocuments(fileUrl);
  return {
    "documents.get": async ({ id }) => answer(host.documents.get(id), documentView),
    "documents.rename": async ({ id, title }) => done(await host.documents.rename(id, title)),
    "documents.remove": async ({ id }) => done(await host.documents.remove(id)),
    "instances.list": async (request) => {
      const page = instances.list(pageOf(request));
      return ok({ items: page.items.map((row) => summary(host, row)), next: page.next });
    },
    "instances.replayed": async ({ draftId, text, ...request }) =>
      answer(instances.replayed({ ...pageOf(request), draftId, text }), ({ items, next }) => ({
        items: items.map(({ startedAt, ...run }) => ({ ...run, started: startedAt })),
        next,
      })),
    "instances.get": async ({ id }) => answer(instances.get(id), (detail) => detailView(host, detail, documentView)),
    "instances.drawing": async ({ id }) => answer(instances.drawing(id), same),
    "instances.raw": async ({ id }) =>
      answer(instances.get(id), (detail) => ({ text: JSON.stringify(wireInstance(host, detail), null, 2) })),
    "instances.history": async ({ id, ...request }) => {
      const history = instances.history(id, present(request));
      if (!history.ok) return refused(history.error);
      const items = history.value.items.map(({ sentence, who, why, note, event, ...entry }) => ({
        ...{ ...entry, type: event.type, sentence, who: { sentence: who } },
        ...{ why: why && { sentence: why }, note: note && { sentence: note } },
      }));
      return ok({ items, next: history.value.next });
    },
    "instances.export": async ({ id, format }) =>
      answer(instances.get(id), () => ({ address: fileUrl(`histories/${id}.${format}`) })),
    "instances.exportBundle": async ({ id }) =>
      answer(await instances.exportBundle(id), () => ({ address: fileUrl(`bundles/${id}.asice`) })),
    "instances.cancel": async ({ id }) => done(instances.cancel(id)),
    "instances.prolong": async ({ id, days }) => done(instances.prolong(id, days)),
    "instances.remind": async ({ id, participantIds }) => done(instances.remind(id, participantIds)),
    "instances.trash": async ({ id }) => done(instances.trash(id)),
    "instances.restore": async ({ id }) => done(instances.restore(id)),
    "instances.delete": async ({ id }) => done(instances.remove(id)),
    "instances.sealAgain": async ({ id }) => done(instances.sealAgain(id)),
    "instances.unlock": async ({ id, participant }) => done(host.participants.unlock(id, participant)),
    ...forkHandlers(host),
    "clocks.list": async (request) => {
      const page = host.clocks.page(pageOf(request));
      return ok({ items: page.items.map(clockUse), next: page.next });
    },
    "clocks.get": async ({ id }) => answer(host.clocks.use(id), clockUse),
    "clocks.rename": async ({ id, name }) => done(host.clocks.rename(id, name)),
    "clocks.remove": async ({ id }) => done(host.clocks.remove(id)),
    "clocks.play": async ({ id, speed }) => done(host.clocks.play(id, speed)),
    "clocks.pause": async ({ id }) => done(host.clocks.pause(id)),
    "clocks.advance": async ({ id, target }) => answer(host.clocks.advance(id, target), same),
  } satisfies Partial<BridgeHandlers>;
}
