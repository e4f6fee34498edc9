import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { ForesightView } from "../../src-renderer/authoring/foresight/foresight-view.tsx";
import { LookLonger } from "../../src-renderer/authoring/foresight/look-longer.tsx";
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
  await screen.getByRole("button", { name: "How it happens: The flow needs each of these: ada, bo." }).click();
  await expect.element(screen.getByText("Time runs out", { exact: true })).toBeVisible();
  const row = screen.getByRole("row").filter({ hasText: "ada" });
  await expect.poll(() => row.element().textContent).toBe("ada2200");
  await expect.element(screen.getByText("on the day it starts")).toBeVisible();
  const days = screen.getByRole("region", { name: "Time and messages" }).getByRole("definition");
  expect(days.elements().map((day) => day.textContent)).toEqual([
    "on the day it starts",
    "How it happens",
    expect.stringMatching(/^after \d+ days$/),
    "How it happens",
  ]);
  await expect.element(screen.getByText(/^Every run was looked at: \d+ states?, \d+ transitions\.$/)).toBeVisible();
});

test("X113: when it is over and how many messages each gets open to the runs that show it", async () => {
  const reminded = LEASE.replace(
    "process_parameters:",
    "  automatic-reminders:\n    - date: { type: relative, days_delay: 3 }\nduration: 7\nprocess_parameters:",
  );
  const { screen } = await showFlow(ForesightView, reminded);
  const steps = () =>
    screen
      .getByRole("list", { name: "Steps of a run" })
      .elements()
      .map((run) => [...run.children].map((step) => step.textContent));
  await screen.getByRole("button", { name: /^How it happens: Times out: after 7 days/ }).click();
  await expect.poll(steps).toEqual([["Time runs out"]]);
  const runs = screen.getByRole("button", { name: "How it happens: Messages to bo" });
  await runs.click();
  await expect.element(runs).toHaveAttribute("aria-expanded", "true");
  const signed = ["bo signs lease", "ada signs lease"];
  await expect
    .poll(() => steps().map((run) => run.toSorted()))
    .toEqual([["Time runs out"], signed.toSorted(), [...signed, "3 days pass"].toSorted()]);
  await expect.element(screen.getByRole("button", { name: "Play it: The most messages to bo" })).toBeVisible();
  const page = screen.getByRole("button", { name: "Save as a page to print" });
  expect((await saved(() => page.click())).text).toMatch(
    /<li>The fewest messages to ada; The fewest messages to bo<ol>/,
  );
  const json = screen.getByRole("button", { name: "Save as JSON" });
  const [file] = JSON.parse((await saved(() => json.click())).text).files;
  const [latest] = file.findings.filter(({ id }: { readonly id: string }) => id === "X113");
  expect(latest.traces.latest).toEqual([{ label: "time-out" }]);
});

test("what is said of the check stands below, and moves nothing when it changes", async () => {
  const { screen, session, text } = await showFlow(ForesightView);
  const first = screen.getByRole("heading", { name: "How it can end" });
  await expect.element(screen.getByText(/^Every run was looked at/)).toBeVisible();
  const place = () => {
    const { left, top } = first.element().getBoundingClientRect();
    return [left, top];
  };
  const before = place();
  const at = text().indexOf("documents: [lease]") + "documents: [".length;
  session.applyEdits(text(), [{ range: { from: at, to: at }, insert: "x" }]);
  await expect.element(screen.getByText(/This text is not checked, because it has 1 error/)).toBeVisible();
  expect(place()).toEqual(before);
});

test("a text with errors is not checked and says why", async () => {
  const { screen } = await showFlow(ForesightView, LEASE.replace("documents: [lease]", "documents: [leaze]"));
  await expect.element(screen.getByText(/This text is not checked, because it has 1 error/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /leaze/ })).toBeVisible();
  expect(screen.getByRole("button", { name: "Completes" }).elements()).toEqual([]);
  const top = (of: Element) => of.getBoundingClientRect().top;
  const why = screen.getByText(/This text is not checked/).element();
  expect(top(why) - top(screen.getByRole("region").element()), "it stands where an answer would begin").toBeLessThan(
    80,
  );
});

/** Presses a button that saves a file, and answers what is in it and its name. */
async function saved(press: () => Promise<void>): Promise<{ readonly name: string; readonly text: string }> {
  const blobs: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return "about:blank#saved";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await press();
  await expect.poll(() => names.length).toBe(1);
  return { name: names[0] ?? "", text: (await blobs[0]?.text()) ?? "" };
}

