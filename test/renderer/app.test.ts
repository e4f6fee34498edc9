import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { entriesOf, keysOf, SHORTCUT_GROUPS } from "../../src-renderer/app/actions/shortcut-table.ts";
import { backOff } from "../../src-renderer/app/connection/back-off.ts";
import { readDocument, readResult } from "../../src-renderer/app/connection/results.ts";
import { parseRoute, routeHref } from "../../src-renderer/app/navigation/route.ts";
import {
  fieldKeeps,
  isTyping,
  matchesShortcut,
  shortcutLabel,
} from "../../src-renderer/components/basics/shortcuts.ts";
import { clampFraction } from "../../src-renderer/components/basics/split-size.ts";
import { byteSize, duration, relativeTime } from "../../src-renderer/components/basics/time.ts";
import { trackOf } from "../../src-renderer/components/lists/table-layout.ts";
import { initials } from "../../src-shared/drawing/index.ts";

const [en, sv] = ["en", "sv"].map((language): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../resources/locales/app.${language}.json`), "utf8")),
);
const textAt = (locale: unknown, key: string): unknown =>
  key.split(".").reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>>)[part], locale);

describe("the route", () => {
  it("survives being written and read", () => {
    for (const id of ["42", "a/b", "å ä %", "e?x#y"])
      expect(parseRoute(routeHref("instances", id, { status: "failed", q: "" }))).toEqual({
        view: "instances",
        id,
        query: { status: "failed" },
      });
  });

  it("takes what it does not know for the home", () => {
    for (const hash of ["", "#", "#/", "#/nowhere/1", "garbage"])
      expect(parseRoute(hash)).toEqual({ view: "home", id: null, query: {} });
  });

  it("reads a link with a stray percent sign as it stands", () => {
    expect(parseRoute("#/flows/50%").id).toBe("50%");
  });
});

describe("shortcuts", () => {
  const press = (
    key: string,
    held: Partial<Record<"ctrlKey" | "metaKey" | "altKey" | "shiftKey", boolean>> = {},
    code = "",
  ) => ({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

  it("mean Ctrl here and Command on a Mac", () => {
    expect(matchesShortcut("Mod+K", press("k", { ctrlKey: true }), false)).toBe(true);
    expect(matchesShortcut("Mod+K", press("k", { metaKey: true }), true)).toBe(true);
    expect(matchesShortcut("Mod+K", press("k", { ctrlKey: true }), true)).toBe(false);
  });

  it("need exactly their own modifiers", () => {
    expect(matchesShortcut("Mod+Enter", press("Enter", { ctrlKey: true, shiftKey: true }), false)).toBe(false);
    expect(matchesShortcut("Alt+1", press("1", { altKey: true }), false)).toBe(true);
    expect(matchesShortcut("Alt+N", press("n"), false)).toBe(false);
  });

  it("are found by the physical key where Alt makes another sign of it", () => {
    expect(matchesShortcut("Alt+N", press("~", { altKey: true }, "KeyN"), true)).toBe(true);
  });

  it("are named as the keyboard names them", () => {
    expect(shortcutLabel("Mod+Shift+Enter", false)).toBe("Ctrl Shift Enter");
    expect(shortcutLabel("Mod+K", true)).toBe("⌘K");
  });

  it("Ctrl means Ctrl on every machine, and signs are known by their key", () => {
    const space = { key: " ", code: "Space", ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
    expect([matchesShortcut("Ctrl+Space", space, true), matchesShortcut("Ctrl+Space", space, false)]).toEqual([
      true,
      true,
    ]);
    expect(shortcutLabel("Ctrl+Space", true)).toBe("⌃Space");
    expect(shortcutLabel("Ctrl+Space", false, "Mellanslag")).toBe("Ctrl Mellanslag");
  });

  it("are listed in one table: none means two things in one place, and each has a text in every language", () => {
    const { app, flows, flow, stages, text, clock, run } = SHORTCUT_GROUPS;
    for (const together of [
      [app, flows],
      [app, flow, stages, text],
      [app, clock, run],
    ]) {
      const keys = together.flatMap((group) => entriesOf(group).map(([, bound]) => bound.keys));
      expect(keys).toHaveLength(new Set(keys).size);
    }
    // The file picker stands on every page.
    expect(Object.keys(app)).toContain("flows.fromPdfs");
    expect(keysOf("stage.add")).toBe(stages["stage.add"].keys);
    const titles = Object.values(SHORTCUT_GROUPS).flatMap((group) =>
      entriesOf(group).flatMap(([, { title, of }]) => (of === undefined ? [title] : [title, of])),
    );
    for (const locale of [en, sv])
      for (const title of titles) expect(textAt(locale, title), title).toEqual(expect.any(String));
  });

  it("a sign that is typed starts nothing; the question mark shows the list anywhere else", () => {
    expect(matchesShortcut("Shift+?", press("?", { shiftKey: true }), false)).toBe(true);
    expect([
      isTyping(press("?", { shiftKey: true })),
      isTyping(press("F2")),
      isTyping(press("k", { ctrlKey: true })),
    ]).toEqual([...[true, false, false]]);
    expect(shortcutLabel("Shift+?", true)).toBe("?");
  });

  it("leaves undo and the clipboard of a text field to the field", () => {
    const press = (key: string, ctrlKey: boolean) =>
      fieldKeeps({ key, code: "", ctrlKey, metaKey: false, altKey: false, shiftKey: false });
    expect([press("z", true), press("V", true), press("z", false), press("k", true)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("the host's answers", () => {
  it("are errors in a sentence when they do not fit the contract", () => {
    expect(readResult("drafts.save", { ok: true, value: { revision: "two" } })).toMatchObject({
      ok: false,
      error: { code: "server_error", message: expect.stringContaining("drafts.save") },
    });
    expect(readResult("drafts.save", undefined).ok).toBe(false);
    expect(readDocument({ ok: true, value: {} }).ok).toBe(false);
  });

  it("pass where they do, errors too", () => {
    expect(readResult("drafts.save", { ok: true, value: { revision: 2, modified: 1 } })).toEqual({
      ok: true,
      value: { revision: 2, modified: 1 },
    });
    expect(
      readResult("drafts.save", { ok: false, error: { code: "precondition_failed", message: "stale" } }),
    ).toMatchObject({ ok: false, error: { code: "precondition_failed" } });
  });
});

describe("small measures", () => {
  it("wait longer after each failure, up to eight seconds", () => {
    expect([1, 2, 3, 6, 50].map((failures) => backOff(failures, 0))).toEqual([250, 500, 1000, 8000, 8000]);
    expect(backOff(50, 1)).toBe(6400);
  });

  it("say times from now in the reader's language", () => {
    expect(relativeTime(3 * 86_400_000, 0, "en")).toBe("in 3 days");
    expect(relativeTime(-7_200_000, 0, "sv")).toBe("för 2 timmar sedan");
    expect(relativeTime(5_000, 0, "en")).toBe("in 5 seconds");
    expect(relativeTime(10, 0, "en")).toBe("now");
    expect(relativeTime(3 * 86_400_000 - 5_000, 0, "en")).toBe("in 3 days");
    expect(relativeTime(0, 59_700, "en")).toBe("1 minute ago");
    expect(relativeTime(30 * 86_400_000, 0, "en")).toBe("in 30 days");
    expect(relativeTime(90 * 86_400_000, 0, "en")).toBe("in 3 months");
    expect(relativeTime(800 * 86_400_000, 0, "en")).toBe("in 2 years");
    expect(duration(3 * 86_400_000, "en")).toBe("3 days");
    expect(byteSize(482_133, "en")).toBe("482.1 kB");
    expect([751, 1].map((bytes) => byteSize(bytes, "en"))).toEqual(["751 bytes", "1 byte"]);
  });

  it("make initials of any name", () => {
    expect(["alice", "Ada Lovelace", "second-signer", "", "😀 x"].map(initials)).toEqual(["A", "AL", "SS", "?", "😀X"]);
  });

  it("let neither pane vanish", () => {
    expect([-1, 0.5, 2].map(clampFraction)).toEqual([0.15, 0.5, 0.85]);
  });
});

describe("a column of a table", () => {
  const title = { key: "title", track: "minmax(10rem, 2fr)" };

  it("that was made wider is never narrower than it began, also where there is no room", () => {
    expect(trackOf(title, { widths: {} })).toBe(title.track);
    expect(trackOf(title, { widths: { title: 176 } })).toBe("minmax(10rem, 11rem)");
    expect(trackOf({ key: "status", track: "7.5rem" }, { widths: { status: 160 } })).toBe("minmax(7.5rem, 10rem)");
  });

  it("that was made narrower is so", () => {
    expect(trackOf(title, { widths: { title: 80 } })).toBe("minmax(5rem, 5rem)");
  });
});
