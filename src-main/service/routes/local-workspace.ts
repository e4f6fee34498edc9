import type { z } from "zod";
import { local, pageQuery } from "../../../src-shared/service/index.ts";
import type { AccountSummary, ClockTarget, DueWork, Host } from "../../host/types.ts";
import { authorOf } from "../callers.ts";
import type { ServiceApp, ServiceContext } from "../context.ts";
import { failures } from "../context.ts";
import { ServiceError, unwrap } from "../failures.ts";
import { isOwnInstance, requireFirstAuthor } from "../own.ts";
import { iso, isoOrNull } from "../times.ts";

const tags = ["Local controls"];
const config = { caller: "author" } as const;

/** Clocks, due work, accounts and folders of the workspace: beside the interface, never part of it (service.md). */
export function localWorkspaceRoutes(app: ServiceApp, context: ServiceContext): void {
  clocks(app, context);
  dueWork(app, context);
  accounts(app, context);
  folders(app, context);
  outbound(app, context);
}

/** The clock of the instances started over HTTP, where that is one certain clock. */
function defaultClock({ clock }: ServiceContext): string {
  if (clock === "real") return "real";
  if (clock.virtual !== "new") return clock.virtual;
  throw new ServiceError("request_parameters_missing", "Every instance has its own clock here; name one in clock.");
}

function clocks(app: ServiceApp, context: ServiceContext): void {
  const { host } = context;
  app.get(
    "/local/clock",
    { config, schema: { tags, summary: "The workspace's clocks", response: { 200: local.clocks, ...failures } } },
    async () => ({
      items: host.clocks.list().map(({ id, name, virtual, nextDueAt }) => ({
        id,
        name,
        virtual,
        now: iso(unwrap(host.clocks.now(id))),
        next_due: isoOrNull(nextDueAt),
      })),
    }),
  );

  app.post(
    "/local/clock",
    {
      config: { ...config, refuses: ["request_parameters_missing", "resource_not_found", "conflict_error"] },
      schema: {
        tags,
        summary:
          "Moves a virtual clock and answers once everything due has run; ran tells of the author's own runs, of callbacks with their event_id",
        body: local.clockMove,
        response: { 200: local.clockMoved, ...failures },
      },
    },
    async (request) => {
      const { clock, ...move } = request.body;
      const author = authorOf(request);
      const clockId = clock ?? defaultClock(context);
      const known = runsOn(host, clockId, author);
      const { now, ran } = unwrap(await host.clocks.advance(clockId, targetOf(move)));
      const own = ran.filter(
        ({ instanceId }) => known?.has(instanceId) !== false || isOwnInstance(host, author, instanceId),
      );
      return {
        now: iso(now),
        ran: own.map(({ at, kind, id, instanceId, eventId }) => {
          const ran = { at: iso(at), kind, id, flow_instance_id: instanceId };
          return eventId === null ? ran : { ...ran, event_id: eventId };
        }),
      };
    },
  );
}

function dueWork(app: ServiceApp, context: ServiceContext): void {
  const { host } = context;
  app.get(
    "/local/due",
    {
      config: { ...config, refuses: ["request_parameters_missing", "resource_not_found"] },
      schema: {
        tags,
        summary: "What will happen by itself to the author's runs on a clock, soonest first",
        querystring: local.dueQuery,
        response: { 200: local.dueList, ...failures },
      },
    },
    async (request) => {
      const due = unwrap(
        host.clocks.due(request.query.clock ?? defaultClock(context), undefined, authorOf(request).id),
      );
      return { items: due.map(dueItem) };
    },
  );
}

/** The author's runs that something is to come for: one that retention deletes on the way is nobody's afterwards. null: all are. */
function runsOn(host: Host, clockId: string, author: AccountSummary): ReadonlySet<string> | null {
  if (host.accounts.list().length === 1) return null;
  const due = host.clocks.due(clockId, Number.MAX_SAFE_INTEGER, author.id);
  return new Set(due.ok ? due.value.map(({ instanceId }) => instanceId) : []);
}

function targetOf(move: Omit<z.output<typeof local.clockMove>, "clock">): ClockTarget {
  if (move.set !== undefined) return { to: Date.parse(move.set) };
  return move.advance === undefined ? { toNextDue: true } : { by: move.advance };
}

function dueItem({
  id,
  instanceId,
  clockId,
  kind,
  at,
  waits,
}: DueWork): z.output<typeof local.dueList>["items"][number] {
  return { id, flow_instance_id: instanceId, clock: clockId, kind, at: iso(at), waits: waits?.why ?? null };
}

function accounts(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/accounts",
    { config, schema: { tags, summary: "The workspace's authors", response: { 200: local.accounts, ...failures } } },
    async () => ({ items: host.accounts.list().map(wireAccount) }),
  );

  app.post(
    "/local/accounts",
    {
      config: { ...config, refuses: ["conflict_error"] },
      schema: {
        tags,
        summary: "One more author, with or without two-factor authentication and recording of end-user info",
        body: local.accountCreate,
        response: { 201: local.account, ...failures },
      },
    },
    async (request, reply) => {
      const { email, name = email, password, two_factor, record_end_user_info } = request.body;
      const account = { email, name, password, twoFactor: two_factor, recordEndUserInfo: record_end_user_info };
      const made = unwrap(await host.accounts.create(account));
      reply.code(201);
      return wireAccount(made);
    },
  );
}

function wireAccount(account: AccountSummary): z.output<typeof local.account> {
  const { id, email, name, twoFactor, recordEndUserInfo } = account;
  return { id, email, name, two_factor: twoFactor, record_end_user_info: recordEndUserInfo };
}

function folders(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/folders",
    { config, schema: { tags, summary: "The author's folders", response: { 200: local.folders, ...failures } } },
    async (request) => ({
      items: host.folders.list(authorOf(request).id).map(({ id, name, home }) => ({ id, name, home })),
    }),
  );

  app.post(
    "/local/folders",
    {
      config: { ...config, refuses: ["conflict_error"] },
      schema: {
        tags,
        summary: "One more folder",
        body: local.folderCreate,
        response: { 201: local.folder, ...failures },
      },
    },
    async (request, reply) => {
      const accountId = authorOf(request).id;
      const { id, name, home } = unwrap(await host.folders.create({ name: request.body.name, accountId }));
      reply.code(201);
      return { id, name, home };
    },
  );
}

function outbound(app: ServiceApp, { host }: ServiceContext): void {
  app.get(
    "/local/outbound",
    {
      config,
      schema: {
        tags,
        summary: "Everything that has left the process, for the workspace's first author; for others 403",
        querystring: pageQuery,
        response: { 200: local.outbound, ...failures },
      },
    },
    async (request) => {
      requireFirstAuthor(host, authorOf(request), "The list of what has left the process");
      const { cursor = null, limit = 100 } = request.query;
      const page = host.ledger.outbound({ cursor, limit });
      const items = page.items.map(({ wallAt, kind, target, result }) => ({ at: iso(wallAt), kind, target, result }));
      return page.next === null ? { items } : { items, next: page.next };
    },
  );
}