test("the page to print is one file in the reader's language, and whatever the author wrote stays text", async () => {
  const evil = LEASE.replace("title: Lease", "title: '<img src=x onerror=alert(1)> & \"Co\"/2'")
    .replaceAll("ada", '"<b>ada</b>"')
    .replaceAll("signing", '"</li><script>1</script>"')
    .replace('"<b>ada</b>"@example.test', "ada@example.test");
  const { screen } = await showFlow(ForesightView, evil);
  const button = screen.getByRole("button", { name: "Save as a page to print" });
  const { name, text } = await saved(() => button.click());
  expect(name).toBe("img src=x onerror=alert(1)- & -Co-2.check.html");
  const page = new DOMParser().parseFromString(text, "text/html");
  expect(page.querySelectorAll("script, img, b b, link, iframe, [href], [src], [onerror]")).toHaveLength(0);
  expect(page.documentElement.lang).toBe("en");
  expect(page.querySelector("meta[http-equiv]")?.getAttribute("content")).toContain("default-src 'none'");
  expect(page.querySelector("h1")?.textContent).toBe('<img src=x onerror=alert(1)> & "Co"/2What can happen');
  expect([...page.querySelectorAll("h2")].map(({ textContent }) => textContent)).toEqual([
    "How it can end",
    "Whom it needs, and who can get stuck",
    "Time and messages",
    "What else can happen",
  ]);
  expect(page.body.textContent).toMatch(/Earliest finish: on the day it starts.*Times out: after \d+ days/);
  const outcomes = [...page.querySelectorAll("section:first-of-type > ul > li")].map(
    ({ firstChild }) => firstChild?.textContent,
  );
  expect(outcomes).toEqual([
    "Completes",
    "<b>ada</b> declines",
    "bo declines",
    "The author declines",
    "Time runs out in stage </li><script>1</script>",
    "The author cancels",
  ]);
  expect(page.querySelector("section ol li")?.textContent).toBe("<b>ada</b> signs lease");
});

test("accepted findings stand apart on the page to print, each with its reason", async () => {
  const locks = LEASE.replace(
    "id: ada@example.test }",
    "id: ada@example.test, phone_number: '+46700000001', auth_to_sign: { provider: sms_otp } }",
  );
  const accepted = "accept:\n  - { finding: X103, of: ada, because: <b>by phone</b> }\n";
  const { screen } = await showFlow(ForesightView, locks, accepted);
  await expect.element(screen.getByText("Nothing else was found, apart from what is accepted.")).toBeVisible();
  const button = screen.getByRole("button", { name: "Save as a page to print" });
  const page = new DOMParser().parseFromString((await saved(() => button.click())).text, "text/html");
  const parts = [...page.querySelectorAll("section")].slice(-2);
  expect(parts.map((part) => part.querySelector("h2")?.textContent)).toEqual(["What else can happen", "Accepted (1)"]);
  expect(parts[0]?.querySelector("p")?.textContent).toBe("Nothing else was found, apart from what is accepted.");
  expect(parts[1]?.querySelector("li")?.firstChild?.textContent).toBe("ada");
  expect(parts[1]?.querySelector("small")?.textContent).toBe("<b>by phone</b>");
});

test("the check looks longer when it is asked to, up to the most", async () => {
  const { screen } = await showFlow(LookLonger);
  const last = screen.getByRole("button", { name: "Look longer (up to 1,000,000 states)" });
  await last.click();
  await expect.element(last).not.toBeInTheDocument();
});

/** Groups of four that overlap: more orders than anybody waits for. */
function manyOrders(): string {
  const people = Array.from({ length: 26 }, (_, at) => `p${at}`);
  const groups = people.map((_, at) => [0, 1, 3, 7].map((step) => people[(at + step) % people.length]));
  const users = people.map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`).join("\n");
  const conditions = groups.map((group) => `{ users: [${group.join()}], documents: [lease], count: 2 }`).join();
  return `title: Votes
process:
  dsl-version: "0.3.0"
  stages:
    - vote:
        actions: [{ notify: { users: [${people.join()}], methods: { email: { message: hi } } } }]
        expect: { signed-by-group-of: [${conditions}] }
process_parameters:
  documents: { lease: "1001" }
  users:
${users}
  messages: { hi: Please sign }
duration: 30
`;
}

test("a long check tells at once what can happen; it is stopped where it is, and tells what it has seen", {
  timeout: 60_000,
}, async () => {
  const { screen } = await showFlow(ForesightView, manyOrders());
  const stop = screen.getByRole("button", { name: "Stop here, and show what was seen" });
  await expect.element(stop, { timeout: 30_000 }).toBeVisible();
  const completes = screen.getByRole("button", { name: "Completes" });
  await completes.click();
  await expect.element(screen.getByRole("list", { name: "Steps of a run" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Look longer/ })).not.toBeInTheDocument();
  await stop.click();
  await expect.element(screen.getByText(/^Not every run was looked at: \d{1,3},\d{3} states, /)).toBeVisible();
  await expect.element(stop).not.toBeInTheDocument();
  // What somebody opened stays open.
  await expect.element(completes).toHaveAttribute("aria-expanded", "true");
  await expect.element(screen.getByRole("button", { name: /^Look longer/ })).toBeVisible();
});

test("the JSON is named after the flow, and names its file", async () => {
  const { screen } = await showFlow(ForesightView);
  const button = screen.getByRole("button", { name: "Save as JSON" });
  const { name, text } = await saved(() => button.click());
  expect(name).toBe("Lease.check.json");
  expect(JSON.parse(text)).toMatchObject({ files: [{ file: "Lease.flow.yaml", verdict: "checked" }] });
});

test("what else can happen comes with the worst first", async () => {
  const group = LEASE.replace(
    "signed-by: { users: [ada, bo], documents: [lease] }",
    "signed-by-group-of: { users: [ada, bo], documents: [lease], count: 1 }",
  ).replace(
    "process_parameters:",
    "  automatic-reminders:\n    - date: { type: relative, days_delay: 365 }\nprocess_parameters:",
  );
  const { screen } = await showFlow(ForesightView, group);
  await expect.element(screen.getByRole("heading", { name: "Reminders" })).toBeVisible();
  const heads = screen.getByRole("heading", { level: 3 }).elements();
  expect(heads.map(({ textContent }) => textContent)).toEqual(["Reminders", "One decline ends it"]);
});
