import type { ErrorType } from "../../src-shared/service/index.ts";
import type { HeaderName } from "./response-headers.ts";

/** Who may call a route. Every API route names one; a route without is refused at start-up. */
export type CallerKind = "anyone" | "author" | "participant" | "participant_or_author";

/** Bodies that are neither JSON nor a form of texts, and so are checked by their handlers rather than by a schema. */
export interface DescribedBodies {
  readonly body?: object;
  readonly response?: object;
}

/** A response that is a file or a page. */
export const fileBody = (description: string, type: string) => ({
  description,
  content: { [type]: { schema: { type: "string" } } },
});

declare module "fastify" {
  /** See `RouteOptions` in route.ts. */
  interface FastifyContextConfig {
    caller?: CallerKind;
    /** Answered at the hosts of participants' frames, too, as are all routes of participants. */
    isOfPage?: boolean;
    refuses?: readonly ErrorType[];
    sends?: Readonly<Record<number, readonly HeaderName[]>>;
    described?: DescribedBodies;
  }
}
