import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  arrowsPath,
  type DrawnFlow,
  documentOf,
  drawnStages,
  PALETTE,
  pictureOf,
  placeCards,
  type RunMarks,
  type StageCard,
  stageCards,
  wrapText,
} from "../../src-shared/drawing/index.ts";
import { analyse } from "../../src-shared/language/index.ts";

const FLOW = `title: Loan
process:
  dsl-version: "0.3.0"
  stages:
    - signing-by-all-of-the-tenants-and-their-guarantors:
        actions:
          - notify: { users: [alice], methods: { email: { message: hello } } }
        expect:
          signed-by: { users: [alice], documents: [contract] }
          approved-by: { users: [bob], documents: [contract] }
    - done:
        expect: {}
`;

const WORDS = {
  more: (count: number) => `and ${count} more`,
  nothing: "Empty stage",
  stage: ({ name }: StageCard, at: number) => `${at + 1}. ${name}`,
};

function cardsOf(text: string): readonly StageCard[] {
  const { outline, diagnostics } = analyse(text);
  const words = { group: () => "2 of 3 sign", note: () => 'Invite <alice> & "bob" · e-mail' };
  return stageCards({ outline, diagnostics, editable: [] }, words);
}

const no = () => false;

describe("the drawing of a flow", () => {
  it("breaks names between their words, keeps every letter, and never within e-mail", () => {
    const long = "signing-by-all-of-the-tenants and somebody@example.test, averyveryverylongword";
    for (const width of [40, 86, 189, 1_000]) {
      const lines = wrapText(long, width, { size: 12 }, 99);
      expect(lines.join("")).toBe(long);
    }
    expect(wrapText("Invite borrower, guarantor · e-mail", 189, { size: 12 }).at(-1)).toBe("e-mail");
    expect(wrapText(long, 60, { size: 12 }, 2)).toHaveLength(2);
    expect(wrapText(long, 60, { size: 12 }, 2)[1]).toMatch(/…$/);
    expect(wrapText("", 60, { size: 12 })).toEqual([""]);
  });

  it("breaks no letter that is made of several signs", () => {
    const family = "👩‍👩‍👧‍👦";
    expect(wrapText(family.repeat(3), 20, { size: 12 })).toEqual([family, family, family]);
    expect(wrapText(`${"e\u0301".repeat(40)}`, 60, { size: 12 }, 1)[0]).toMatch(/^(e\u0301)+…$/);
  });

  it("gives wide capitals their room", () => {
    const [line = ""] = wrapText("Ö".repeat(40), 100, { size: 10 });
    // An Ö of Helvetica, Arial and Liberation Sans is 0.778 wide.
    expect(line.length * 7.78).toBeLessThanOrEqual(100);
  });

  it("ends an isolated name with each line of a card, and begins it again on the next", () => {
    const { outline, diagnostics } = analyse(FLOW);
    const words = { group: () => "", note: () => `Invite \u2068${"מהא ".repeat(24).trim()}\u2069 · e-mail` };
    const [card] = stageCards({ outline, diagnostics, editable: [] }, words);
    const lines = card?.remarks[0]?.lines ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.split("\u2068").length).toBe(line.split("\u2069").length);
  });

  it("sets a long name whole, and makes its card higher for it", () => {
    const [long, short] = cardsOf(FLOW);
    expect(long?.head.lines.join("")).toBe("signing-by-all-of-the-tenants-and-their-guarantors");
    expect(long?.head.height).toBeGreaterThan(short?.head.height ?? 0);
  });

  it("gives a document's column the width of its longest word, within limits, and breaks its name between words", () => {
    const named = (...documents: string[]) =>
      cardsOf(
        FLOW.replace("documents: [contract] }\n          approved", `documents: [${documents}] }\n          approved`),
      );
    const columns = (...documents: string[]) => named(...documents)[0]?.columns;
    expect(columns("contract")?.width).toBe(80);
    expect(columns("contract", "residential-lease")?.lines).toContainEqual(["residential-", "lease"]);
    const wide = columns("contract", "averyveryveryveryverylongword-of-one");
    expect(wide?.width).toBe(128);
    expect(columns("contract", "b", "c", "residential-lease")?.width).toBe(80);
  });

  it("runs down where cards stand one below the other, and across else", () => {
    const cards = cardsOf(FLOW);
    expect(arrowsPath(placeCards(cards, 300))).toMatch(/^M40 \d+V\d+$/);
    expect(arrowsPath(placeCards(cards))).toMatch(/^M\d+ 20H\d+$/);
  });

  it("is one file of SVG, with all it says as text, and no text of a flow as markup", () => {
    const picture = pictureOf({ cards: cardsOf(FLOW), words: WORDS });
    const svg = documentOf(picture, "A <title>");
    expect(svg).toContain("<title>A &lt;title&gt;</title>");
    expect(svg).toContain("2. done</desc>");
    expect(svg).toContain(">Invite &lt;alice&gt; &amp; &quot;bob&quot;");
    expect(svg).not.toContain("<alice>");
    expect(documentOf(picture, "A <title>")).toBe(svg);
  });

  it("shows of a run what is done, under way, ahead and rejected", () => {
    const marks: RunMarks = {
      states: ["stopped", "unreached"],
      has: ({ participant }) => participant === "alice",
      rejected: ({ participant }) => participant === "bob",
      lapsed: () => false,
      word: (state) => `<${state}>`,
    };
    const { shapes } = pictureOf({ cards: cardsOf(FLOW), words: WORDS, run: marks });
    const texts = shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
    expect(texts).toContain("<stopped>");
    expect(texts).toContain("<unreached>");
    const icons = shapes.flatMap((shape) => (shape.kind === "icon" && shape.stroke !== "ink-soft" ? [shape] : []));
    // A tick for her, a cross for him.
    expect(icons.map(({ d, stroke }) => [stroke, d])).toEqual([
      ["good", "M20 6 9 17l-5-5"],
      ["bad", "M18 6 6 18M6 6l12 12"],
    ]);
  });

  it("G3: shows what a stage under way no longer needs as lapsed, not as still to be done", () => {
    const lapsed: RunMarks["lapsed"] = ({ participant }) => participant === "alice";
    const marks: RunMarks = { states: ["current", "ahead"], has: no, rejected: no, lapsed, word: () => "" };
    const { shapes } = pictureOf({ cards: cardsOf(FLOW), words: WORDS, run: marks });
    const grounds = shapes.flatMap((shape) => (shape.kind === "box" && shape.width === 22 ? [shape.fill] : []));
    expect(grounds[0]).toBe("quiet-ground");
    expect(grounds.slice(1)).not.toContain("quiet-ground");
  });

  it("gives the initials of people room before their names", () => {
    const { shapes } = pictureOf({ cards: cardsOf(FLOW.replaceAll("alice", "Wim Maes")), words: WORDS, run: null });
    const texts = shapes.flatMap((shape) => (shape.kind === "text" ? [shape] : []));
    const name = texts.find(({ text }) => text === "Wim Maes");
    const initials = texts.find(({ text }) => text === "WM");
    const field = shapes.find(
      (shape) => shape.kind === "box" && shape.x + shape.width / 2 === initials?.x && shape.fill === "quiet-ground",
    );
    if (field?.kind !== "box" || name === undefined) throw new Error("They are not drawn.");
    expect(name.x - (field.x + field.width)).toBeGreaterThanOrEqual(6);
  });

  it("shows what nobody did in a stage that is over as lapsed, not as still to be done", () => {
    const grounds = (state: RunMarks["states"][number]) => {
      const marks = { states: [state, state], has: no, rejected: no, lapsed: no, word: () => "" };
      const { shapes } = pictureOf({ cards: cardsOf(FLOW), words: WORDS, run: marks });
      return new Set(shapes.flatMap((shape) => (shape.kind === "box" && shape.width === 22 ? [shape.fill] : [])));
    };
    for (const state of ["done", "stopped", "unreached"] as const)
      expect(grounds(state), state).toEqual(new Set(["quiet-ground"]));
    for (const state of ["current", "ahead"] as const) expect(grounds(state), state).not.toContain("quiet-ground");
  });

  it("draws a flow that runs as its text is drawn", () => {
    const folder = path.join(import.meta.dirname, "../../resources/examples");
    for (const name of ["loan", "board", "consent", "supplier"]) {
      const { outline, process } = analyse(readFileSync(path.join(folder, name, `${name}.flow.yaml`), "utf8"));
      if (process === null) throw new Error(`${name} has errors`);
      const words = { group: ({ users }: { users: readonly string[] }) => users.join(), note: () => "note" };
      const running = {
        participants: outline.participants,
        documents: outline.documents,
        stages: drawnStages(process),
      };
      const seen = (flow: DrawnFlow) => stageCards({ outline: flow }, words);
      const unordered = (cards: readonly StageCard[]) => cards.map((card) => ({ ...card, notes: card.notes.length }));
      expect(unordered(seen(running)), name).toEqual(unordered(seen(outline)));
    }
  });

  it("leaves the app in the colours of its light tokens", () => {
    const tokens = readFileSync(
      path.join(import.meta.dirname, "../../src-renderer/components/styles/tokens.css"),
      "utf8",
    );
    const light = Object.fromEntries(
      [...tokens.matchAll(/--([\w-]+): light-dark\((#\w+),/g)].map(([, name, value]) => [name, value]),
    );
    expect(Object.fromEntries(Object.keys(PALETTE).map((tone) => [tone, light[tone]]))).toEqual(PALETTE);
  });
});
