import { history, redo, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { expect } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { useAnalysis } from "../../src-renderer/authoring/language/use-analysis.ts";
import { keepsWritten } from "../../src-renderer/authoring/session/line-ends.ts";
import { type AuthoringSession, createSession } from "../../src-renderer/authoring/session/session.ts";
import { SessionContext } from "../../src-renderer/authoring/session/use-session.ts";

await startI18n("en");

/** Two stages: ada and bo sign the lease, then hear that it is done. */
export const LEASE = `title: Lease
process:
  dsl-version: "0.3.0"
  stages:
    - signing:
        actions:
          - notify: { users: [ada, bo], methods: { email: { message: hello } } }
        expect:
          signed-by: { users: [ada, bo], documents: [lease] }
    - done:
        actions:
          - notify: { users: [ada, bo], kind: confirmation, methods: { email: hello } }
        expect: {}
process_parameters:
  documents: { lease: "1001" }
  users:
    ada: { id_type: email, id: ada@example.test }
    bo: { id_type: email, id: bo@example.test }
  messages: { hello: Please sign }
`;

type View = ComponentType<{ readonly analysis: AnalysisView }>;

/** A view beside the text, as the page of a draft shows it: with its session, an editor and the language's worker. */
function Beside({ session, text: first, View }: { session: AuthoringSession; text: string; View: View }) {
  const [text, setText] = useState(first);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const follow = EditorView.updateListener.of((update) => update.docChanged && setText(update.state.doc.toString()));
    const view = new EditorView({
      doc: first,
      parent: place.current,
      extensions: [keepsWritten(first), history(), follow],
    });
    session.setEditor(view);
    return () => {
      session.setEditor(null);
      view.destroy();
    };
  }, [session, first]);
  const analysis = useAnalysis(text);
  useEffect(() => session.setShown(analysis), [session, analysis]);
  return (
    <>
      <div ref={place} hidden />
      {analysis && <View analysis={analysis} />}
    </>
  );
}

/** Shows a view of a flow in the page's main part. */
export async function showFlow(View: View, text = LEASE) {
  const session = createSession("draft");
  // One at a time: menus open in the first.
  document.querySelector("main")?.remove();
  const main = document.body.appendChild(document.createElement("main"));
  main.style.cssText = "height: 100vh; display: grid;";
  await render(
    <SessionContext value={session}>
      <Beside {...{ session, text, View }} />
    </SessionContext>,
    { container: main },
  );
  const step = (command: typeof undo) => () => {
    const editor = session.editor();
    if (editor === null) throw new Error("The flow has no editor.");
    command(editor);
  };
  return {
    /** All of the page: dialogs lie beside its main part. */
    screen: page,
    undo: step(undo),
    redo: step(redo),
    /** Waits until the text has a line, blanks at its ends aside. */
    hasLine: (line: string) =>
      expect
        .poll(() =>
          session
            .text()
            .split("\n")
            .map((each) => each.trim()),
        )
        .toContain(line),
    isText: (text: string) => expect.poll(() => session.text()).toBe(text),
    text: () => session.text(),
  };
}
