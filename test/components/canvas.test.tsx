import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Canvas } from "../../src-renderer/authoring/canvas/canvas.tsx";
import { LEASE, showFlow } from "../fixtures/shown-flow.tsx";

const stageNames = (text: string) => [...text.matchAll(/^ {4}- ([\w-]+):/gm)].map(([, name]) => name);

const showCanvas = async (text = LEASE) => {
  const flow = await showFlow(Canvas, text);
  const card = (name: string) => flow.screen.getByRole("button", { name, exact: true });
  return {
    ...flow,
    card,
    /** The text has them again, and the drawing follows. */
    drawnAre: (...names: string[]) =>
      expect
        .poll(() => [...document.querySelectorAll(".react-flow__node")].map((node) => node.getAttribute("aria-label")))
        .toEqual(names),
    stagesAre: (...names: string[]) => expect.poll(() => stageNames(flow.text())).toEqual(names),
  };
};

test("a flow without stages offers its first one", async () => {
  const { screen, stagesAre } = await showCanvas('process:\n  dsl-version: "0.3.0"\n  stages: []\n');
  await expect.element(screen.getByText("Nothing to draw yet")).toBeVisible();
  await screen.getByRole("button", { name: /^Add stage/ }).click();
  await stagesAre("stage");
});

test("S009: a text that cannot be read says why, and offers no stage that could not be written", async () => {
  const { screen } = await showCanvas("{{{{]]] \u0000\n");
  await expect.element(screen.getByText("The text cannot be read")).toBeVisible();
  await expect.element(screen.getByText(/cannot hold the control character U\+0000/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Add stage/ })).not.toBeInTheDocument();
});

test("the plus between two cards adds a stage there, ready to be named", async () => {
  const { screen, stagesAre } = await showCanvas();
  await screen.getByRole("button", { name: "Add stage after signing" }).click();
  await expect.element(screen.getByLabelText("Name of the stage")).toHaveFocus();
  await userEvent.keyboard("review{Enter}");
  await stagesAre("signing", "review", "done");
});

test("a plus stands on every arrow and at both ends", async () => {
  const { screen, stagesAre, undo, isText } = await showCanvas();
  await screen.getByRole("button", { name: "Add stage at the beginning" }).click();
  await stagesAre("stage", "signing", "done");
  undo();
  await isText(LEASE);
  await screen.getByRole("button", { name: "Add stage after done" }).click();
  await stagesAre("signing", "done", "stage");
});

test("a stage is renamed where its name stands: by F2 or two presses; Escape keeps the old name", async () => {
  const { screen, card, stagesAre, isText } = await showCanvas();
  await card("done").click();
  await userEvent.keyboard("{F2}");
  const field = screen.getByRole("textbox", { name: "New name of the stage" });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("sent{Escape}");
  await expect.element(card("done")).toHaveFocus();
  await isText(LEASE);
  await userEvent.dblClick(card("done").element().querySelector("strong") as Element);
  await userEvent.keyboard("sent{Enter}");
  await stagesAre("signing", "sent");
  await expect.element(card("sent")).toHaveFocus();
});

test("an empty name of a stage is refused on Enter, and Escape keeps the old one", async () => {
  const { screen, card, isText } = await showCanvas();
  await card("done").click();
  const field = screen.getByLabelText("Name of the stage", { exact: true });
  await field.fill("");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription("Enter a name first.");
  await userEvent.keyboard("{Escape}");
  await expect.element(field).toHaveValue("done");
  await isText(LEASE);
});

test("a new name that another stage has is refused where it is typed", async () => {
  const { screen, card, isText } = await showCanvas();
  await card("done").click();
  await userEvent.keyboard("{F2}signing{Enter}");
  const field = screen.getByLabelText("New name of the stage");
  await expect.element(field).toHaveAccessibleDescription("signing exists already: choose another name.");
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByLabelText("Name of the stage", { exact: true })).toHaveValue("done");
  await isText(LEASE);
});

