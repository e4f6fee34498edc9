import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { local, pageQuery } from "../../../src-shared/service/index.ts";
import type { AccountSummary, ClockTarget, Host } from "../../host/index.ts";
import { type ServiceContext, wirePage } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { isOwnInstance, requireFirstAuthor } from "../ownership.ts";
import { routesOf } from "../route.ts";
import { snakeCase } from "../snake-case.ts";
import { iso, isoOrNull } from "../wire-times.ts";

const TAG = "Local controls";

/** Clocks, due work, accounts and folders of the workspace: beside the interface, never part of it (docs/integration.md). */
export function localWorkspaceRoutes(app: FastifyInstance, context: ServiceContext): void {
  clocks(app, context);
  accounts(app, context);
  foldersAndOutbound(app, context);
}

/** The clock of the instances started over HTTP, where that is one certain clock. */
function defaultClock({ clock }: ServiceContext): string {
  if (clock === "real") return "real";
  if (clock.virtual !== "new") return clock.virtual;
  throw new ServiceError("request_parameters_missing", "Every instance has its own clock here; name one in clock.");
}

function clocks(app: FastifyInstance, context: ServiceContext): void {
  const { host } = context;
  const routes = routesOf(app, "author", TAG);
  routes.get("/local/clock", { summary: "The workspace's clocks", answer: local.clocks }, async () => ({
    items: host.clocks.list().map((clock) => ({
      ...clock,
      now: iso(unwrap(host.clocks.now(clock.id))),
      next_due: isoOrNull(clock.nextDueAt),
    })),
  }));

  routes.post(
    "/local/clock",
    {
      summary:
        "Moves a virtual clock and answers once everything due has run; `ran` lists the jobs of the author's own runs, callbacks with their event_id",
      body: local.clockMove,
      answer: local.clockMoved,
      refuses: ["request_parameters_missing", "resource_not_found", "conflict_error"],
    },
    async ({ author, body: { clock, ...move } }) => {
      const clockId = clock ?? defaultClock(context);
      const known = runsOn(host, clockId, author);
      const { now, ran } = unwrap(await host.clocks.advance(clockId, targetOf(move)));
      const own = ran.filter(
        ({ instanceId }) => known?.has(instanceId) !== false || isOwnInstance(host, author, instanceId),
      );
      return {
        now: iso(now),
        ran: own.map(({ at, kind, id, instanceId, eventId }) => ({
          ...{ at: iso(at), kind, id, flow_instance_id: instanceId },
          ...(eventId !== null && { event_id: eventId }),
        })),
      };
    },
  );

  routes.get(
    "/local/due",
    {
      summary: "What will happen by itself to the author's runs on a clock, soonest first",
      query: local.dueQuery,
      answer: local.dueList,
      refuses: ["request_parameters_missing", "resource_not_found"],
    },
    async ({ author, query }) => {
      const due = unwrap(host.clocks.due(query.clock ?? defaultClock(context), undefined, author.id));
      return {
        items: due.map((work) => ({
          ...{ ...work, flow_instance_id: work.instanceId, clock: work.clockId },
          ...{ at: iso(work.at), waits: work.waits?.why ?? null },
        })),
      };
    },
  );
}

/** Runs of the author with work due; read before the clock moves, as retention may delete some. null: all runs. */
function runsOn(host: Host, clockId: string, author: AccountSummary): ReadonlySet<string> | null {
  if (host.accounts.list().length === 1) return null;
  const due = host.clocks.due(clockId, Number.MAX_SAFE_INTEGER, author.id);
  return new Set(due.ok ? due.value.map(({ instanceId }) => instanceId) : []);
}

function targetOf(move: Omit<z.output<typeof local.clockMove>, "clock">): ClockTarget {
  if (move.set !== undefined) return { to: Date.parse(move.set) };
  return move.advance === undefined ? { toNextDue: true } : { by: move.advance };
}

function accounts(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", TAG);
  routes.get("/local/accounts", { summary: "The workspace's authors", answer: local.accounts }, async () => ({
    items: host.accounts.list().map(snakeCase),
  }));

  routes.post(
    "/local/accounts",
    {
      summary: "One more author, with or without two-factor authentication and recording of end-user info",
      body: local.accountCreate,
      status: 201,
      answer: local.account,
      refuses: ["conflict_error"],
    },
    async ({ body: { two_factor: twoFactor, record_end_user_info: recordEndUserInfo, name, ...rest } }) =>
      snakeCase(
        unwrap(await host.accounts.create({ ...rest, name: name ?? rest.email, twoFactor, recordEndUserInfo })),
      ),
  );
}

function foldersAndOutbound(app: FastifyInstance, { host }: ServiceContext): void {
  const routes = routesOf(app, "author", TAG);
  routes.get("/local/folders", { summary: "The author's folders", answer: local.folders }, async ({ author }) => ({
    items: host.folders.list(author.id),
  }));

  routes.post(
    "/local/folders",
    {
      summary: "One more folder",
      body: local.folderCreate,
      status: 201,
      answer: local.folder,
      refuses: ["conflict_error"],
    },
    async ({ author, body: { name } }) => unwrap(await host.folders.create({ name, accountId: author.id })),
  );

  routes.get(
    "/local/outbound",
    {
      summary: "Everything that has left the process, for the workspace's first author; for others 403",
      query: pageQuery,
      answer: local.outbound,
    },
    async ({ author, query: { cursor = null, limit = 100 } }) => {
      requireFirstAuthor(host, author, "The list of what has left the process");
      return wirePage(host.ledger.outbound({ cursor, limit }), ({ wallAt, ...entry }) => ({
        at: iso(wallAt),
        ...entry,
      }));
    },
  );
}
