import { z } from "zod";
import { local } from "../../../src-shared/service/index.ts";
import type { AccountSummary, CallbackFault, Host } from "../../host/types.ts";
import type { CallbackAttempt, CallbackRow } from "../../store/port/types.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures, present, wirePage } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { isOwnInstance, requireFirstAuthor } from "../own.ts";
import { iso, isoOrNull } from "../times.ts";

const tags = ["Local controls"];
const config = { caller: "author" } as const;
const params = z.object({ id: z.string() });

/** Callbacks as they were sent, once more by hand, and the fault lab: never part of the interface (service.md). */
export function localCallbackRoutes(app: ServiceApp, context: ServiceContext): void {
  sentCallbacks(app, context);
  replays(app, context);
  faults(app, context);
}

function sentCallbacks(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/callbacks",
    {
      config,
      schema: {
        tags,
        summary: "Every event for callbacks, newest first",
        querystring: local.callbacksQuery,
        response: { 200: local.callbacks, ...failures },
      },
    },
    async (request) => {
      const { flow_instance_id: instanceId, ...query } = request.query;
      const filter = present({ ...query, instanceId, accountId: authorOf(request).id });
      return wirePage(host.callbacks.list(filter), wireCallback);
    },
  );

  app.get(
    "/local/callbacks/:id",
    {
      config,
      schema: {
        tags,
        summary: "An event with its latest 20 attempts: what was sent and what came back",
        params,
        response: { 200: local.callback, ...failures },
      },
    },
    async (request) => {
      const { callback, attempts } = ownCallback(host, authorOf(request), request.params.id);
      return { ...wireCallback(callback), attempt_list: attempts.map(wireAttempt) };
    },
  );
}

function replays(app: ServiceApp, { host }: ServiceContext): void {
  app.post(
    "/local/callbacks/:id/replay",
    {
      config: { ...config, refuses: ["conflict_error"] },
      schema: {
        tags,
        summary: "Delivers an event once more, with the same event_id and body",
        description:
          "At once, and beside the schedule: a failed try by hand leaves the retries still to come as they are. An event whose attempt is under way or about to begin is 409.",
        params,
        body: z.strictObject({}),
        response: { 202: z.object({}), ...failures },
      },
    },
    async (request, reply) => {
      const { eventId } = ownCallback(host, authorOf(request), request.params.id).callback;
      unwrap(await host.callbacks.replay(eventId));
      reply.code(202);
      return {};
    },
  );
}

function ownCallback(host: Host, author: AccountSummary, id: string) {
  const found = host.callbacks.get(id);
  if (found.ok && isOwnInstance(host, author, found.value.callback.instanceId)) return found.value;
  throw new ServiceError("resource_not_found", `There is no event ${id}.`);
}

function wireCallback(row: CallbackRow): z.output<typeof local.callbackSummary> {
  const { eventId, instanceId, sequence, type, url, state, attempts, nextAttemptAt, createdAt, body } = row;
  return {
    event_id: eventId,
    flow_instance_id: instanceId,
    sequence,
    type,
    url,
    state,
    attempts,
    next_attempt: isoOrNull(nextAttemptAt),
    created: iso(createdAt),
    body: { ...body },
  };
}

function wireAttempt(row: CallbackAttempt): z.output<typeof local.callback>["attempt_list"][number] {
  const { attempt, at, wallAt, durationMs, requestHeaders, status, responseHeaders, responseBody, error } = row;
  return {
    attempt,
    at: iso(at),
    wall_at: iso(wallAt),
    duration_ms: durationMs,
    request_headers: { ...requestHeaders },
    status,
    response_headers: responseHeaders === null ? null : { ...responseHeaders },
    response_body: responseBody,
    error,
  };
}

function faults(app: ServiceApp, { host }: ServiceContext): void {
  const current = (author: AccountSummary) => {
    return { faults: host.callbacks.faults().filter(ownFaults(host, author)).map(wireFault) };
  };
  app.get(
    "/local/callbacks/faults",
    {
      config,
      schema: {
        tags,
        summary: "The author's faults that the next callbacks meet",
        response: { 200: local.faults, ...failures },
      },
    },
    async (request) => current(authorOf(request)),
  );

  app.post(
    "/local/callbacks/faults",
    {
      config,
      schema: {
        tags,
        summary:
          "Faults that the next callbacks meet, to see how an integration takes them; replaces the author's before",
        description:
          "An effect answer or no_answer takes the place of sending. A delay sends at once and holds the answer back for that many milliseconds of wall time: a receiver that answers slowly, or, from 15000 on, one that hangs until the attempt's 15 seconds are over. The first fault that fits an attempt is used, times often; without times until it is taken off. A fault for all instances (without flow_instance_id) meets every author's callbacks: the workspace's first author may set one, for others it is 403.",
        body: local.faultsWrite,
        response: { 200: local.faults, ...failures },
      },
    },
    async (request) => {
      const author = authorOf(request);
      for (const { flow_instance_id: id } of request.body.faults) {
        if (!id) requireFirstAuthor(host, author, "A fault for all instances");
        else if (!isOwnInstance(host, author, id)) throw noInstance(id);
      }
      const faults = request.body.faults.map(hostFault);
      unwrap(await host.callbacks.setFaults(faults, ownFaults(host, author)));
      return current(author);
    },
  );
}

/** Of the author's instances; the first author's are also those for all instances, and those of no author. */
function ownFaults(host: Host, author: AccountSummary): (fault: CallbackFault) => boolean {
  return ({ instanceId }) => {
    const owner = instanceId === null ? null : host.instances.row(instanceId);
    return author.id === (owner?.ok ? owner.value.accountId : host.accounts.defaultId);
  };
}

const noInstance = (id: string) =>
  new ServiceError("request_parameters_invalid", `There is no instance ${id}; leave flow_instance_id out for all.`);

function hostFault(fault: z.output<typeof local.faultsWrite>["faults"][number]): CallbackFault {
  const { flow_instance_id: instanceId = null, type = null, effect, times = null } = fault;
  if (effect.kind !== "answer") return { instanceId, type, effect, times };
  const { kind, status, retry_after: retryAfter = null } = effect;
  return { instanceId, type, effect: { kind, status, retryAfter }, times };
}

function wireFault({ instanceId, type, effect, times }: CallbackFault): z.output<typeof local.fault> {
  const common = { flow_instance_id: instanceId, type, times };
  if (effect.kind !== "answer") return { ...common, effect };
  const { kind, status, retryAfter } = effect;
  return { ...common, effect: { kind, status, retry_after: retryAfter } };
}
