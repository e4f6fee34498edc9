import { expect, test } from "vitest";
import { EMPTY, openRig, REMOTES, TEXT } from "./rig.ts";

test.each(REMOTES)("Y2: an empty title is none, on both sides alike, on the remote %s", async (name) => {
  const rig = await openRig({ name });
  for (const title of ['""', '"  "', '" Loan "', "~"]) {
    const { key } = await rig.draft(TEXT.replace("title: Loan", `title: ${title}`));
    expect(await rig.sync()).toMatchObject({ ...EMPTY, pushed: [key] });
    expect(await rig.sync()).toMatchObject(EMPTY);
    expect(rig.state(key)).toBe("up_to_date");
  }
});
