import { expect, test } from "vitest";
import { createLanes, type Leave } from "../../src-main/jobs/lanes.ts";

/** Tasks that leave their lane and end when the test says so. */
function tasks(limit: number, targetLimit = limit) {
  const lanes = createLanes<"kind">(() => ({ limit, targetLimit }));
  const begun: string[] = [];
  const leave = new Map<string, Leave>();
  const end = new Map<string, () => void>();
  const add = (lane: string | null, name: string, target: string | null = null) =>
    lanes.add("kind", { lane, target }, (leaves) => {
      begun.push(name);
      leave.set(name, leaves);
      return new Promise((resolve) => end.set(name, resolve));
    });
  return { begun, add, leave: (name: string) => leave.get(name), end: async (name: string) => end.get(name)?.() };
}

/** Ends of tasks are heard of a few microtasks later. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("Callbacks: the next of a lane begins when the one before has ended, in the order in which they came", async () => {
  const { begun, add, end } = tasks(9);
  for (const name of ["a1", "a2", "a3"]) add("a", name);
  add("b", "b1");
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  await settled();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});

test("Callbacks: who leaves its lane lets one other begin, and its own end no second one", async () => {
  const { begun, add, leave, end } = tasks(9);
  for (const name of ["a1", "a2", "a3"]) add("a", name);
  leave("a1")?.lane();
  leave("a1")?.lane();
  expect(begun).toEqual(["a1", "a2"]);
  await end("a1");
  await settled();
  expect(begun).toEqual(["a1", "a2"]);
  await end("a2");
  await settled();
  expect(begun).toEqual(["a1", "a2", "a3"]);
});

test("Callbacks: who has left its lane still counts in the limit", async () => {
  const { begun, add, leave, end } = tasks(1);
  for (const name of ["a1", "a2"]) add("a", name);
  leave("a1")?.lane();
  expect(begun).toEqual(["a1"]);
  await end("a1");
  await settled();
  expect(begun).toEqual(["a1", "a2"]);
});

test("Callbacks: what waits for one target takes no place of another's", async () => {
  const { begun, add, leave, end } = tasks(3, 2);
  for (const name of ["h1", "h2", "h3", "h4", "h5"]) add(name, name, "hangs");
  add("a", "a1", "healthy");
  add("a", "a2", "healthy");
  expect(begun).toEqual(["h1", "h2", "a1"]);
  await end("a1");
  await settled();
  expect(begun).toEqual(["h1", "h2", "a1", "a2"]);
  await end("a2");
  await settled();
  leave("h1")?.target();
  leave("h1")?.target();
  expect(begun).toEqual(["h1", "h2", "a1", "a2", "h3"]);
  await end("h1");
  await end("h2");
  await settled();
  expect(begun).toEqual(["h1", "h2", "a1", "a2", "h3", "h4"]);
});

test("Callbacks: who has its answer lets another talk to its target, and keeps its lane", async () => {
  const { begun, add, leave, end } = tasks(9, 1);
  add("a", "a1", "one");
  add("a", "a2", "one");
  add("b", "b1", "one");
  leave("a1")?.target();
  expect(begun).toEqual(["a1", "b1"]);
  await end("a1");
  await end("b1");
  await settled();
  expect(begun).toEqual(["a1", "b1", "a2"]);
});
