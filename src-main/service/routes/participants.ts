import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
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
import type { AuthenticationStatus, EndUserInfo, Host, ParticipantView } from "../../host/types.ts";
import type { Seat } from "../callers.ts";
import { pickSeat, seatOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures } from "../context.ts";
import { unwrap } from "../failures.ts";
import { ownInstance } from "../own.ts";
import { documentIdOf, documentName, openGate, openView } from "../seats.ts";
import { signatureBytes } from "../signatures.ts";
import { iso } from "../times.ts";
import { titleOrNull } from "../wire.ts";

const { paths } = countersignDialect;
const tags = ["Participants"];
const config = { caller: "participant" } as const;
const params = z.object({ id: z.string() });
const documentParams = params.extend({ document: z.string() });
const done = { 204: z.null(), ...failures };

/** What participants see and do, by the session that their access link opened. */
export function participantRoutes(app: ServiceApp, context: ServiceContext): void {
  viewAndReject(app, context);
  acts(app, context);
  eid(app, context);
}

function viewAndReject(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/flow/instances/:id/view",
    {
      config: { ...config, refuses: ["authentication_required"] },
      schema: {
        tags,
        summary: "The instance as the participant sees it",
        params,
        response: { 200: view, ...failures },
      },
    },
    async (request) => wireView(openView(host, seatOf(request))),
  );

  app.post(
    "/flow/instances/:id/reject",
    {
      config: { caller: "participant_or_author", refuses: ["authentication_required", "instance_state_error"] },
      schema: {
        tags,
        summary: "Rejects the whole instance",
        description:
          "By a participant, or by the instance's author, whatever allow-rejections says; flow_rejected then has no user_name. A request that carries a participant's session of the instance and an author's credentials speaks for the participant.",
        params,
        body: reject,
        response: done,
      },
    },
    async (request, reply) => {
      const message = request.body.message ?? null;
      if (request.author !== null) {
        const { id } = ownInstance(host, request.author, request.params.id);
        unwrap(await host.instances.reject(id, message));
        return reply.code(204).send(null);
      }
      const { instanceId, participant } = seatOf(request);
      openGate(host, seatOf(request));
      unwrap(await host.participants.rejectInstance({ instanceId, participant, message }));
      return reply.code(204).send(null);
    },
  );
}

function acts(app: ServiceApp, { host }: ServiceContext): void {
  app.post(
    "/flow/instances/:id/documents/:document/sign",
    {
      config: { ...config, refuses: ["authentication_required", "document_state_error", "instance_state_error"] },
      schema: { tags, summary: "Signs a document", params: documentParams, body: sign, response: done },
    },
    async (request, reply) => {
      const act = actOn(host, seatOf(request), request.params.document);
      const { signature } = request.body;
      const picture = signature ? { kind: signature.kind, bytes: signatureBytes(signature, act.participant) } : null;
      unwrap(await host.participants.sign({ ...act, session: seatOf(request).token, signature: picture }));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/flow/instances/:id/documents/:document/approve",
    {
      config: { ...config, refuses: ["authentication_required", "document_state_error", "instance_state_error"] },
      schema: { tags, summary: "Approves a document", params: documentParams, body: approve, response: done },
    },
    async (request, reply) => {
      const act = actOn(host, seatOf(request), request.params.document);
      unwrap(await host.participants.approve({ ...act, session: seatOf(request).token }));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/flow/instances/:id/documents/:document/reject",
    {
      config: { ...config, refuses: ["authentication_required", "document_state_error", "instance_state_error"] },
      schema: { tags, summary: "Rejects a document", params: documentParams, body: reject, response: done },
    },
    async (request, reply) => {
      const act = actOn(host, seatOf(request), request.params.document);
      unwrap(await host.participants.rejectDocument({ ...act, message: request.body.message ?? null }));
      return reply.code(204).send(null);
    },
  );
}

function actOn(host: Host, seat: Seat, documentId: string) {
  const { instanceId, participant } = seat;
  return { instanceId, participant, document: documentName(openGate(host, seat), documentId) };
}

function eid(app: ServiceApp, { host }: ServiceContext): void {
  app.post(
    paths.eidStart,
    {
      config: { ...config, refuses: ["authentication_required", "document_state_error", "instance_state_error"] },
      schema: {
        tags: ["Electronic identification"],
        summary: "Starts an authentication with the provider that the parameters name",
        body: eidStart,
        response: { 200: eidStartResponse, ...failures },
      },
    },
    async (request) => {
      const { instance_id, kind, documents } = request.body;
      const seat = pickSeat(request, host, (one) => one.instanceId === instance_id);
      const started = unwrap(
        await host.participants.startAuthentication({
          ...covering(host, seat, kind, documents),
          session: seat.token,
          endUserInfo: endUser(request),
        }),
      );
      return { transaction_id: started.transactionId, status: started.status };
    },
  );

  app.post(
    paths.eidCheck,
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: {
        tags: ["Electronic identification"],
        summary: "How an authentication stands; sms_otp takes its code here",
        body: eidCheck,
        response: { 200: eidCheckResponse, ...failures },
      },
    },
    async (request) => {
      const { transaction_id, code } = request.body;
      const answer = code === undefined ? {} : { code };
      const seat = pickSeat(
        request,
        host,
        ({ instanceId, participant, token: session }) =>
          host.participants.hasAuthentication({ instanceId, participant, transactionId: transaction_id, session }),
        `There is no authentication ${transaction_id}; begin a new one.`,
      );
      return { status: await checkTransaction(request, host, seat, transaction_id, answer) };
    },
  );
}

/** A sign authentication covers the documents named, else all that await the participant's act [U1]. */
function covering(host: Host, seat: Seat, kind: "view" | "sign", documentIds: readonly string[] | undefined) {
  const { instanceId, participant } = seat;
  if (kind === "view") return { instanceId, participant, kind };
  const seen = openView(host, seat);
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
  seat: Seat,
  transactionId: string,
  answer: Answer,
): Promise<AuthenticationStatus["status"]> {
  const { instanceId, participant, token: session } = seat;
  const own = { instanceId, participant, transactionId, session };
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
