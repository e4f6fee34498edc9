import { describe, expect, it } from "vitest";
import {
  cardAt,
  cardsInSight,
  dropOf,
  firstViewport,
  leastZoom,
  roomOf,
  TEXT_ZOOM,
  viewportShowing,
  wholeViewport,
} from "../../src-renderer/authoring/canvas/drawing/layout.ts";
import { shapesOf } from "../../src-renderer/authoring/canvas/drawing/shapes.ts";
import { documentPaths } from "../../src-renderer/authoring/model/documents.ts";
import { companionsBeside, matchPdfs, sortFiles } from "../../src-renderer/flows/flow-files.ts";
import { cardForm, columnsOf, MOST_ROWS, placeCards, stageCards } from "../../src-shared/drawing/index.ts";
import { analyse } from "../../src-shared/language/index.ts";

const FLOW = `title: Loan
process:
  dsl-version: "0.3.0"
  stages:
    - approval:
        actions:
          - notify: { users: [alice], methods: { email: { message: hello } } }
          - notify: { users: [bob], kind: confirmation, methods: { sms: { message: hello } } }
        expect:
          approved-by: { users: [alice], documents: [contract] }
    - signing:
        actions:
          - callback: { callback-name: begun }
        expect:
          signed-by: { users: [alice], documents: [contract, guarantee] }
          signed-by-group-of: { users: [bob, carol], documents: [guarantee], count: 7 }
          redirect-to: { users: [alice], url: "https://example.test/" }
`;

const WORDS = { group: () => "2 of 3 sign", note: () => "Invite alice" };

const cardsOf = (text: string) => {
  const { outline, diagnostics } = analyse(text);
  return stageCards({ outline, diagnostics, editable: [] }, WORDS);
};