test("the ground has a menu, and the bar takes a change back and does it again", async () => {
  const { screen, stagesAre, isText } = await showCanvas();
  await expect.element(screen.getByRole("button", { name: "signing", exact: true })).toBeVisible();
  const ground = document.querySelector(".react-flow__pane") as Element;
  await userEvent.click(ground, { button: "right", position: { x: 8, y: 8 } });
  await screen.getByRole("menuitem", { name: "Add stage at the end" }).click();
  await stagesAre("signing", "done", "stage");
  const undo = screen.getByRole("button", { name: "Undo", exact: true });
  const redo = screen.getByRole("button", { name: "Redo", exact: true });
  await expect.element(redo).toBeDisabled();
  await undo.click();
  await isText(LEASE);
  await expect.element(undo).toBeDisabled();
  await expect.element(undo).toHaveAccessibleDescription("Nothing to undo.");
  await redo.click();
  await stagesAre("signing", "done", "stage");
  await expect.element(redo).toBeDisabled();
});

test("what the marks mean stands below the drawing: of those that are drawn", async () => {
  const { screen } = await showCanvas();
  const legend = screen.getByRole("list", { name: "What the marks mean" });
  await expect.element(legend).toHaveTextContent("SignsInvitationResult");
  await expect.element(legend).not.toHaveTextContent("Approves");
});

test("cards stand as the pane has room: one below the other where it is narrow, with all their text", async () => {
  const long = LEASE.replaceAll("signing", "signing-by-all-of-the-tenants-of-the-house");
  await showCanvas(long);
  const main = document.querySelector("main") as HTMLElement;
  const tops = () =>
    [...document.querySelectorAll(".react-flow__node")].map((node) => node.getBoundingClientRect().top);
  main.style.width = "380px";
  await expect.poll(() => new Set(tops()).size).toBe(2);
  const name = document.querySelector(".stage-card-head strong");
  expect(name?.textContent).toBe("signing-by-all-of-the-tenants-of-the-house");
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
  const sizes = [...document.querySelectorAll(".stage-card *")].map((part) =>
    Number.parseFloat(getComputedStyle(part).fontSize),
  );
  const zoom = new DOMMatrix(getComputedStyle(document.querySelector(".react-flow__viewport") as Element).transform).a;
  expect(Math.min(...sizes) * zoom).toBeGreaterThanOrEqual(11);
  main.style.width = "1200px";
  await expect.poll(() => new Set(tops()).size).toBe(1);
});

test("the drawing is saved as SVG, PNG and PDF", async () => {
  const { screen } = await showCanvas();
  for (const [format, begins] of [
    ["SVG", "<svg "],
    ["PNG", "\x89PNG"],
    ["PDF", "%PDF-"],
  ] as const) {
    const saved = nextDownload();
    await screen.getByRole("button", { name: "Export" }).click();
    await screen.getByRole("menuitem", { name: `Save the drawing as ${format}` }).click();
    const { name, blob } = await saved;
    expect(name).toBe(`Lease.${format.toLowerCase()}`);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    expect(String.fromCharCode(...bytes.slice(0, begins.length))).toBe(begins);
    if (format === "SVG") expect(await blob.text()).toContain("1. signing: ada signs lease; bo signs lease");
  }
});

/** What the page saves next. */
function nextDownload(): Promise<{ readonly name: string; readonly blob: Blob }> {
  return new Promise((resolve) => {
    const { click } = HTMLAnchorElement.prototype;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      HTMLAnchorElement.prototype.click = click;
      void fetch(this.href).then(async (answer) => resolve({ name: this.download, blob: await answer.blob() }));
    };
  });
}

test("a card moves, is copied and is deleted by keys, each as one step of undo", async () => {
  const { card, stagesAre, drawnAre, isText, undo } = await showCanvas();
  await card("signing").click();
  await userEvent.keyboard("{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}");
  await stagesAre("done", "signing");
  await drawnAre("done", "signing");
  await expect.element(card("signing")).toHaveFocus();
  undo();
  await isText(LEASE);
  await drawnAre("signing", "done");
  // The focus and the panel go back with the stage.
  await expect.element(card("signing")).toHaveFocus();
  await expect.element(card("signing")).toHaveAttribute("aria-pressed", "true");
  await userEvent.keyboard("{Alt>}{Shift>}d{/Shift}{/Alt}");
  await stagesAre("signing", "signing-2", "done");
  undo();
  await isText(LEASE);
  await drawnAre("signing", "done");
  await card("done").click();
  await userEvent.keyboard("{Delete}");
  await stagesAre("signing");
  undo();
  await isText(LEASE);
});

