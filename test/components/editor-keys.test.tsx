import { EditorView } from "@codemirror/view";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { textEditing } from "../../src-renderer/authoring/editor/editor-setup.ts";

/** A text between two buttons. */
function page(): { readonly view: EditorView; readonly text: () => string } {
  const parent = document.createElement("main");
  parent.innerHTML = "<button>Before</button><div></div><button>After</button>";
  document.body.append(parent);
  const view = new EditorView({
    doc: "title: Loan",
    extensions: [textEditing(), EditorView.contentAttributes.of({ tabindex: "0" })],
    parent: parent.querySelector("div") ?? parent,
  });
  parent.querySelector("button")?.focus();
  onTestFinished(() => {
    view.destroy();
    parent.remove();
  });
  return { view, text: () => view.state.doc.toString() };
}

const focused = () => document.activeElement?.textContent;

test("Tab goes through a flow's text without changing it, forwards and back", async () => {
  const { view, text } = page();
  await userEvent.keyboard("{Tab}");
  expect(view.hasFocus).toBe(true);
  await userEvent.keyboard("{Tab}");
  expect(focused()).toBe("After");
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  expect(view.hasFocus).toBe(true);
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  expect(focused()).toBe("Before");
  expect(text()).toBe("title: Loan");
});

test("after any other key, and after a click, Tab indents; after Escape it leaves again", async () => {
  const { view, text } = page();
  await userEvent.keyboard("{Tab}{ArrowLeft}{Tab}");
  expect(text()).toBe("  title: Loan");
  expect(view.hasFocus).toBe(true);
  await userEvent.keyboard("{Escape}{Tab}");
  expect(focused()).toBe("After");
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}");
  await userEvent.click(view.contentDOM);
  await userEvent.keyboard("{Tab}");
  expect(text()).toBe("    title: Loan");
});