describe("the canvas", () => {
  it("shows a group that needs all of its members, as the matrix writes it, as plain acts", () => {
    const signing = cardsOf(FLOW.replace("count: 7", "count: 2")).find(({ name }) => name === "signing");
    expect(signing?.groups).toEqual([]);
    expect(signing?.rows[1]?.cells).toEqual([[], [{ verb: "sign", group: null }]]);
  });

  it("shows who signs or approves which document, and groups as K of N", () => {
    const [approval, signing] = cardsOf(FLOW);
    expect(approval?.rows).toEqual([{ participant: "alice", cells: [[{ verb: "approve", group: null }]] }]);
    expect(signing?.documents).toEqual(["contract", "guarantee"]);
    expect(signing?.rows.map(({ participant }) => participant)).toEqual(["alice", "bob", "carol"]);
    expect(signing?.rows[1]?.cells).toEqual([[], [{ verb: "sign", group: "7/2" }]]);
    expect(signing?.groups).toEqual([
      { verb: "sign", at: 0, count: 7, users: ["bob", "carol"], documents: ["guarantee"] },
    ]);
  });

  it("shows what a stage sends: invitations, confirmations, callbacks and redirects", () => {
    const [approval, signing] = cardsOf(FLOW);
    expect(approval?.notes.map(({ kind, email, sms }) => [kind, email, sms])).toEqual([
      ["notify", true, false],
      ["confirmation", false, true],
    ]);
    expect(signing?.notes.map(({ kind, what }) => [kind, what])).toEqual([
      ["callback", "begun"],
      ["redirect", "https://example.test/"],
    ]);
  });

  it("counts a problem at the stage whose text it touches", () => {
    const counted = (text: string) => cardsOf(text).map(({ errors }) => errors);
    const [approval = 0, signing = 0] = counted(FLOW);
    const [approvalFixed = 0, signingFixed = 0] = counted(FLOW.replace("count: 7", "count: 1"));
    expect(approvalFixed).toBe(approval);
    expect(signingFixed).toBe(signing - 1);
  });

  it("draws what can be read of a broken text", () => {
    expect(
      cardsOf(FLOW.replace("expect:\n          approved-by", "expect\n          approved-by")).length,
    ).toBeGreaterThan(0);
    expect(cardsOf("stages: [")).toEqual([]);
    expect(cardsOf("")).toEqual([]);
  });

  it("stands cards beside each other without overlap, and bounds their size", () => {
    const cards = cardsOf(FLOW);
    const { places, ...drawing } = placeCards(cards);
    const second = places[1]?.x ?? 0;
    expect(second).toBeGreaterThan(cards[0]?.width ?? 0);
    const size = (documents: number, participants: number, notes: number) => {
      const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
      const form = { documents: names(documents), participants: names(participants), notes: names(notes) };
      const { width, height } = cardForm({ name: "signing", ...form });
      return { width, height };
    };
    expect(size(500, 500, 500)).toEqual(size(5, MOST_ROWS + 1, 7));
    expect(drawing.width).toBe(second + (cards[1]?.width ?? 0));
    expect(placeCards([])).toEqual({ places: [], columns: 1, width: 0, height: 0 });
  });

  it("first looks at all of a flow where its text stays readable, and else at its beginning in full size", () => {
    const pane = { width: 1000, height: 500 };
    expect(firstViewport({ width: 400, height: 200 }, pane)).toEqual({ x: 300, y: 100, zoom: 1 });
    expect(firstViewport({ width: 90_000, height: 200 }, pane)).toEqual({ x: 36, y: 100, zoom: 1 });
    // Higher than its pane: all of its width.
    expect(firstViewport({ width: 980, height: 9_000 }, pane).zoom).toBeCloseTo(928 / 980);
    expect(firstViewport({ width: 980, height: 9_000 }, pane).zoom).toBeGreaterThanOrEqual(TEXT_ZOOM);
  });

  const size = { width: 232, height: 132 };
  const many = (count: number) => placeCards(Array.from({ length: count }, () => size));
  const pane = { width: 560, height: 380 };

  it("promise 5: a long flow stands in lines of whole fives, and a pane shows all of it, as large as it can", () => {
    const cards = (count: number) => Array.from({ length: count }, () => size);
    expect([61, 100, 200, 1_000].map((count) => columnsOf(cards(count), roomOf(pane.width)))).toEqual([10, 10, 15, 30]);
    expect(wholeViewport(many(200), pane).zoom, "numbers fit into the cards").toBeGreaterThan(0.11);
    for (const count of [1, 20, 21, 333, 1_000, 5_000]) {
      const layout = many(count);
      const all = wholeViewport(layout, pane);
      expect(cardsInSight(layout, all, pane)).toHaveLength(count);
      const last = layout.places.at(-1) ?? { x: 0, y: 0, width: 0, height: 0 };
      expect(all.x + (last.x + last.width) * all.zoom).toBeLessThanOrEqual(pane.width);
      expect(all.y + (last.y + last.height) * all.zoom).toBeLessThanOrEqual(pane.height);
      expect(leastZoom(layout, pane)).toBeLessThanOrEqual(all.zoom);
    }
  });

  it("as many cards stand in a line as the pane shows with all their text, at least one", () => {
    const columns = (count: number, width: number) =>
      columnsOf(
        Array.from({ length: count }, () => size),
        roomOf(width),
      );
    expect([300, 560, 900, 1600].map((width) => columns(6, width))).toEqual([1, 2, 3, 6]);
    expect(columns(60, 560)).toBe(2);
    expect(columns(0, 560)).toBe(1);
    const layout = placeCards(
      Array.from({ length: 6 }, () => size),
      roomOf(560),
    );
    expect(firstViewport(layout, { width: 560, height: 380 }).zoom).toBeGreaterThanOrEqual(TEXT_ZOOM);
  });

  it("moves the view only as far as a card out of sight asks for", () => {
    const { places } = many(1_000);
    const [first, far] = [places[0], places[999]];
    if (!first || !far) throw new Error("no cards");
    const view = { x: 28, y: 28, zoom: 0.8 };
    expect(viewportShowing(first, view, pane)).toEqual(view);
    const moved = viewportShowing(far, view, pane);
    expect(cardsInSight(many(1_000), moved, pane)).toContain(999);
    expect(viewportShowing({ ...far, y: 0 }, view, pane).y).toBe(view.y);
    const slit = viewportShowing(far, view, { ...pane, width: 60 });
    expect(far.x * slit.zoom + slit.x, "of a card wider than what is free, its beginning").toBeGreaterThan(0);
  });

  it("finds the card at a point, and none between two", () => {
    const layout = many(1_000);
    const [a, b] = [layout.places[41], layout.places[42]];
    if (!a || !b) throw new Error("no cards");
    expect(cardAt(layout, { x: a.x + 1, y: a.y + 1 })).toBe(41);
    expect(cardAt(layout, { x: (a.x + a.width + b.x) / 2, y: a.y + 1 })).toBeNull();
  });

  it("drops a card in the line it was dragged to, counted among the others", () => {
    const layout = many(100);
    const at = (index: number, by = 0) => ({ x: (layout.places[index]?.x ?? 0) + by, y: layout.places[index]?.y ?? 0 });
    expect(dropOf(layout, 5, at(5)).to).toBe(5);
    expect(dropOf(layout, 5, at(7, 10)).to).toBe(7);
    expect(dropOf(layout, 5, at(45, 10)).to).toBe(45);
    expect(dropOf(layout, 45, at(5, -10)).to).toBe(5);
    expect(dropOf(layout, 5, at(99, 500)).to).toBe(99);
    expect(dropOf(layout, 5, { x: 0, y: -900 }).mark.y).toBe(0);
    expect(dropOf(many(3), 0, { x: 300, y: 40 })).toMatchObject({ to: 1 });
  });

  it("tells cards with problems apart by more than their colour", () => {
    const cards = [0, 1, 2].map((kind) => ({ errors: kind === 2 ? 1 : 0, warnings: kind === 1 ? 1 : 0 }));
    const shapes = shapesOf(cards, many(3));
    expect([shapes.plain, shapes.warned, shapes.bad].map((path) => path.split("z").length - 1)).toEqual([1, 1, 1]);
    expect([shapes.warnedMarks, shapes.badMarks].map((path) => path.split("M").length - 1)).toEqual([1, 2]);
    expect(shapes.heads.split("z")).toHaveLength(3);
  });
});