test("Tab brings the head of a card that is cut off at the pane's edge into sight", async () => {
  const { card } = await showCanvas();
  await card("signing").click();
  const top = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;
  const drawing = () => document.querySelector(".react-flow__pane");
  const gap = () => top(card("signing").element()) - top(drawing());
  const deltaY = 2 * (gap() + 30);
  drawing()?.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true }));
  await expect.poll(gap).toBeLessThan(0);
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{Tab}");
  await expect.element(card("signing")).toHaveFocus();
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test("the panel of a stage breaks the names of people and documents between words", async () => {
  const text = LEASE.replaceAll("ada", "Lena Landlord").replaceAll("lease", "residential-lease");
  const { screen, card } = await showCanvas(
    text.replaceAll("[residential-lease]", "[residential-lease, guarantee-of-rent]"),
  );
  await card("signing").click();
  await expect.element(screen.getByRole("button", { name: "Lena Landlord, guarantee-of-rent: signs" })).toBeVisible();
  const broken = [...document.querySelectorAll(".edit-matrix .set-lines")].flatMap(({ firstChild: name }) =>
    [...(name?.textContent ?? "").matchAll(/[\w]+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      if (name === null) return ["nothing"];
      range.setStart(name, index);
      range.setEnd(name, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1 ? [word] : [];
    }),
  );
  expect(broken).toEqual([]);
});

test("a cell goes from sign to approve to nothing, and the text with it", async () => {
  const { screen, card, hasLine, isText, undo } = await showCanvas();
  await card("signing").click();
  await screen.getByRole("button", { name: "bo, lease: signs" }).click();
  await hasLine("approved-by: { users: [bo], documents: [lease] }");
  await hasLine("signed-by: { users: [ada], documents: [lease] }");
  undo();
  await isText(LEASE);
});

test("a name that another stage has is refused at the field, and changes nothing", async () => {
  const { screen, card, isText } = await showCanvas();
  await card("signing").click();
  const name = screen.getByLabelText("Name of the stage");
  await userEvent.fill(name, "done");
  await userEvent.keyboard("{Enter}");
  await expect.element(name).toHaveAccessibleDescription("done exists already: choose another name.");
  await userEvent.tab();
  await expect.element(name).toHaveValue("done");
  await isText(LEASE);
  await name.click();
  await userEvent.keyboard("{Escape}");
  await expect.element(name).toHaveValue("signing");
  await expect.element(name).toBeValid();
});

test("the card's menu says why something cannot be done", async () => {
  const { screen, card } = await showCanvas();
  await card("signing").click();
  await userEvent.keyboard("{Shift>}{F10}{/Shift}");
  const earlier = screen.getByRole("menuitem", { name: /Move stage earlier/ });
  await expect.element(earlier).toHaveAttribute("aria-disabled", "true");
  await expect.element(earlier.getByText("It is the first stage.")).toBeVisible();
});

const GROUP = LEASE.replace("signed-by: {", "signed-by-group-of: { count: 1,");
const SIGNED = "scenario: Ada signs\nsteps: [ada signs lease, expect: completed]\n";

test("with the order of acts and the coverage both marked, the stage keeps its name and the tools their row", async () => {
  const { screen } = await showFlow(Canvas, GROUP, "", SIGNED);
  const buttons = [
    screen.getByRole("button", { name: "Order of acts" }),
    screen.getByRole("button", { name: "Show coverage" }),
  ];
  for (const button of buttons) await button.click();
  await expect.element(screen.getByText("in no scenario", { exact: true }).last()).toBeVisible();
  await expect.element(screen.getByTitle(/^2 of 2 acts happen only/)).toBeVisible();
  const name = document.querySelector(".stage-card-head strong");
  expect(name?.textContent).toBe("signing");
  expect(name?.scrollWidth).toBeLessThanOrEqual(name?.clientWidth ?? 0);
  const tops = buttons.map((button) => button.element().getBoundingClientRect().top);
  expect(new Set(tops).size).toBe(1);
  for (const button of buttons) await button.click();
});

test("X109: the order of acts marks those that only some runs bring about, in words too, and says what the mark means", async () => {
  const group = LEASE.replace(
    "signed-by: { users: [ada, bo], documents: [lease] }",
    "signed-by: { users: [ada], documents: [lease] }\n          signed-by-group-of: { users: [ada, bo, cy], documents: [lease], count: 2 }",
  ).replace("  messages:", "    cy: { id_type: email, id: cy@example.test }\n  messages:");
  const { screen } = await showCanvas(group);
  const button = screen.getByRole("button", { name: "Order of acts" });
  await expect.element(button).toHaveAttribute("aria-pressed", "false");
  const legend = "Only in some runs: the stage can end without it";
  const cell = (name: string) => document.querySelector(`.matrix-cell[data-participant="${name}"]`)?.textContent;
  expect(cell("bo")).not.toContain(legend);
  await button.click();
  await expect.element(screen.getByText(legend, { exact: true })).toBeVisible();
  await expect.poll(() => cell("bo")).toContain(legend);
  expect(cell("cy")).toContain(legend);
  // Her signature is always needed.
  expect(cell("ada")).not.toContain(legend);
  await expect.element(screen.getByTitle(/^2 of 3 acts happen only in some runs/)).toBeVisible();
  await expect.element(screen.getByText("Passes at once")).toBeVisible();
  await button.click();
  await expect.poll(() => cell("bo")).not.toContain(legend);
});

test("F2 on the drawing's own buttons renames the chosen stage, and does nothing without one; it never leads into the text", async () => {
  const { screen, card } = await showCanvas();
  await expect.element(card("done")).toBeVisible();
  const taken: boolean[] = [];
  const listen = (event: KeyboardEvent) => event.key === "F2" && taken.push(event.defaultPrevented);
  window.addEventListener("keydown", listen);
  const button = screen.getByRole("button", { name: /^Add stage/ }).first();
  const field = screen.getByRole("textbox", { name: "New name of the stage" });
  button.element().focus();
  await userEvent.keyboard("{F2}");
  await expect.poll(() => taken).toEqual([true]);
  await expect.element(field).not.toBeInTheDocument();
  await card("done").click();
  button.element().focus();
  await userEvent.keyboard("{F2}");
  await expect.element(field).toHaveValue("done");
  expect(taken).toEqual([true, true]);
  window.removeEventListener("keydown", listen);
});

test("beside an open panel, Zoom to fit shows all of the flow, and a second press means the card that it opened over", async () => {
  await page.viewport(640, 700);
  const { screen, card } = await showCanvas();
  await expect.element(card("done")).toBeVisible();
  const { width } = card("done").element().getBoundingClientRect();
  await userEvent.dblClick(card("done"), { position: { x: width - 12, y: 12 } });
  const field = screen.getByRole("textbox", { name: "New name of the stage" });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  const panel = document.querySelector(".inspector")?.getBoundingClientRect().left ?? 0;
  await screen.getByRole("button", { name: "Zoom to fit" }).click();
  // So small, the cards are drawn as an overview.
  const right = () => {
    const drawn = [...document.querySelectorAll(".overview path")].map((each) => each.getBoundingClientRect().right);
    return drawn.length === 0 ? null : Math.max(...drawn);
  };
  await expect.poll(() => right() ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(panel);
  await page.viewport(1280, 800);
});

test("a panel that closes gives the drawing back as it stood, and the zoom's buttons lie over no card", async () => {
  const before = [window.innerWidth, window.innerHeight] as const;
  await page.viewport(560, 500);
  const { screen, card } = await showCanvas();
  const transform = () => document.querySelector<HTMLElement>(".react-flow__viewport")?.style.transform;
  await expect.element(card("done")).toBeVisible();
  await expect.poll(transform).not.toBe("");
  const first = transform();
  const [zoom, pane] = [".react-flow__controls", ".react-flow"].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  expect(zoom?.top).toBeGreaterThanOrEqual(pane?.bottom ?? Number.NaN);
  await card("signing").click();
  await expect.poll(transform).not.toBe(first);
  await screen.getByRole("button", { name: "Close", exact: true }).click();
  await expect.poll(transform).toBe(first);
  await page.viewport(...before);
});

const EMPTY_STAGE = `process:
  dsl-version: "0.3.0"
  stages:
    - leave:
        actions: []
        expect: {}
process_parameters:
  users:
    kim: { id_type: email, id: kim@example.test }
  documents: {}
  messages: {}
`;

/** The panel of the stage "leave", in which kim was added and waits for a document. */
async function kimWaits(text: string) {
  const shown = await showCanvas(text);
  const { screen, card } = shown;
  await card("leave").click();
  await screen.getByRole("button", { name: "Add participant" }).click();
  await screen.getByRole("menuitem", { name: "kim" }).click();
  const kim = screen.getByRole("rowheader", { name: "kim" });
  await expect.element(kim).toBeVisible();
  return { ...shown, kim };
}

test("who was added to a stage waits there for a document, also after its panel was closed", async () => {
  const { screen, card, kim } = await kimWaits(EMPTY_STAGE);
  await screen.getByRole("button", { name: "Close", exact: true }).click();
  await expect.element(kim).not.toBeInTheDocument();
  await card("leave").click();
  await expect.element(kim).toBeVisible();
});

test("who waits in a stage stays there when the stage gets another name, and when that is undone", async () => {
  const { screen, card, undo, kim } = await kimWaits(EMPTY_STAGE);
  await screen.getByLabelText("Name of the stage", { exact: true }).fill("holiday");
  await userEvent.keyboard("{Enter}");
  await expect.element(card("holiday")).toBeVisible();
  await expect.element(kim).toBeVisible();
  undo();
  await expect.element(card("leave")).toBeVisible();
  await expect.element(kim).toBeVisible();
});

test("a stage that is added where another was deleted is a new one: nobody waits in it, and undo brings back who did", async () => {
  const two = EMPTY_STAGE.replace("process_parameters:", "    - done:\n        actions: []\n        expect: {}\n$&");
  const { screen, session, card, undo, kim } = await kimWaits(two);
  await screen.getByRole("button", { name: "Close", exact: true }).click();
  await session.change([{ intent: "deleteStage", stage: 0 }]);
  await expect.element(card("leave")).not.toBeInTheDocument();
  await session.change([{ intent: "addStage", at: 0, name: "fresh" }]);
  await card("fresh").click();
  await expect.element(screen.getByRole("heading", { name: "Who signs and approves" })).toBeVisible();
  await expect.element(kim).not.toBeInTheDocument();
  undo();
  await expect.element(card("fresh")).not.toBeInTheDocument();
  undo();
  await card("leave").click();
  await expect.element(kim).toBeVisible();
});

test("whoever waits in a stage can be removed from it: a person, and a document without its PDF", async () => {
  const click = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function (this: HTMLInputElement) {
    this.dispatchEvent(new Event("cancel"));
  });
  const { screen, card, isText } = await showCanvas(EMPTY_STAGE);
  await card("leave").click();
  await screen.getByRole("button", { name: "Add document" }).click();
  await screen.getByRole("menuitem", { name: "New document…" }).click();
  await userEvent.keyboard("form{Enter}");
  const form = screen.getByRole("columnheader", { name: "form" });
  await expect.element(form).toBeVisible();
  click.mockRestore();
  await screen.getByRole("button", { name: "Remove: form" }).click();
  await expect.element(form).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Add participant" }).click();
  await screen.getByRole("menuitem", { name: "kim" }).click();
  await screen.getByRole("button", { name: "Remove: kim" }).click();
  await expect.element(screen.getByRole("rowheader", { name: "kim" })).not.toBeInTheDocument();
  await isText(EMPTY_STAGE);
});

test("a document that is named, and whose PDF is chosen later, waits in the stage for somebody", async () => {
  const click = vi.spyOn(HTMLInputElement.prototype, "click").mockImplementation(function (this: HTMLInputElement) {
    this.dispatchEvent(new Event("cancel"));
  });
  const { screen, card, text } = await showCanvas(EMPTY_STAGE);
  await card("leave").click();
  await screen.getByRole("button", { name: "Add document" }).click();
  await screen.getByRole("menuitem", { name: "New document…" }).click();
  const dialog = screen.getByRole("dialog", { name: "New document" });
  await expect.element(dialog.getByText("Enter a name, such as contract or annex.")).toBeVisible();
  await userEvent.keyboard("form{Enter}");
  await expect.element(screen.getByRole("columnheader", { name: "form" })).toBeVisible();
  click.mockRestore();
  await screen.getByRole("button", { name: "Add participant" }).click();
  await screen.getByRole("menuitem", { name: "kim" }).click();
  await expect.poll(text).toContain("signed-by: { users: [kim], documents: [form] }");
});
