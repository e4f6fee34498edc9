import { expect, test } from "vitest";
import { z } from "zod";
import { serveProcedure } from "../../src-main/bridge/index.ts";
import { type BridgeHandlers, procedures } from "../../src-shared/bridge/index.ts";
import { mustFail, testWorkspace } from "../harness/workspace.ts";

/** The schema's own limits are met before any handler. */
const refused = async (name: string, input: unknown): Promise<string> => {
  const result = await serveProcedure(
    {} as BridgeHandlers,
    (_id, _where, cause) => expect.fail(String(cause)),
    name,
    input,
  );
  if (result.ok) return expect.fail(`${name} took it`);
  expect(result.error.code).toBe("request_parameters_invalid");
  return result.error.message;
};

/** The texts of an input that have a limit, and what they are limited to. */
function limited(name: keyof typeof procedures): readonly (readonly [path: string, longest: number])[] {
  const { properties = {} } = z.toJSONSchema(procedures[name].input, { io: "input" });
  return Object.entries(properties).flatMap(([path, property]) =>
    typeof property === "object" && property.maxLength !== undefined ? [[path, property.maxLength] as const] : [],
  );
}
const names = Object.keys(procedures) as (keyof typeof procedures)[];
const texts = names.flatMap((name) => limited(name).map(([path, longest]) => ({ name, path, longest })));

test("law 9: there are texts with a limit", () => {
  expect(texts.map(({ name, path }) => `${name} ${path}`)).toEqual(
    expect.arrayContaining(["drafts.rename title", "drafts.list search", "callbacks.test url"]),
  );
});

test.each(texts.filter(({ path }) => path !== "value"))(
  "law 9: a $path of $name that is too long is told in a sentence that names it and its limit",
  async ({ name, path, longest }) => {
    const message = await refused(name, { id: "1", [path]: "x".repeat(longest + 1) });
    expect(message).toMatch(new RegExp(`^An? [a-z' ]+ has at most ${longest} characters: shorten it\\.$`));
  },
);

test("law 9: what no page of this version sends is reported with what would fit, and what to do", async () => {
  expect(await refused("drafts.rename", { id: 7, title: "x" })).toBe(
    "The app asked its host for “drafts.rename” in a way that this version does not know (What was sent is not as it " +
      "should be: id must be a string.) Close both and start them from the same version.",
  );
});

test("law 9: the host tells of rules and outcomes that are none in the same words", async () => {
  const { host, dispose } = await testWorkspace();
  const wrong = await host.mailbox.setRules([{ address: "", effect: { kind: "delay", minutes: -1 } }]);
  expect(mustFail(wrong).message).toBe(
    "What was sent is not as it should be: 0/address must have at least 1 character; 0/effect/minutes must be at least 1.",
  );
  await dispose();
});
