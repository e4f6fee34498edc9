import type { Frame, Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { EXAMPLE } from "./pages/flows.ts";

async function frameOf(page: Page, name: string): Promise<Frame> {
  const element = await page.locator(`iframe[title="Page of ${name}"]`).elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error(`The wall has no page of ${name}.`);
  await frame.locator(".people").waitFor();
  return frame;
}

test("a script in one frame of the wall reads neither another's page, cookies and storage, nor the app's; a language chosen there is its own", async ({
  flows,
  page,
  context,
  faults,
}) => {
  const instance = await flows.start(EXAMPLE.nda);
  await instance.participants.getByText("Wall", { exact: true }).click();
  const [asa, lukasz] = [await frameOf(page, "asa"), await frameOf(page, "lukasz")];
  expect(new URL(asa.url()).origin).not.toBe(new URL(lukasz.url()).origin);
  // Her own session works, and is where no other frame looks.
  const keys = (frame: Frame) =>
    frame.evaluate(() =>
      [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) => /session/.test(key)),
    );
  const [own, others] = [await keys(asa), await keys(lukasz)];
  expect([own.length, others.length]).toEqual([1, 1]);
  expect(own).not.toEqual(others);
  expect(await asa.evaluate(() => document.cookie)).toBe("");
  const sessions = (await context.cookies()).filter(({ name }) => name.startsWith("cs_p_"));
  expect(sessions.map(({ domain }) => domain).sort()).toEqual(
    [asa, lukasz].map((frame) => new URL(frame.url()).hostname).sort(),
  );
  expect(sessions.every(({ httpOnly, secure }) => httpOnly && secure)).toBe(true);
  const reached = await asa.evaluate(
    async ([theirs, state]) => {
      const tried = (reach: () => unknown) => {
        try {
          return String(reach());
        } catch (error) {
          return error instanceof DOMException ? error.name : String(error);
        }
      };
      const other = [...Array(window.parent.length).keys()]
        .map((at) => window.parent[at])
        .find((one) => one !== window);
      const asked = await fetch(`${theirs}${state}`, { credentials: "include" }).then(
        ({ status }) => status,
        () => "refused",
      );
      return [
        tried(() => other?.document.title),
        tried(() => other?.sessionStorage.length),
        tried(() => other?.localStorage.length),
        tried(() => window.parent.document.title),
        tried(() => window.parent.localStorage.length),
        tried(() => window.parent.sessionStorage.length),
        asked,
      ];
    },
    [new URL(lukasz.url()).origin, `/local/participant/${new URL(lukasz.url()).pathname.split("/")[2]}`] as const,
  );
  expect(reached).toEqual([...Array(6).fill("SecurityError"), "refused"]);
  // At her host stands neither the app's page nor its bridge.
  const at = await asa.evaluate(async () => {
    const statuses = [];
    for (const path of ["/", "/index.html", "/open", "/bridge/session"]) statuses.push((await fetch(path)).status);
    return statuses;
  });
  expect(at).toEqual([403, 403, 403, 403]);
  // The browser says so of each that was refused, and of nothing else.
  expect(faults.splice(0).filter((fault) => !/Content Security Policy|403 \(Forbidden\)/.test(fault))).toEqual([]);

  await test.step("a language chosen in one frame is that participant's alone", async () => {
    await asa.getByRole("combobox", { name: "Language" }).selectOption({ label: "Svenska" });
    await expect(asa.locator("html")).toHaveAttribute("lang", "sv");
    await page.reload();
    await expect((await frameOf(page, "asa")).locator("html")).toHaveAttribute("lang", "sv");
    await expect((await frameOf(page, "lukasz")).locator("html")).toHaveAttribute("lang", "en");
  });
});

test("U1: who was authenticated by Act as goes on in their frame, and reads, signs and saves there", async ({
  flows,
  page,
}) => {
  const instance = await flows.start(EXAMPLE.loan);
  await instance.participants.getByText("Wall", { exact: true }).click();
  const borrower = await frameOf(page, "borrower");
  await instance.participants.getByRole("button", { name: "Act as borrower" }).click();
  await page.getByRole("menuitem", { name: /^Authenticate \(/ }).click();
  await expect(instance.history).toContainText("borrower authenticated");
  await borrower.getByRole("link", { name: /^Read/ }).click();
  // No identity is asked for: the session of the app is the frame's.
  await borrower.getByRole("button", { name: "Sign…" }).click();
  await expect(borrower.getByRole("dialog").getByRole("tab", { name: "Type" })).toBeVisible();
  await borrower.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  const saved = page.waitForEvent("download");
  await borrower.getByRole("link", { name: /Download/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
});
