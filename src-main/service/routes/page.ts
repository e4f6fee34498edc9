import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  answersOf,
  documentCaptures,
  identityDocuments,
  identityMethods,
  type SimulatedAnswer,
  takesCode,
} from "../../../src-shared/authentication/index.ts";
import {
  type AuthenticationNeed,
  authenticationProvider,
  codeAttempt,
  type DeepReadonly,
  eidCheckResponse,
  isParticipantLanguage,
  type PageDocument,
  type ParticipantPage,
  participantPage,
  simulatedOutcome,
  smsCode,
} from "../../../src-shared/service/index.ts";
import type { AskedAuthentication, AuthenticationOutcome, Host, ParticipantView } from "../../host/index.ts";
import type { ParticipantSession } from "../callers.ts";
import type { ServiceContext } from "../context.ts";
import { unwrap } from "../failures.ts";
import { withTicket } from "../page-sessions.ts";
import { documentIdOf, documentName, mustAuthenticate, openGate } from "../participant-session.ts";
import { participantQuery, routesOf } from "../route.ts";
import { snakeCase } from "../snake-case.ts";
import { titleOrNull } from "../wire.ts";
import { iso, isoOrNull } from "../wire-times.ts";
import { pdfRoute, sendPdf } from "./documents.ts";
import { checkTransaction, endUser } from "./participants.ts";

/** What the participants' page needs beyond the interface (docs/decisions/0020-participants-page.md). */
export function pageRoutes(app: FastifyInstance, context: ServiceContext): void {
  const { host } = context;
  const routes = routesOf(app, "participant", "Participants' page");
  routes.get(
    "/local/participant/{id}",
    { summary: "All that the page shows", answer: participantPage },
    async ({ request, session }) => pageOf(request, host, session),
  );

  routes.get(
    "/local/participant/{id}/documents/{document}.pdf",
    {
      summary: "A document that the participant may see, sealed once it is",
      query: participantQuery.extend({ download: z.literal("1").optional(), ticket: z.string().optional() }),
      refuses: ["authentication_required"],
      ...pdfRoute,
    },
    async ({ session, params: { document }, query, request, reply }) => {
      documentName(openGate(host, session), document);
      return sendPdf(request, reply, context, document, { attachment: query.download === "1" });
    },
  );

  const authentication = { answer: eidCheckResponse, refuses: ["instance_state_error"] } as const;
  routes.post(
    "/local/participant/{id}/authentication",
    {
      summary: "Picks the outcome of a simulated provider",
      description: "`date_of_birth_mismatch` comes only from idverify, where the flow gives a date of birth.",
      body: simulatedOutcome,
      ...authentication,
    },
    async ({ request, session, body: { transaction_id, outcome } }) => {
      const picked = { outcome: outcomeOf(outcome) };
      return { status: await checkTransaction(request, host, session, transaction_id, picked) };
    },
  );

  routes.post(
    "/local/participant/{id}/authentication/new_code",
    { summary: "One more SMS", body: codeAttempt, ...authentication },
    async ({ request, session: { instanceId, participant, browser }, body }) => {
      const own = { instanceId, participant, transactionId: body.transaction_id, session: browser };
      return { status: unwrap(await host.participants.sendNewCode({ ...own, endUserInfo: endUser(request) })).status };
    },
  );

  routes.post(
    "/local/participant/{id}/authentication/code",
    {
      summary: "The code of the attempt's newest SMS, once it has arrived in the mailbox",
      description: "For the session that began the attempt alone. Settings can switch it off: then it is 403.",
      body: codeAttempt,
      answer: smsCode,
      refuses: ["instance_state_error", "conflict_error"],
    },
    async ({ session: { instanceId, participant, browser }, body: { transaction_id: transactionId } }) =>
      unwrap(host.participants.readCode({ instanceId, participant, transactionId, session: browser })),
  );
}

function outcomeOf(picked: SimulatedAnswer): AuthenticationOutcome {
  return picked === "success" ? { outcome: "success" } : { outcome: "failure", reason: picked };
}

