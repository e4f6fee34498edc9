import { actsByActor, actsInMemory } from "./acts-in-memory.bench.ts";
import { durableAct } from "./durable-act.bench.ts";
import type { Row } from "./row.ts";
import { actOverHttp, getInstance } from "./service.bench.ts";

/** Every measure of `npm run bench`, in the order it runs. */
export const ROWS: readonly Row[] = [actsInMemory, actsByActor, durableAct, getInstance, actOverHttp];
