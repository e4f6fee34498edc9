import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type DeepReadonly, type ErrorType, errorBody } from "../../src-shared/service/index.ts";
import type { AccountSummary } from "../host/index.ts";
import { authorOf, type ParticipantSession, sessionOf } from "./callers.ts";
import { needsBody } from "./json.ts";
import type { HeaderName } from "./response-headers.ts";
import type { CallerKind, DescribedBodies } from "./route-config.ts";

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

export interface RouteOptions<
  Parameter extends string,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Given extends z.ZodType,
> {
  /** In the documentation; default the group's. */
  readonly tag?: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: Readonly<Partial<Record<Parameter, string>>>;
  /**
   * Default: none. Unknown names of a query are refused as unknown fields of a body are: a filter that is mistyped must
   * not answer with everything (docs/decisions/0416-unknown-names-are-refused.md). Access links and pages, to which mail
   * programs add names of their own, take any.
   */
  readonly query?: Query | "any";
  readonly body?: Body;
  /** For a route that makes something of its body: one without it is more likely a mistake than a wish. */
  readonly needsBody?: true;
  /** What a success answers; null: nothing, with 204; left out: the handler sends a page or a file. */
  readonly answer?: Given | null;
  /** Of a success; default 200. */
  readonly status?: 201 | 202;
  /** Error types of the route's own, beside those that follow from its caller, path and body (documented-errors.ts). */
  readonly refuses?: readonly ErrorType[];
  /** Response headers that it always sends, by status. */
  readonly sends?: Readonly<Record<number, readonly HeaderName[]>>;
  /** Bodies that are neither JSON nor a form of texts, as the documentation has them. */
  readonly described?: DescribedBodies;
  readonly consumes?: string[];
  readonly produces?: string[];
  /** Bytes. */
  readonly bodyLimit?: number;
  /** Answered in the frames of the wall, too (route-config.ts). */
  readonly isOfPage?: true;
}

/** A request that passed its caller's check and its schemas. */
export class Asked<Parameter extends string, Query, Body> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.request = request;
    this.reply = reply;
  }
  get params(): Readonly<Record<Parameter, string>> {
    return this.request.params as Record<Parameter, string>;
  }
  get query(): Query {
    return this.request.query as Query;
  }
  get body(): Body {
    return this.request.body as Body;
  }
  /** @throws Error on a route that asks for no author */
  get author(): AccountSummary {
    return authorOf(this.request);
  }
  /** @throws Error on a route that asks for no participant */
  get session(): ParticipantSession {
    return sessionOf(this.request);
  }
}

const nothing = z.strictObject({});
/** Beside the header `X-Participant`, for plain links. */
export const participantQuery = z.strictObject({ participant: z.string().optional() });
/** Every route may answer with the error body. */
const failures = { "4xx": errorBody, "5xx": errorBody } as const;

type Handler<Parameter extends string, Query extends z.ZodType, Body extends z.ZodType, Given extends z.ZodType> = (
  asked: Asked<Parameter, z.output<Query>, z.output<Body>>,
) => Promise<DeepReadonly<z.input<Given>> | FastifyReply>;

/** Adds routes of one caller, which stand together in the documentation. Paths have `{name}` where a value goes. */
export function routesOf(app: FastifyInstance, caller: CallerKind, group: string) {
  const add =
    (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE") =>
    <
      Path extends string,
      Query extends z.ZodType = z.ZodType<Record<string, never>>,
      Body extends z.ZodType = z.ZodType<undefined>,
      Given extends z.ZodType = z.ZodVoid,
    >(
      path: Path,
      options: RouteOptions<ParameterOf<Path>, Query, Body, Given>,
      handle: Handler<ParameterOf<Path>, Query, Body, Given>,
    ): void => {
      const { tag = group, summary, description, consumes, produces, body, answer, bodyLimit, ...rest } = options;
      const status = answer === null ? 204 : (rest.status ?? 200);
      const params = paramsOf(path, rest.parameters ?? {});
      app.route({
        method,
        url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
        config: {
          caller,
          isOfPage: rest.isOfPage ?? false,
          refuses: rest.refuses ?? [],
          sends: rest.sends ?? {},
          described: rest.described ?? {},
        },
        ...(rest.needsBody && { preValidation: needsBody }),
        ...(bodyLimit !== undefined && { bodyLimit }),
        schema: {
          tags: [tag],
          summary,
          ...(description !== undefined && { description }),
          ...(consumes && { consumes }),
          ...(produces && { produces }),
          ...(params && { params }),
          ...queryOf(caller, rest.query),
          ...(body && { body }),
          ...(answer !== undefined && { response: { [status]: answer ?? z.null(), ...failures } }),
        },
        // One promise more for each request would show in the benchmark of the reads.
        handler: (request, reply) => {
          if (status !== 200) reply.code(status);
          const given = handle(new Asked(request, reply));
          return status === 204 ? given.then(() => reply.send(null)) : given;
        },
      });
    };
  return { get: add("GET"), post: add("POST"), put: add("PUT"), patch: add("PATCH"), delete: add("DELETE") };
}

function paramsOf(path: string, descriptions: Readonly<Record<string, string | undefined>>): z.ZodObject | null {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (names.length === 0) return null;
  const schemaOf = (name: string) => {
    const description = descriptions[name];
    return description === undefined ? z.string() : z.string().describe(description);
  };
  return z.object(Object.fromEntries(names.map((name) => [name, schemaOf(name)])));
}

function queryOf(caller: CallerKind, query: z.ZodType | "any" | undefined): { readonly querystring?: z.ZodType } {
  if (query === "any") return {};
  return { querystring: query ?? (caller.startsWith("participant") ? participantQuery : nothing) };
}
