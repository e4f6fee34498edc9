import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { receivedView, sentView } from "../../src-renderer/authoring/language/analysis-delta.ts";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { editableStages } from "../../src-renderer/authoring/language/editable-stages.ts";
import { Analyser } from "../../src-shared/language/index.ts";
import { inputs } from "../fuzz/effort.ts";

const stage = (name: string) =>
  `    - ${name}: # as agreed\n        actions:\n          - notify: { users: [ann], methods: { email: { message: hello } } }\n        expect:\n          signed-by: { users: [ann], documents: [d] }\n`;
const flow = (stages: readonly string[], title = "Many") =>
  `title: ${title}\nprocess:\n  dsl-version: "0.3.0"\n  stages:\n${stages.map(stage).join("")}process_parameters:\n  users: { ann: { id_type: email, id: ann@example.test } }\n`;
const names = Array.from({ length: 30 }, (_, at) => `s${at}`);

/** What the page and the language do, with a copy between them as between threads. */
class Wire {
  readonly #analyser = new Analyser();
  #sent: AnalysisView | null = null;
  #received: AnalysisView | null = null;

  /** The view that the page gets, the one that it should get, and how many stages were sent. */
  next(text: string) {
    const { kind, diagnostics, outline, unreadable, value } = this.#analyser.analyse(text);
    const editable = editableStages(value, outline);
    const view = { text, kind, diagnostics, outline, unreadable, paths: [], editable, value };
    const sent = sentView(this.#sent, view);
    this.#sent = view;
    this.#received = receivedView(this.#received, structuredClone(sent));
    return { got: this.#received, wanted: view, stages: sent.view.outline.stages.length };
  }
}

describe("promise 5: an analysis on its way to the page", () => {
  it("brings the stages that have changed, and no others", () => {
    const wire = new Wire();
    expect(wire.next(flow(names)).stages).toBe(30);
    expect(wire.next(flow(names.toSpliced(12, 1, "twelve"))).stages).toBe(1);
    expect(wire.next(flow(names.toSpliced(12, 1))).stages).toBe(0);
    const moved = wire.next(flow(names.toSpliced(12, 1), "Another title"));
    expect(moved.stages).toBe(0);
    expect(moved.got).toEqual(moved.wanted);
  });

  it("is whole again on the page after any edits, of texts that parse and of others", { timeout: 60_000 }, () => {
    const pieces = ["", "x", "\n", "  ", "- ", ": ", "[", "}", "#", stage("new"), "    - odd\n", '{"a": 1}'];
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.oneof(fc.constant(0), fc.nat(300)),
      piece: fc.constantFrom(...pieces),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 10 }), (edits) => {
        const wire = new Wire();
        let text = flow(names.slice(0, 8));
        for (const { at, cut, piece } of edits) {
          const { got, wanted } = wire.next(text);
          expect(got).toEqual(wanted);
          const from = Math.floor(at * text.length);
          text = text.slice(0, from) + piece + text.slice(from + cut);
        }
        const { got, wanted } = wire.next(text);
        expect(got).toEqual(wanted);
      }),
      { seed: 4_711, numRuns: inputs(25) },
    );
  });
});
