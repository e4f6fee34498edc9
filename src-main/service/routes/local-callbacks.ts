import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { local } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { AccountSummary, CallbackFault, Host } from "../../host/index.ts";
import type { CallbackAttempt, CallbackRow } from "../../store/index.ts";
import { type ServiceContext, wirePage } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { isOwnInstance, requireFirstAuthor } from "../ownership.ts";
import { routesOf } from "../route.ts";
import { snakeCase } from "../snake-case.ts";
import { iso, isoOrNull } from "../wire-times.ts";

const LARGEST_CALLBACK = 1024 * 1024;

/** Callbacks as they were sent, once more by hand, and the fault lab: never part of the interface (docs/integration.md). */
export function localCallbackRoutes(app: FastifyInstance, context: ServiceContext): void {
  callbacks(app, context);
  faults(app, context);
  accountCallbacks(app, context);
}

function callbacks(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", "Local controls");
  routes.get(
    "/local/callbacks",
    { summary: "Every event for callbacks, newest first", query: local.callbacksQuery, answer: local.callbacks },
    async ({ author, query: { flow_instance_id: instanceId, ...query } }) =>
      wirePage(host.callbacks.list(present({ ...query, instanceId, accountId: author.id })), wireCallback),
  );

  routes.get(
    "/local/callbacks/{id}",
    { summary: "An event with its latest 20 attempts: what was sent and what came back", answer: local.callback },
    async ({ author, params }) => {
      const { callback, attempts } = ownCallback(host, author, params.id);
      return { ...wireCallback(callback), attempt_list: attempts.map(wireAttempt) };
    },
  );

  routes.post(
    "/local/callbacks/{id}/replay",
    {
      summary: "Delivers an event once more, with the same event_id and body",
      description:
        "At once, and beside the schedule: a failed try by hand leaves the retries still to come as they are. An event whose attempt is under way or about to begin is 409.",
      body: z.strictObject({}),
      status: 202,
      answer: z.object({}),
      refuses: ["conflict_error"],
    },
    async ({ author, params }) => {
      unwrap(await host.callbacks.replay(ownCallback(host, author, params.id).callback.eventId));
      return {};
    },
  );
}

/** Callbacks of remote accounts (docs/sync.md). */
function accountCallbacks(app: FastifyInstance, { host }: ServiceContext): void {
  routesOf(app, "anyone", "Local controls").post(
    "/local/account-callbacks/{secret}",
    {
      summary: "A callback of a remote account: the runs that it names are looked at",
      description: "The address is in the app, at the account; its last part is a secret. The body may be any JSON.",
      body: z.unknown(),
      bodyLimit: LARGEST_CALLBACK,
      answer: null,
      refuses: ["resource_not_found"],
    },
    async ({ body, params }) => {
      if (!host.sync.received(params.secret, body))
        throw new ServiceError("resource_not_found", "There is no account with this address for callbacks.");
    },
  );
}

function ownCallback(host: Host, author: AccountSummary, id: string) {
  const found = host.callbacks.get(id);
  if (found.ok && isOwnInstance(host, author, found.value.callback.instanceId)) return found.value;
  throw new ServiceError("resource_not_found", `There is no event ${id}.`);
}

const wireCallback = (row: CallbackRow) =>
  snakeCase({
    ...row,
    flowInstanceId: row.instanceId,
    nextAttempt: isoOrNull(row.nextAttemptAt),
    created: iso(row.createdAt),
  });

const wireAttempt = (row: CallbackAttempt) => snakeCase({ ...row, at: iso(row.at), wallAt: iso(row.wallAt) });

function faults(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", "Local controls");
  const current = (author: AccountSummary) => ({
    faults: host.callbacks.faults().filter(ownFaults(host, author)).map(wireFault),
  });
  routes.get(
    "/local/callbacks/faults",
    { summary: "The author's faults that the next callbacks meet", answer: local.faults },
    async ({ author }) => current(author),
  );

  routes.post(
    "/local/callbacks/faults",
    {
      summary:
        "Faults that the next callbacks meet, to see how an integration takes them; replaces the author's before",
      description:
        "An effect answer or no_answer takes the place of sending. A delay sends at once and holds the answer back for that many milliseconds of wall time: a receiver that answers slowly, or, from 15000 on, one that hangs until the attempt's 15 seconds are over. The first fault that fits an attempt is used, times often; without times until it is taken off. A fault for all instances (without flow_instance_id) meets every author's callbacks: the workspace's first author may set one, for others it is 403.",
      body: local.faultsWrite,
      answer: local.faults,
    },
    async ({ author, body }) => {
      for (const { flow_instance_id: id } of body.faults) {
        if (!id) requireFirstAuthor(host, author, "A fault for all instances");
        else if (!isOwnInstance(host, author, id)) throw noInstance(id);
      }
      unwrap(await host.callbacks.setFaults(body.faults.map(hostFault), ownFaults(host, author)));
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

function wireFault({ instanceId: flowInstanceId, effect, ...rest }: CallbackFault) {
  return snakeCase({ ...rest, flowInstanceId, effect: effect.kind === "answer" ? snakeCase(effect) : effect });
}
