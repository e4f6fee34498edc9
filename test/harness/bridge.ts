import { expect } from "vitest";
import { createHandlers, loadExamples, serveProcedure } from "../../src-main/bridge/index.ts";
import type { Host } from "../../src-main/host/types.ts";
import type { InputOf, OutputOf, ProcedureName, Result } from "../../src-shared/bridge/index.ts";
import { EXAMPLES } from "./workspace.ts";

/** The bridge over a host, as a page asks it; an answer that breaks the contract, or a fault, fails the test. */
export function testBridge(host: Host) {
  const info = { version: "0", serviceUrl: "", now: Date.now, fileUrl: (path: string) => path };
  const handlers = createHandlers(host, loadExamples(EXAMPLES), info);
  const ask = async <N extends ProcedureName>(name: N, input: InputOf<N>) =>
    (await serveProcedure(handlers, () => expect.fail(name), name, input)) as Result<OutputOf<N>>;
  return {
    handlers,
    /** As the page gets it. */
    ask,
    async call<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
      const answer = await ask(name, input);
      return answer.ok ? answer.value : expect.fail(answer.error.message);
    },
    async refusal<N extends ProcedureName>(name: N, input: InputOf<N>): Promise<string> {
      const answer = await ask(name, input);
      return answer.ok ? expect.fail(`${name} was not refused`) : answer.error.message;
    },
  };
}
