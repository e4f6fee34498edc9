import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { countersignDialect } from "../../../src-shared/dialect/index.ts";
import type { InstanceStart } from "../../../src-shared/service/index.ts";
import { instance, instanceStart, prolong, prolonged, remind, yesOrNo } from "../../../src-shared/service/index.ts";
import { present } from "../../basics/index.ts";
import type { AccountSummary, Result } from "../../host/index.ts";
import type { ServiceContext } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { checkFolder, ownInstance } from "../ownership.ts";
import { routesOf } from "../route.ts";
import { wireInstance } from "../wire.ts";
import { iso } from "../wire-times.ts";

const { paths } = countersignDialect;

/** What an author does with instances. */
export function instanceRoutes(app: FastifyInstance, context: ServiceContext): void {
  startAndGet(app, context);
  operations(app, context);
}

function startAndGet(app: FastifyInstance, { host, clock, answers }: ServiceContext): void {
  const routes = routesOf(app, "author", "Instances");
  const start = async (given: {
    readonly author: AccountSummary;
    readonly body: InstanceStart;
    readonly reply: FastifyReply;
  }) => {
    const { author, body, reply } = given;
    checkFolder(host, author, body.folder_id);
    const started = unwrap(await host.instances.startProcess(present(body), { clock, accountId: author.id }));
    reply.header("location", `/flow/instances/${started.id}`);
    return wireInstance(host, started);
  };
  for (const path of [paths.instances, paths.instanceStart]) {
    routes.post(
      path,
      {
        summary: "Starts an instance without a draft",
        body: instanceStart,
        status: 201,
        answer: instance,
        sends: { 201: ["Location"] },
        refuses: ["document_state_error"],
      },
      start,
    );
  }

  routes.get(
    paths.instance,
    {
      summary: "An instance; a trashed one only with ?trashed=true",
      query: z.strictObject({ trashed: yesOrNo.optional() }),
      answer: instance,
    },
    async ({ author, params, query }) => {
      const found = ownInstance(host, author, params.id);
      if (found.trashed && query.trashed !== true) {
        throw new ServiceError("resource_not_found", `The instance ${found.id} is in the trash.`, {
          explanation: "Ask with ?trashed=true, or restore it.",
        });
      }
      return answers.of(host, found);
    },
  );
}

function operations(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", "Instances");
  const refuses = ["instance_state_error"] as const;
  routes.post(
    "/flow/instances/{id}/prolong",
    {
      summary: "Moves the time-out: the later of now and the old one, plus the days",
      body: prolong,
      answer: prolonged,
      refuses,
    },
    async ({ author, params, body }) => {
      const { id } = ownInstance(host, author, params.id);
      return { timeout: iso(unwrap(await host.instances.prolong(id, body.days)).timeoutAt) };
    },
  );

  routes.post(
    "/flow/instances/{id}/remind",
    {
      summary: "Reminds participants who have pending acts, by their identifiers",
      body: remind,
      status: 202,
      answer: z.object({}),
      refuses,
    },
    async ({ author, params, body }) => {
      const { id } = ownInstance(host, author, params.id);
      unwrap(await host.instances.remind(id, body.participants));
      return {};
    },
  );

  const plain: readonly ["cancel" | "trash" | "restore", string, (id: string) => Promise<Result<null>>][] = [
    ["cancel", "Withdraws an instance and its unsealed documents", (id) => host.instances.cancel(id)],
    ["trash", "Puts an ended instance into the trash", (id) => host.instances.trash(id)],
    ["restore", "Takes an instance out of the trash", (id) => host.instances.restore(id)],
  ];
  for (const [name, summary, run] of plain) {
    routes.post(
      `/flow/instances/{id}/${name}`,
      { summary, body: z.strictObject({}), answer: null, refuses },
      async ({ author, params }) => void unwrap(await run(ownInstance(host, author, params.id).id)),
    );
  }
  routes.delete(
    paths.instance,
    { summary: "Deletes a trashed instance for good", answer: null, refuses },
    async ({ author, params }) => void unwrap(await host.instances.remove(ownInstance(host, author, params.id).id)),
  );
}
