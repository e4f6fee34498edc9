import { describe, expect, it } from "vitest";
import {
  cardPositions,
  cardSize,
  drawingSize,
  firstViewport,
  MOST_ROWS,
  stageCards,
} from "../../src-renderer/authoring/canvas-model.ts";
import { documentPaths, matchPdfs, sortFiles } from "../../src-renderer/authoring/flow-files.ts";
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

const cardsOf = (text: string) => {
  const { outline, diagnostics } = analyse(text);
  return stageCards(outline, diagnostics);
};

describe("the canvas", () => {
  it("shows a group that needs all of its members, as the matrix writes it, as plain acts", () => {
    const { outline, diagnostics } = analyse(FLOW.replace("count: 7", "count: 2"));
    const signing = stageCards(outline, diagnostics).find(({ name }) => name === "signing");
    expect(signing?.groups).toEqual([]);
    expect(signing?.rows[1]?.cells).toEqual([[], [{ verb: "sign", group: null }]]);
  });

  it("shows who signs or approves which document, and groups as K of N", () => {
    const [approval, signing] = cardsOf(FLOW);
    expect(approval?.rows).toEqual([{ participant: "alice", cells: [[{ verb: "approve", group: null }]] }]);
    expect(signing?.documents).toEqual(["contract", "guarantee"]);
    expect(signing?.rows.map(({ participant }) => participant)).toEqual(["alice", "bob", "carol"]);
    expect(signing?.rows[1]?.cells).toEqual([[], [{ verb: "sign", group: "7/2" }]]);
    expect(signing?.groups).toEqual([{ verb: "sign", count: 7, users: ["bob", "carol"], documents: ["guarantee"] }]);
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
    const [, second = 0] = cardPositions(cards);
    expect(second).toBeGreaterThan(cards[0]?.width ?? 0);
    expect(cardSize(500, 500, 500)).toEqual(cardSize(5, MOST_ROWS + 1, 7));
    expect(drawingSize(cards).width).toBe(second + (cards[1]?.width ?? 0));
    expect(drawingSize([])).toEqual({ width: 0, height: 0 });
  });

  it("first looks at all of a short flow, and at the readable beginning of a long one", () => {
    expect(firstViewport({ width: 400, height: 200 }, { width: 1000, height: 500 })).toEqual({
      x: 300,
      y: 100,
      zoom: 1,
    });
    expect(firstViewport({ width: 90_000, height: 200 }, { width: 1000, height: 500 })).toMatchObject({
      x: 28,
      zoom: 0.8,
    });
    const pane = { width: 800, height: 400 };
    const { x, zoom } = firstViewport({ width: 1200, height: 300 }, pane);
    expect(zoom).toBeCloseTo(0.62);
    expect(x + 1200 * zoom).toBeLessThanOrEqual(pane.width);
  });
});

describe("dropped files", () => {
  it("are sorted into flows, PDFs and others", () => {
    const sorted = sortFiles([{ name: "a.flow.yaml" }, { name: "b.JSON" }, { name: "c.PDF" }, { name: "d.docx" }]);
    expect([sorted.flows.length, sorted.pdfs.length, sorted.others.length]).toEqual([2, 1, 1]);
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
