import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ForesightView } from "../../src-renderer/authoring/foresight/foresight-view.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

test("an outcome opens to its shortest run by keyboard", async () => {
  const { screen } = await showFlow(ForesightView);
  const completes = screen.getByRole("button", { name: "Completes" });
  await expect.element(completes).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "ada declines" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Time runs out in stage signing" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "The author cancels" })).toBeVisible();
  (completes.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(completes).toHaveAttribute("aria-expanded", "true");
  const steps = screen.getByRole("list", { name: "Steps of a run" }).getByRole("listitem");
  await expect
    .poll(() => steps.elements().map((step) => step.textContent))
    .toEqual(["ada signs lease", "bo signs lease"]);
});

test("it says whom the flow needs, how many messages each gets and that every run was looked at", async () => {
  const { screen } = await showFlow(ForesightView);
  await expect.element(screen.getByText("The flow needs each of these: ada, bo.")).toBeVisible();
  const row = screen.getByRole("row").filter({ hasText: "ada" });
  await expect.poll(() => row.element().textContent).toBe("ada2200");
  await expect.element(screen.getByText("on the day it starts")).toBeVisible();
  await expect.element(screen.getByText(/^Every run was looked at: \d+ states?, \d+ transitions\.$/)).toBeVisible();
});

test("a text with errors is not checked and says why", async () => {
  const { screen } = await showFlow(ForesightView, LEASE.replace("documents: [lease]", "documents: [leaze]"));
  await expect.element(screen.getByText(/This text is not checked, because it has 1 error/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /leaze/ })).toBeVisible();
  expect(screen.getByRole("button", { name: "Completes" }).elements()).toEqual([]);
});