describe("dropped files", () => {
  it("are sorted into flows, PDFs and others", () => {
    const sorted = sortFiles([{ name: "a.flow.yaml" }, { name: "b.JSON" }, { name: "c.PDF" }, { name: "d.docx" }]);
    expect([sorted.flows.length, sorted.pdfs.length, sorted.others.length]).toEqual([2, 1, 1]);
  });

  it("find the expectations and scenarios of a flow by its name", () => {
    const names = ["a.flow.yaml", "b.json", "a.expect.yaml", "b.scenario.yaml", "c.expect.yaml"];
    const { flows, companions } = sortFiles(names.map((name) => ({ name })));
    expect(flows.map(({ name }) => companionsBeside(name, companions).map((beside) => beside.name))).toEqual([
      ["a.expect.yaml"],
      ["b.scenario.yaml"],
    ]);
  });

  it("name the PDFs that a flow needs: every document value that is not an identifier, once", () => {
    const { value } = analyse(
      'process_parameters:\n  documents: { a: "1001", b: ./x/b.pdf, c: "./x/b.pdf", d: c.pdf }\n',
    );
    expect(documentPaths(value)).toEqual(["./x/b.pdf", "c.pdf"]);
    expect(documentPaths(null)).toEqual([]);
    expect(documentPaths({ process_parameters: { documents: [] } })).toEqual([]);
  });

  it("are matched by file name, and what is missing is named", () => {
    const { matched, missing } = matchPdfs(["./x/b.pdf", "c.pdf"], [{ name: "b.pdf" }]);
    expect([...matched.keys()]).toEqual(["./x/b.pdf"]);
    expect(missing).toEqual(["c.pdf"]);
  });
});
