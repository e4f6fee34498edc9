import type { FastifyInstance, FastifyRequest } from "fastify";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import type { AuthenticationKind, EndUserInfo } from "../../../src-shared/flow/index.ts";
import type { WireView } from "../../../src-shared/service/index.ts";
import {
  approve,
  eidCheck,
  eidCheckResponse,
  eidStart,
  eidStartResponse,
  reject,
  sign,
  view,
} from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { AuthenticationStatus, Host, ParticipantView } from "../../host/index.ts";
import { type ParticipantSession, pickSession } from "../callers.ts";
import type { ServiceContext } from "../context.ts";
import { unwrap } from "../failures.ts";
import { ownInstance } from "../ownership.ts";
import { documentIdOf, documentName, openGate, openView } from "../participant-session.ts";
import { routesOf } from "../route.ts";
import { signatureBytes } from "../signatures.ts";
import { titleOrNull } from "../wire.ts";
import { iso } from "../wire-times.ts";

const TAG = "Participants";
const { paths } = countersignDialect;
const OF_AN_ACT = ["authentication_required", "document_state_error", "instance_state_error"] as const;

/** What participants see and do, by the session that their access link opened. */
export function participantRoutes(app: FastifyInstance, context: ServiceContext): void {
  viewAndReject(app, context);
  acts(app, context);
  eid(app, context);
}

function viewAndReject(app: FastifyInstance, { host }: ServiceContext): void {
  routesOf(app, "participant", TAG).get(
    "/flow/instances/{id}/view",
    { summary: "The instance as the participant sees it", answer: view, refuses: ["authentication_required"] },
    async ({ session }) => wireView(openView(host, session)),
  );

  routesOf(app, "participant_or_author", TAG).post(
    "/flow/instances/{id}/reject",
    {
      summary: "Rejects the whole instance",
      description:
        "By a participant, or by the instance's author, even where allow-rejections is false; flow_rejected then has no user_name. A request that carries a participant's session of the instance and an author's credentials speaks for the participant.",
      body: reject,
      answer: null,
      refuses: ["authentication_required", "instance_state_error"],
    },
    async (asked) => {
      const { author } = asked.request;
      const message = asked.body.message ?? null;
      if (author !== null) {
        unwrap(await host.instances.reject(ownInstance(host, author, asked.params.id).id, message));
        return;
      }
      const { instanceId, participant } = asked.session;
      openGate(host, asked.session);
      unwrap(await host.participants.rejectInstance({ instanceId, participant, message }));
    },
  );
}

function acts(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "participant", TAG);
  const common = { answer: null, refuses: OF_AN_ACT } as const;
  routes.post(
    "/flow/instances/{id}/documents/{document}/sign",
    { summary: "Signs a document", body: sign, ...common },
    async ({ session, params, body: { signature } }) => {
      const act = actOn(host, session, params.document);
      const picture = signature ? { kind: signature.kind, bytes: signatureBytes(signature, act.participant) } : null;
      unwrap(await host.participants.sign({ ...act, session: session.browser, signature: picture }));
    },
  );

  routes.post(
    "/flow/instances/{id}/documents/{document}/approve",
    { summary: "Approves a document", body: approve, ...common },
    async ({ session, params }) => {
      const act = actOn(host, session, params.document);
      unwrap(await host.participants.approve({ ...act, session: session.browser }));
    },
  );

  routes.post(
    "/flow/instances/{id}/documents/{document}/reject",
    { summary: "Rejects a document", body: reject, ...common },
    async ({ session, params, body }) => {
      const act = actOn(host, session, params.document);
      unwrap(await host.participants.rejectDocument({ ...act, message: body.message ?? null }));
    },
  );
}

function actOn(host: Host, session: ParticipantSession, documentId: string) {
  const { instanceId, participant } = session;
  return { instanceId, participant, document: documentName(openGate(host, session), documentId) };
}

function eid(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "participant", "Electronic identification");
  routes.post(
    paths.eidStart,
    {
      summary: "Starts an authentication with the provider that the parameters name",
      body: eidStart,
      answer: eidStartResponse,
      refuses: OF_AN_ACT,
    },
    async ({ request, body: { instance_id, kind, documents } }) => {
      const session = pickSession(request, host, ({ instanceId }) => instanceId === instance_id);
      const { transactionId, status } = unwrap(
        await host.participants.startAuthentication({
          ...covering(host, session, kind, documents),
          session: session.browser,
          endUserInfo: endUser(request),
        }),
      );
      return { transaction_id: transactionId, status };
    },
  );

  routes.post(
    paths.eidCheck,
    {
      summary: "How an authentication stands; sms_otp takes its code here",
      body: eidCheck,
      answer: eidCheckResponse,
      refuses: ["instance_state_error"],
    },
    async ({ request, body: { transaction_id: transactionId, code } }) => {
      const session = pickSession(
        request,
        host,
        ({ instanceId, participant, browser }) =>
          host.participants.hasAuthentication({ instanceId, participant, transactionId, session: browser }),
        `There is no authentication ${transactionId}; begin a new one.`,
      );
      return { status: await checkTransaction(request, host, session, transactionId, present({ code })) };
    },
  );
}

/** A sign authentication covers the documents named, else all that await the participant's act [U1]. */
function covering(
  host: Host,
  session: ParticipantSession,
  kind: AuthenticationKind,
  documentIds: readonly string[] | undefined,
) {
  const { instanceId, participant } = session;
  if (kind === "view") return { instanceId, participant, kind };
  const seen = openView(host, session);
  const awaiting = seen.availableActions.filter(({ type }) => type === "sign" || type === "approve");
  const names =
    documentIds?.map((id) => documentName(seen, id)) ??
    [...new Set(awaiting.map(({ document }) => document))].filter((name) => name !== null);
  return { instanceId, participant, kind, documents: names };
}

type Answer = Pick<Parameters<Host["participants"]["checkAuthentication"]>[0], "code" | "outcome">;

/** Decides or reports a transaction of the calling participant; a success at viewing opens the session that began it [U1]. */
export async function checkTransaction(
  request: FastifyRequest,
  host: Host,
  { instanceId, participant, browser }: ParticipantSession,
  transactionId: string,
  answer: Answer,
): Promise<AuthenticationStatus["status"]> {
  const own = { instanceId, participant, transactionId, session: browser };
  const { status } = unwrap(
    await host.participants.checkAuthentication({ ...own, endUserInfo: endUser(request), ...answer }),
  );
  return status;
}

/** The flow keeps it only where the author's group records it (interface 6). */
export function endUser(request: FastifyRequest): EndUserInfo {
  return { ip: request.ip, userAgent: (request.headers["user-agent"] ?? "").slice(0, 500) };
}

/** Documents by identifier: participants know no names (docs/decisions/0020-participants-page.md). */
function wireView(seen: ParticipantView): WireView {
  const idOf = (name: string | null) => (name === null ? null : documentIdOf(seen, name));
  return {
    title: titleOrNull(seen.title),
    status: seen.status,
    started: iso(seen.started),
    last_event: iso(seen.lastEvent),
    documents: seen.documents.map(({ documentId, state }) => ({ document_id: documentId, document_state: state })),
    available_actions: seen.availableActions.map(({ type, document }) => ({ type, document: idOf(document) })),
    previous_events: seen.previousEvents.map(({ type, document, at }) => {
      const id = seen.documents.find(({ name }) => name === document)?.documentId;
      return id === undefined ? { type, at: iso(at) } : { type, document: id, at: iso(at) };
    }),
  };
}
