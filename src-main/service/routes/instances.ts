import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import type { InstanceStart } from "../../../src-shared/service/index.ts";
import { instance, instanceStart, prolong, prolonged, remind, yesOrNo } from "../../../src-shared/service/index.ts";
import type { Result } from "../../host/errors.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures, present, routeOf } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { checkFolder, ownInstance } from "../own.ts";
import { iso } from "../times.ts";
import { wireInstance } from "../wire.ts";

const { paths } = countersignDialect;
const tags = ["Instances"];
const config = { caller: "author" } as const;
const params = z.object({ id: z.string() });
const nothing = z.strictObject({});

/** What an author does with instances. */
export function instanceRoutes(app: ServiceApp, context: ServiceContext): void {
  startAndGet(app, context);
  prolongAndRemind(app, context);
  plainOperations(app, context);
}

function startAndGet(app: ServiceApp, { host, clock, answers }: ServiceContext): void {
  const start = async (request: FastifyRequest<{ Body: InstanceStart }>, reply: FastifyReply) => {
    const author = authorOf(request);
    checkFolder(host, author, request.body.folder_id);
    const started = unwrap(await host.instances.startProcess(present(request.body), { clock, accountId: author.id }));
    reply.code(201).header("location", `/flow/instances/${started.id}`);
    return wireInstance(host, started);
  };
  for (const path of [paths.instances, paths.instanceStart]) {
    const schema = {
      tags,
      summary: "Starts an instance without a draft",
      body: instanceStart,
      response: { 201: instance, ...failures },
    };
    app.post(path, { config: { ...config, refuses: ["document_state_error"] }, schema }, start);
  }

  app.get(
    routeOf(paths.instance),
    {
      config,
      schema: {
        tags,
        summary: "An instance; a trashed one only with ?trashed=true",
        params,
        querystring: z.strictObject({ trashed: yesOrNo.optional() }),
        response: { 200: instance, ...failures },
      },
    },
    async (request) => {
      const found = ownInstance(host, authorOf(request), request.params.id);
      if (found.trashed && request.query.trashed !== true) {
        throw new ServiceError("resource_not_found", `The instance ${found.id} is in the trash.`, {
          explanation: "Ask with ?trashed=true, or restore it.",
        });
      }
      return answers.of(host, found);
    },
  );
}

function prolongAndRemind(app: ServiceApp, { host }: ServiceContext): void {
  app.post(
    "/flow/instances/:id/prolong",
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: {
        tags,
        summary: "Moves the time-out: the later of now and the old one, plus the days",
        params,
        body: prolong,
        response: { 200: prolonged, ...failures },
      },
    },
    async (request) => {
      const { id } = ownInstance(host, authorOf(request), request.params.id);
      return { timeout: iso(unwrap(await host.instances.prolong(id, request.body.days)).timeoutAt) };
    },
  );

  app.post(
    "/flow/instances/:id/remind",
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: {
        tags,
        summary: "Reminds participants who have pending acts, by their identifiers",
        params,
        body: remind,
        response: { 202: z.object({}), ...failures },
      },
    },
    async (request, reply) => {
      const { id } = ownInstance(host, authorOf(request), request.params.id);
      unwrap(await host.instances.remind(id, request.body.participants));
      reply.code(202);
      return {};
    },
  );
}

/** Operations that take nothing and answer nothing. */
function plainOperations(app: ServiceApp, { host }: ServiceContext): void {
  const response = { 204: z.null(), ...failures };
  const operations: readonly [string, string, (id: string) => Promise<Result<null>>][] = [
    ["cancel", "Withdraws an instance and its unsealed documents", (id) => host.instances.cancel(id)],
    ["trash", "Puts an ended instance into the trash", (id) => host.instances.trash(id)],
    ["restore", "Takes an instance out of the trash", (id) => host.instances.restore(id)],
  ];
  for (const [name, summary, run] of operations) {
    app.post(
      `/flow/instances/:id/${name}`,
      {
        config: { ...config, refuses: ["instance_state_error"] },
        schema: { tags, summary, params, body: nothing, response },
      },
      async (request, reply) => {
        const { id } = ownInstance(host, authorOf(request), request.params.id);
        unwrap(await run(id));
        return reply.code(204).send(null);
      },
    );
  }
  app.delete(
    routeOf(paths.instance),
    {
      config: { ...config, refuses: ["instance_state_error"] },
      schema: { tags, summary: "Deletes a trashed instance for good", params, response },
    },
    async (request, reply) => {
      const { id } = ownInstance(host, authorOf(request), request.params.id);
      unwrap(await host.instances.remove(id));
      return reply.code(204).send(null);
    },
  );
}
