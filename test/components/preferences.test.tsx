import { beforeEach, expect, test, vi } from "vitest";
import { host } from "../../src-renderer/app/connection/host.ts";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import {
  firstPreferences,
  followPreferences,
  setChoice,
  startPreferences,
  usePreferences,
} from "../../src-renderer/app/settings/preferences.ts";
import { keptTextOf } from "../../src-renderer/authoring/session/kept-text.ts";
import { forgetUndo, keptUndo } from "../../src-renderer/authoring/session/undo-memory.ts";
import type { ChangeNotice } from "../../src-shared/bridge/index.ts";

await startI18n("en");
beforeEach(() => {
  vi.restoreAllMocks();
  usePreferences.setState({ choices: {} });
});

const choices = () => usePreferences.getState().choices;

/** A workspace that keeps settings, and tells of each write before it answers it. */
function workspace() {
  const kept: Record<string, string> = {};
  const listeners = new Set<(notice: ChangeNotice) => void>();
  const holds: Promise<void>[] = [];
  const write = (key: string, value: string) => {
    kept[key] = value;
    for (const listener of listeners) listener({ kind: "settings", id: `app.${key}` });
  };
  vi.spyOn(host, "onChange").mockImplementation((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  });
  const call = vi.spyOn(host, "call").mockImplementation((async (name: string, input: never) => {
    if (name === "settings.get") return { ok: true, value: { values: { ...kept } } };
    const { key, value } = input as { key: string; value: string };
    await Promise.all(holds);
    write(key, value);
    return { ok: true, value: {} };
  }) as never);
  const writeElsewhere = (written: Readonly<Record<string, string>>) => write("choices", JSON.stringify(written));
  return { kept, holds, call, writeElsewhere };
}

test("[Tables] what another window arranges is taken over here, and what is chosen here keeps it", async () => {
  const { kept, writeElsewhere } = workspace();
  const stop = followPreferences();
  writeElsewhere({ "table.runs": "wide" });
  await expect.poll(choices).toEqual({ "table.runs": "wide" });
  setChoice("wall.zoom", "100");
  await expect.poll(() => JSON.parse(kept.choices ?? "{}")).toEqual({ "table.runs": "wide", "wall.zoom": "100" });
  stop();
});

test("[Tables] a choice that is on its way to the workspace is not taken back by what the workspace has still", async () => {
  const { holds, writeElsewhere } = workspace();
  const sent = Promise.withResolvers<void>();
  holds.push(sent.promise);
  const stop = followPreferences();
  const seen = new Set<string>();
  const end = usePreferences.subscribe(({ choices }) => seen.add(JSON.stringify(choices)));
  setChoice("wall.zoom", "100");
  writeElsewhere({ "wall.zoom": "50" });
  sent.resolve();
  await expect.poll(() => host.call).toHaveBeenCalledWith("settings.get", {});
  expect([...seen]).toEqual(['{"wall.zoom":"100"}']);
  end();
  stop();
});

test("preferences are asked for again where the first answer was an error", async () => {
  const { call, writeElsewhere } = workspace();
  const stop = followPreferences();
  call.mockResolvedValueOnce({ ok: false, error: { code: "not_connected", message: "Away." } } as never);
  writeElsewhere({ "wall.zoom": "50" });
  expect(choices()).toEqual({});
  writeElsewhere({ "wall.zoom": "75" });
  await expect.poll(choices).toEqual({ "wall.zoom": "75" });
  stop();
});

test("what is damaged on the page's own disk is as if it had never been kept, and a full disk stops no choice", async () => {
  workspace();
  localStorage.setItem("countersign.preferences", '{"theme": "dark", "panes": "{"}');
  expect(firstPreferences()).toMatchObject({ theme: "dark", panes: {}, choices: {} });
  for (const damaged of ["{", "5", "null"]) {
    localStorage.setItem("countersign.preferences", damaged);
    expect(firstPreferences()).toMatchObject({ theme: "system", panes: {}, choices: {} });
  }
  localStorage.setItem("countersign.journal.k", "{");
  localStorage.setItem("countersign.undo.k", '{"of": 1}');
  localStorage.setItem("countersign.undo", "[");
  expect(keptTextOf("k").read()).toBeNull();
  expect(keptUndo("k", "a: 1")).toBeNull();
  expect(() => forgetUndo()).not.toThrow();
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  startPreferences();
  expect(() => setChoice("wall.zoom", "0.5")).not.toThrow();
  expect(choices()).toEqual({ "wall.zoom": "0.5" });
  full.mockRestore();
  localStorage.clear();
});
