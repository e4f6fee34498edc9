import { expect, test } from "vitest";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { must } from "../harness/workspace.ts";
import { EMPTY, openRig } from "./rig.ts";

test("Y2, Y8: a document that was no PDF is told until it is one, and then comes in", async () => {
  let lies = true;
  const rig = await openRig({
    disguise: {
      request: (asked) => asked,
      answer: ({ path }, answer) =>
        lies && path.includes("/files/") ? { ...answer, body: Buffer.from("<b>Log in</b>") } : answer,
    },
  });
  const there = rig.remote.host;
  must(await there.drafts.createFromText({ text: smallFlow({ documentId: await uploadPdf(there) }) }));
  const untaken = [{ about: { kind: "document" }, why: expect.stringContaining("not a PDF") }];
  expect(await rig.sync()).toMatchObject({ pulled: [expect.any(String)], refused: untaken });
  expect(await rig.sync()).toMatchObject({ ...EMPTY, refused: untaken });
  const [{ id = "" } = {}] = rig.host.drafts.list({ search: "Small" }).items;
  expect(rig.textOf(id)).toContain("./remote-");
  lies = false;
  expect(await rig.sync()).toMatchObject({ pulled: [expect.any(String)], refused: [] });
  expect(rig.textOf(id)).not.toContain("./remote-");
  const { length } = rig.proxy.asked;
  expect(await rig.sync()).toMatchObject(EMPTY);
  expect(rig.proxy.asked.slice(length).filter((asked) => /files|drafts\/\d/.test(asked))).toEqual([]);
});

test("Y2: a path of a missing PDF with a stray percent sign is a path, and no id of the account's", async () => {
  const rig = await openRig();
  const { key } = await rig.draft(smallFlow({ documentId: "./remote-%zz.pdf" }));
  expect(await rig.sync()).toMatchObject({ pushed: [key], refused: [], failed: null });
  expect(must(rig.remote.host.drafts.get(rig.there().get("Small") ?? "")).text).toContain("./remote-%zz.pdf");
});