/** All that the participant's page shows now. @throws ServiceError where there is none any more */
export function pageOf(
  request: FastifyRequest,
  host: Host,
  session: ParticipantSession,
): DeepReadonly<ParticipantPage> {
  const view = unwrap(host.participants.view(session.instanceId, session.participant, session.browser));
  const head = {
    instance_id: view.instanceId,
    participant: {
      id: view.participant.participantId,
      name: view.participant.name,
      full_name: view.participant.fullName,
    },
    simulated: true as const,
    now: iso(view.now),
    clock: view.virtual ? ("virtual" as const) : ("real" as const),
    locale: localeOf(request),
  };
  if (!view.open) return { ...head, page: "unavailable", reason: view.trashed ? "trashed" : "expired" };
  const common = { ...head, title: titleOrNull(view.title), author: unwrap(host.accounts.get(view.accountId)).name };
  if (view.viewAuthentication !== null && mustAuthenticate(host, view, session)) {
    return {
      ...common,
      page: "authenticate",
      authentication: { ...needOf(host, view, view.viewAuthentication), archived: view.viewAuthentication.archived },
    };
  }
  return { ...overviewOf(host, view, session), ...common, page: "overview" };
}

function overviewOf(host: Host, view: ParticipantView, session: ParticipantSession) {
  const sign = view.signAuthentication;
  const state: "locked" | "required" | "covered" = sign?.locked
    ? "locked"
    : sign?.covered.length === 0
      ? "required"
      : "covered";
  return {
    ...snakeCase({ ...view, started: iso(view.started), lastEvent: iso(view.lastEvent), timeout: iso(view.timeout) }),
    documents: view.documents.map((document) => pageDocument(host, view, document, session)),
    may_reject: view.availableActions.some(({ type }) => type === "reject_instance"),
    sign_authentication: sign && {
      ...needOf(host, view, sign),
      state,
      label: sign.label,
      covered: sign.covered.map((name) => documentIdOf(view, name)),
      valid_until: isoOrNull(sign.validUntil),
    },
    participants: view.others.map((other) => ({
      ...other,
      full_name: other.fullName,
      me: other.name === view.participant.name,
      last_act: isoOrNull(other.lastActAt),
    })),
    redirect: view.redirectTo === null ? null : { url: view.redirectTo },
  };
}

function pageDocument(
  host: Host,
  view: ParticipantView,
  document: ParticipantView["documents"][number],
  session: ParticipantSession,
): DeepReadonly<PageDocument> {
  const { documentId, name } = document;
  const address = `/local/participant/${view.instanceId}/documents/${documentId}.pdf`;
  const actions = view.availableActions.flatMap(({ type, document: on }) =>
    on === name && type !== "reject_instance" ? [type] : [],
  );
  return {
    ...snakeCase(document),
    size: unwrap(host.documents.get(documentId)).size,
    url: withTicket(session, `${address}?participant=${view.participant.participantId}`),
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

function needOf(
  host: Host,
  { instanceId }: ParticipantView,
  need: AskedAuthentication,
): DeepReadonly<AuthenticationNeed> {
  const provider = authenticationProvider.parse(need.provider);
  const byCode = takesCode(provider);
  return {
    provider,
    simulated: !byCode,
    offers_code: byCode && host.participants.offersCodes(instanceId),
    answers: answersOf(need),
    identity: provider === "idverify" ? identityOf(need.options) : null,
    state: need.locked ? "locked" : "required",
    sent_to: need.sentTo === null ? null : masked(need.sentTo),
    entries_left: need.entriesLeft,
    tries_left: byCode ? null : need.triesLeft,
  };
}

const identityFields = z.object({
  method: z.enum(identityMethods).catch(identityMethods[0]),
  allowed_document_types: z.array(z.enum(identityDocuments)).catch([...identityDocuments]),
  allowed_document_countries: z.array(z.string()).catch([]),
  document_capture: z.enum(documentCaptures).catch("mobile_and_desktop"),
});

/** What the flow says of `idverify`; what it leaves out is as the interface leaves it: open. */
function identityOf(options: AskedAuthentication["options"]): AuthenticationNeed["identity"] {
  const given = identityFields.parse(options);
  return {
    method: given.method,
    documents: given.allowed_document_types,
    countries: given.allowed_document_countries,
    capture: given.document_capture,
  };
}

/** All but the last two digits hidden. */
function masked(phoneNumber: string): string {
  return phoneNumber.slice(0, -2).replaceAll(/[0-9]/g, "•") + phoneNumber.slice(-2);
}

/** The browser's first language that the page speaks, else English. */
function localeOf(request: FastifyRequest): string {
  const wanted = (request.headers["accept-language"] ?? "").split(",").map((range) => {
    const language = range.trim().slice(0, 2).toLowerCase();
    return language === "no" || language === "nn" ? "nb" : language;
  });
  return wanted.find(isParticipantLanguage) ?? "en";
}
