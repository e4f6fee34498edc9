import { request } from "undici";
import { startListener } from "../harness/listener.ts";
import { must } from "../harness/workspace.ts";
import { ParticipantPage } from "./pages/participant.ts";
import { expect, oneSigner, test } from "./signing.ts";

const NDA = "Mutual Non-Disclosure Agreement";
const FLOW = oneSigner(", auth_to_sign: { provider: se_eid }");

test("what another program's server gets of a participant's cookies opens nothing, and the page goes on", async ({
  begin,
  faults,
}) => {
  const signing = await begin(FLOW);
  const link = signing.link("Maja");
  const other = await startListener(new URL(link).hostname);
  try {
    const page = await signing.visit("Maja");
    const maja = new ParticipantPage(page);
    await maja.stands("Please sign one document");
    const address = page.url();
    expect(new URL(address).hash).toBe("");
    expect(await page.evaluate(() => document.cookie)).toBe("");
    const token = await page.evaluate(() => sessionStorage.getItem(sessionStorage.key(0) ?? "") ?? "");
    expect(token).toMatch(/^[\w-]{43}$/);

    // The browser is sent to the other program, which keeps what it hears.
    await page.evaluate((url) => window.location.assign(url), other.url);
    await expect(page).toHaveTitle("another program");
    const cookie = other.heard[0]?.headers.cookie ?? "";
    expect(cookie).toMatch(/^cs_p_\d+=[\w.-]+$/);
    const reported = JSON.stringify(other.heard);
    expect(reported).not.toContain(token);
    expect(reported).not.toContain(`"referer":"${new URL(link).origin}`);

    const pdf = must(signing.host.instances.get(signing.id)).documents[0]?.documentId;
    const flow = `/flow/instances/${signing.id}`;
    const replays: readonly (readonly ["GET" | "POST", string])[] = [
      ["GET", `${flow}/view`],
      ["GET", `/local/participant/${signing.id}`],
      ["GET", `/local/participant/${signing.id}/documents/${pdf}.pdf`],
      ["GET", `/local/participant/${signing.id}/documents/${pdf}.pdf?ticket=${"A".repeat(43)}`],
      ["POST", `${flow}/documents/${pdf}/sign`],
      ["POST", `${flow}/reject`],
      ["POST", "/flow/eid/start"],
    ];
    const asBrowser = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-site": "none" };
    for (const extra of [{}, asBrowser, { "x-csrf-token": cookie.split("=")[1] ?? "" }])
      for (const [method, path] of replays) {
        const sent = { instance_id: signing.id, kind: "sign" };
        const body = method === "GET" ? {} : { body: JSON.stringify(path.endsWith("/start") ? sent : {}) };
        const headers = { cookie, "content-type": "application/json", ...extra };
        const { statusCode } = await request(new URL(path, link), { method, headers, ...body });
        expect(statusCode, `${method} ${path} with ${JSON.stringify(extra)}`).toBe(401);
      }
    // A wrong link beside the cookie hands nothing over.
    const guess = await request(new URL(link.replace(/[^/]+$/, "guess"), link), { headers: { cookie, ...asBrowser } });
    expect([guess.statusCode, guess.headers.location]).toEqual([404, undefined]);

    await page.goBack();
    await maja.stands("Please sign one document");
    await page.reload();
    await maja.stands("Please sign one document");
    const [before] = await page.context().cookies();
    await page.goto(link);
    await maja.stands("Please sign one document");
    expect((await page.context().cookies())[0]?.value).toBe(before?.value);
    await maja.read(NDA);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download" }).click(),
    ]);
    expect(await download.failure()).toBeNull();
    // A tab with only the address asks to open the link.
    const tab = await page.context().newPage();
    await tab.goto(address);
    await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(tab.getByText("Agreement", { exact: true })).toHaveCount(0);
    await tab.close();
    // The refusal of that tab.
    faults.splice(0, faults.length);
  } finally {
    await other.close();
  }
});
