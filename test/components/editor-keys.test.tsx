import { EditorView } from "@codemirror/view";
import { expect, onTestFinished, test } from "vitest";
import { userEvent } from "vitest/browser";
import { SHORTCUT_GROUPS } from "../../src-renderer/app/actions/shortcut-table.ts";
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

/** A press of keys as the table writes them, such as `Mod+Shift+S`, that nobody has heard yet. */
function press(keys: string): KeyboardEvent {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const shiftKey = parts.includes("Shift");
  const letter = /^[A-Z]$/.test(key);
  return new KeyboardEvent("keydown", {
    ...{ key: letter && !shiftKey ? key.toLowerCase() : key, code: letter ? `Key${key}` : key },
    ...{ keyCode: letter ? key.charCodeAt(0) : key === "Enter" ? 13 : 0, bubbles: true, cancelable: true },
    ...{ ctrlKey: parts.includes("Mod"), altKey: parts.includes("Alt"), shiftKey },
  });
}

test("promise 3: the keys that the app and a flow's page show are theirs within the text, too", () => {
  const { view, text } = page();
  view.focus();
  const taken = Object.values({ ...SHORTCUT_GROUPS.app, ...SHORTCUT_GROUPS.flow }).flatMap(({ keys }) => {
    const event = press(keys);
    view.contentDOM.dispatchEvent(event);
    return event.defaultPrevented ? [keys] : [];
  });
  expect(taken).toEqual([]);
  expect(text()).toBe("title: Loan");
});
