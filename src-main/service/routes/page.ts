import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type {
  AuthenticationNeed,
  OverviewPage,
  PageDocument,
  ParticipantPage,
} from "../../../src-shared/service/index.ts";
import {
  authenticationProvider,
  eidCheckResponse,
  newCode,
  participantPage,
  simulatedOutcome,
} from "../../../src-shared/service/index.ts";
import type { AuthenticationOutcome, Host, ParticipantView } from "../../host/types.ts";
import type { Seat } from "../callers.ts";
import { seatOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures } from "../context.ts";
import { unwrap } from "../failures.ts";
import { withTicket } from "../page-sessions.ts";
import { participantQuery } from "../queries.ts";
import { documentIdOf, documentName, mustAuthenticate, openGate } from "../seats.ts";
import { iso, isoOrNull } from "../times.ts";
import { titleOrNull } from "../wire.ts";
import { sendPdf } from "./documents.ts";
import { checkTransaction, endUser } from "./participants.ts";

const tags = ["Participants' page"];
const config = { caller: "participant" } as const;
const params = z.object({ id: z.string() });

/** What the participants' page needs beyond the interface (docs/decisions/0020-participants-page.md). */
export function pageRoutes(app: ServiceApp, context: ServiceContext): void {
  shown(app, context);
  authentication(app, context);
}

function shown(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/participant/:id",
    {
      config,
      schema: { tags, summary: "All that the page shows", params, response: { 200: participantPage, ...failures } },
    },
    async (request) => pageOf(request, host, seatOf(request)),
  );

  app.get(
    "/local/participant/:id/documents/:document.pdf",
    {
      config: { ...config, refuses: ["authentication_required"] },
      schema: {
        tags,
        summary: "A document that the participant may see, sealed once it is",
        params: params.extend({ document: z.string() }),
        querystring: participantQuery.extend({ download: z.literal("1").optional(), ticket: z.string().optional() }),
        produces: ["application/pdf"],
      },
    },
    async (request, reply) => {
      const { document } = request.params;
      documentName(openGate(host, seatOf(request)), document);
      return sendPdf(request, reply, host, document, { attachment: request.query.download === "1" });
    },
  );
}

function authentication(app: ServiceApp, { host }: ServiceContext): void {
  app.post(
    "/local/participant/:id/authentication",
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: {
        tags,
        summary: "Picks the outcome of a simulated provider",
        params,
        body: simulatedOutcome,
        response: { 200: eidCheckResponse, ...failures },
      },
    },
    async (request) => {
      const { transaction_id, outcome } = request.body;
      const picked = { outcome: outcomeOf(outcome) };
      return { status: await checkTransaction(request, host, seatOf(request), transaction_id, picked) };
    },
  );

  app.post(
    "/local/participant/:id/authentication/new_code",
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: {
        tags,
        summary: "One more SMS",
        params,
        body: newCode,
        response: { 200: eidCheckResponse, ...failures },
      },
    },
    async (request) => {
      const { instanceId, participant, token: session } = seatOf(request);
      const own = { instanceId, participant, transactionId: request.body.transaction_id, session };
      return { status: unwrap(await host.participants.sendNewCode({ ...own, endUserInfo: endUser(request) })).status };
    },
  );
}

function outcomeOf(picked: "success" | "failure" | "canceled" | "timed_out"): AuthenticationOutcome {
  return picked === "success" ? { outcome: "success" } : { outcome: "failure", reason: picked };
}

function pageOf(request: FastifyRequest, host: Host, seat: Seat): ParticipantPage {
  const view = unwrap(host.participants.view(seat.instanceId, seat.participant, seat.token));
  const head = {
    instance_id: view.instanceId,
    participant: { id: view.participant.participantId, name: view.participant.name },
    simulated: true as const,
    now: iso(view.now),
    clock: view.virtual ? ("virtual" as const) : ("real" as const),
    locale: localeOf(request),
  };
  if (!view.open) return { ...head, page: "unavailable", reason: view.trashed ? "trashed" : "expired" };
  const common = { ...head, title: titleOrNull(view.title), author: unwrap(host.accounts.get(view.accountId)).name };
  if (view.viewAuthentication !== null && mustAuthenticate(host, view, seat)) {
    return { ...common, page: "authenticate", authentication: needOf(view.viewAuthentication) };
  }
  return { ...common, page: "overview", ...overviewOf(host, view, seat) };
}

