import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DraftVersion } from "../../src-main/store/index.ts";
import { CHARACTERS_KEPT, needless, VERSIONS_KEPT } from "../../src-main/workspace/drafts/draft-versions.ts";
import { AT, smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must, mustFail, type TestWorkspace, testWorkspace } from "../harness/workspace.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A whole day since the epoch, so that stretches of work begin here. */
const START = 20_000 * DAY;

const versionAt = (revision: number, wallAt: number, change: Partial<DraftVersion> = {}): DraftVersion => ({
  ...{ revision, wallAt, origin: "edited", source: null, ran: false, name: null, size: 100 },
  ...change,
});
/** What is left of these versions, oldest first, when each was thinned as it was made. */
function lived(made: readonly DraftVersion[], now = 0): readonly number[] {
  let kept: readonly DraftVersion[] = [];
  const thin = (at: number) => {
    const gone = new Set(needless(kept, at));
    kept = kept.filter(({ revision }) => !gone.has(revision));
  };
  for (const version of made) {
    kept = [version, ...kept];
    thin(version.wallAt);
  }
  if (now > 0) thin(now);
  return kept.map(({ revision }) => revision).reverse();
}

describe("promise 2: which versions of a draft are kept", () => {
  test("of edits that follow each other, the last one before a pause of a minute", () => {
    const made = [0, 1, 2, 3, 70, 71, 72].map((second, at) => versionAt(at + 1, START + second * SECOND));
    expect(lived(made)).toEqual([4, 7]);
  });

  test("of work without a pause, the last one of every ten minutes", () => {
    const made = Array.from({ length: 120 }, (_, at) => versionAt(at + 1, START + at * 15 * SECOND));
    expect(lived(made)).toEqual([40, 80, 120]);
  });

  test("what the draft began with, what has a name or a run, and what stood before and after a restore", () => {
    const made = [
      versionAt(1, START, { origin: "created" }),
      versionAt(2, START + 1),
      versionAt(3, START + 2, { name: "As agreed" }),
      versionAt(4, START + 3),
      versionAt(5, START + 4, { ran: true }),
      versionAt(6, START + 5),
      versionAt(7, START + 6),
      versionAt(8, START + 7, { origin: "restored" }),
      versionAt(9, START + 8),
      versionAt(10, START + 9),
    ];
    expect(lived(made)).toEqual([1, 3, 5, 7, 8, 10]);
  });

  test("one an hour after a day, and one a day after a month", () => {
    const made = Array.from({ length: 50 }, (_, at) => versionAt(at + 1, START + at * 30 * MINUTE));
    expect(lived(made, START + 50 * 30 * MINUTE)).toContain(49);
    expect(lived(made, START + 10 * DAY).length).toBeLessThan(10);
    expect(lived(made, START + 60 * DAY)).toEqual([50]);
  });

  test("at most so many and so long, the newest; those with a name never count", () => {
    const apart = (at: number) => START + at * 2 * MINUTE;
    const many = Array.from({ length: 300 }, (_, at) =>
      versionAt(at + 1, apart(at), at === 0 ? { name: "First" } : {}),
    );
    expect(lived(many)).toEqual([1, ...Array.from({ length: VERSIONS_KEPT }, (_, at) => 301 - VERSIONS_KEPT + at)]);
    const long = Array.from({ length: 5 }, (_, at) => versionAt(at + 1, apart(at), { size: CHARACTERS_KEPT / 2 }));
    expect(lived(long)).toEqual([3, 4, 5]);
  });
});

describe("promise 2: versions of a draft", () => {
  let workspace: TestWorkspace;
  let now = AT;
  beforeAll(async () => {
    workspace = await testWorkspace({ clockNow: () => now });
  });
  afterAll(() => workspace.dispose());
  const shown = (id: string) =>
    must(workspace.host.drafts.versions(id, {})).items.map(({ revision, origin, name, ran }) => [
      revision,
      origin,
      ...(name === null ? [] : [name]),
      ...(ran ? ["ran"] : []),
    ]);

  test("a restore writes the old text as the newest; the one before stays, and survives a restart", async () => {
    const { drafts } = workspace.host;
    const { id } = must(await drafts.createFromText({ text: "title: One\n" }));
    must(await drafts.saveText(id, "title: Two\n"));
    must(await drafts.saveText(id, "title: Three\n"));
    const restored = must(await drafts.restore(id, 1, 3));
    expect(restored).toMatchObject({ text: "title: One\n", title: "One", revision: 4 });
    expect(shown(id)).toEqual([
      [4, "restored"],
      [3, "edited"],
      [1, "created"],
    ]);
    const { drafts: again } = await workspace.reopen();
    expect(must(again.version(id, 3)).text).toBe("title: Three\n");
    expect(mustFail(await again.restore(id, 1, 3)).code).toBe("precondition_failed");
    expect(must(again.get(id)).text).toBe("title: One\n");
  });

  test("a name is given, kept through later edits and taken away; what is not there says so", async () => {
    const { drafts } = workspace.host;
    const { id } = must(await drafts.createFromText({ text: "title: One\n" }));
    must(await drafts.saveText(id, "title: Two\n"));
    must(await drafts.nameVersion(id, 2, "  As agreed "));
    must(await drafts.saveText(id, "title: Three\n"));
    expect(shown(id)).toEqual([
      [3, "edited"],
      [2, "edited", "As agreed"],
      [1, "created"],
    ]);
    must(await drafts.nameVersion(id, 2, " "));
    must(await drafts.saveText(id, "title: Four\n"));
    expect(shown(id)).toEqual([
      [4, "edited"],
      [1, "created"],
    ]);
    expect(mustFail(await drafts.nameVersion(id, 2, "Gone")).message).toMatch(/Version 2 .*no longer kept/);
    expect(mustFail(await drafts.nameVersion(id, 4, "x".repeat(201))).code).toBe("request_parameters_invalid");
    expect(mustFail(drafts.version("99999", 1)).code).toBe("resource_not_found");
  });

  test("G1: the version that a run started from is kept", async () => {
    const { host } = workspace;
    const documentId = await uploadPdf(host);
    const { id, text } = must(await host.drafts.createFromText({ text: smallFlow({ documentId }) }));
    must(await host.drafts.start(id, { clock: { virtual: "new" }, copies: true }));
    now += SECOND;
    must(await host.drafts.saveText(id, `${text}# later\n`));
    must(await host.drafts.saveText(id, `${text}# later still\n`));
    expect(shown(id)).toEqual([
      [3, "edited"],
      [1, "created", "ran"],
    ]);
  });
});
