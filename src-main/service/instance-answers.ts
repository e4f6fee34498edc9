import type { FastifySerializerCompiler } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { WireInstance } from "../../src-shared/service/index.ts";
import type { Host } from "../host/index.ts";
import type { InstanceRow } from "../store/index.ts";
import { unwrap } from "./failures.ts";
import { wireInstance } from "./wire.ts";

const KEPT = 1_000;

export type InstanceAnswers = Readonly<ReturnType<typeof createInstanceAnswers>>;

/** Instances as they are answered: each is made, checked and turned into JSON once per change. */
export function createInstanceAnswers() {
  /** Every field of an answer follows from the instance's events, or never changes: the last `seq` is its version. */
  const kept = new LRUCache<string, { readonly lastSeq: number; readonly answer: WireInstance }>({ max: KEPT });
  /** JSON of the answers that are kept; null until the first time that one is sent. */
  const texts = new WeakMap<object, string | null>();

  return {
    /** The instance of a row; the same object as long as its history has no new event. */
    of(host: Host, { id, lastSeq }: InstanceRow): WireInstance {
      const known = kept.get(id);
      if (known?.lastSeq === lastSeq) return known.answer;
      const answer = wireInstance(host, unwrap(host.instances.get(id)));
      kept.set(id, { lastSeq, answer });
      texts.set(answer, null);
      return answer;
    },
    serializerCompiler: ((route) => {
      const serialize = serializerCompiler(route);
      return (data: object) => {
        const known = texts.get(data);
        if (known) return known;
        const text = serialize(data);
        if (known === null) texts.set(data, text);
        return text;
      };
    }) satisfies FastifySerializerCompiler<z.ZodType>,
  };
}