type Overview = Omit<
  OverviewPage,
  "page" | "instance_id" | "title" | "author" | "participant" | "simulated" | "now" | "clock" | "locale"
>;

function overviewOf(host: Host, view: ParticipantView, seat: Seat): Overview {
  const sign = view.signAuthentication;
  return {
    status: view.status,
    stage: view.stage,
    started: iso(view.started),
    last_event: iso(view.lastEvent),
    timeout: iso(view.timeout),
    time_zone: view.timeZone,
    documents: view.documents.map((document) => pageDocument(host, view, document, seat)),
    may_reject: view.availableActions.some(({ type }) => type === "reject_instance"),
    sign_authentication:
      sign === null
        ? null
        : {
            ...needOf(sign),
            state: sign.locked ? "locked" : sign.covered.length > 0 ? "covered" : "required",
            label: sign.label,
            covered: sign.covered.map((name) => documentIdOf(view, name)),
            valid_until: isoOrNull(sign.validUntil),
          },
    participants: view.others.map(({ name, state, done, total, lastActAt }) => ({
      name,
      me: name === view.participant.name,
      state,
      done,
      total,
      last_act: isoOrNull(lastActAt),
    })),
    redirect: view.redirectTo === null ? null : { url: view.redirectTo },
    automatic_document_redirects: view.automaticDocumentRedirects,
    rejection: view.rejection,
  };
}

function pageDocument(
  host: Host,
  view: ParticipantView,
  document: ParticipantView["documents"][number],
  seat: Seat,
): PageDocument {
  const { documentId, name, title, pages, state } = document;
  const address = `/local/participant/${view.instanceId}/documents/${documentId}.pdf`;
  const actions: PageDocument["actions"] = [];
  for (const action of view.availableActions) {
    if (action.document === name && action.type !== "reject_instance") actions.push(action.type);
  }
  return {
    document_id: documentId,
    name,
    title,
    pages,
    size: unwrap(host.documents.get(documentId)).size,
    state,
    url: withTicket(seat, `${address}?participant=${view.participant.participantId}`),
    actions,
    group: groupOf(view, name, actions),
    done: view.done.filter((act) => act.document === name).map(({ verb, at }) => ({ type: verb, at: iso(at) })),
  };
}

/** The group in which the participant may act on the document now [G3]. */
function groupOf(view: ParticipantView, document: string, actions: PageDocument["actions"]): PageDocument["group"] {
  const group = view.groups.find(({ verb, documents }) => actions.includes(verb) && documents.includes(document));
  return group === undefined ? null : { needed: group.needed, members: group.participants.length, done: group.done };
}

function needOf(need: {
  readonly provider: string;
  readonly locked: boolean;
  readonly sentTo: string | null;
  readonly entriesLeft: number | null;
}): AuthenticationNeed {
  const provider = authenticationProvider.parse(need.provider);
  return {
    provider,
    simulated: provider !== "sms_otp",
    state: need.locked ? "locked" : "required",
    sent_to: need.sentTo === null ? null : masked(need.sentTo),
    entries_left: need.entriesLeft,
  };
}

/** All but the last two digits hidden. */
function masked(phoneNumber: string): string {
  return phoneNumber.slice(0, -2).replaceAll(/[0-9]/g, "•") + phoneNumber.slice(-2);
}

const LOCALES = ["en", "sv", "nb", "da", "fi"];

/** The browser's first language that the page speaks, else English. */
function localeOf(request: FastifyRequest): string {
  const wanted = (request.headers["accept-language"] ?? "").split(",").map((range) => {
    const language = range.trim().slice(0, 2).toLowerCase();
    return language === "no" || language === "nn" ? "nb" : language;
  });
  return wanted.find((language) => LOCALES.includes(language)) ?? "en";
}
