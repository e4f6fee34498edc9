import { readFileSync } from "node:fs";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnalysisView } from "../../src-renderer/authoring/language/analysis-view.ts";
import { editableStages } from "../../src-renderer/authoring/language/editable-stages.ts";
import { flowSettings, settingFacts, settingOptions } from "../../src-renderer/authoring/model/settings.ts";
import { addsAt, commandOf, commandsOf, stepOf } from "../../src-renderer/authoring/outline/commands.ts";
import { type KnownStages, outlineContext } from "../../src-renderer/authoring/outline/context.ts";
import type { Add, Change, Item } from "../../src-renderer/authoring/outline/item.ts";
import {
  flowItems,
  openable,
  problemsOf,
  type Row,
  rowNamed,
  rowsOf,
} from "../../src-renderer/authoring/outline/tree.ts";
import { fieldWord, valueWords } from "../../src-renderer/components/texts/field-words.ts";
import { translate } from "../../src-renderer/components/texts/texts.ts";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { Analyser, analyse, intend, providersFor } from "../../src-shared/language/index.ts";

beforeAll(async () => {
  const english: unknown = JSON.parse(readFileSync("resources/locales/app.en.json", "utf8"));
  await i18next.init({ lng: "en", resources: { en: { translation: english as object } } });
});

const FLOW = `title: Loan # for the bank
process:
  dsl-version: "0.3.0"
  allow-rejections: false
  stages:
    - approval:
        actions:
          - notify: { users: [alice], methods: { email: { message: hello } } } # first
          - callback: { callback-name: begun }
        expect:
          approved-by: { users: [alice], documents: [contract] }
    - signing:
        actions: []
        expect:
          signed-by: { users: [bob], documents: [contract] }
          signed-by-group-of: { users: [alice, bob, carol], documents: [contract], count: 2 }
          redirect-to: { users: [bob], url: "https://example.test/" }
  automatic-reminders:
    - date: { type: relative, days_delay: 3 }
process_parameters:
  documents: { contract: "1001" }
  users:
    alice: { id_type: email, id: alice@example.test, auth_to_sign: { provider: sms_otp, attempts_per_sms: 3 } }
    bob: { id_type: email, id: bob@example.test }
    carol: { id_type: email, id: carol@example.test }
  messages: { hello: Please sign }
callback: { url: "http://127.0.0.1/", version: 1 }
duration: 30
`;

function viewOf(text: string): AnalysisView {
  const { kind, diagnostics, outline, unreadable, value } = analyse(text);
  const editable = editableStages(value, outline);
  return { text, kind, diagnostics, outline, unreadable, value, paths: [], editable };
}

const itemsOf = (text: string): readonly Item[] => {
  const words = (note: { readonly kind: string }) => note.kind;
  return flowItems(outlineContext(viewOf(text), translate, words));
};
/** Everything open. */
const allRows = (text: string): readonly Row[] => {
  const items = itemsOf(text);
  return rowsOf(items, new Set(openable(items)));
};
function rowOf(rows: readonly Row[], label: string, parent?: string): Row {
  const found = rows.find(
    ({ item, parent: at }) =>
      item.label === label && (parent === undefined || (at !== null && rows[at]?.item.label === parent)),
  );
  if (!found) throw new Error(`no row ${label} among ${rows.map(({ item }) => item.label).join()}`);
  return found;
}
const textAfter = (text: string, change: Change | undefined): string =>
  (change?.intents ?? []).reduce((now, intent) => applyEdits(now, intend(now, intent)), text);
const typed = ({ item }: Row, text: string, what: "edit" | "rename" = "edit"): Change => {
  const edit = item[what];
  if (edit?.kind !== "text") throw new Error(`${item.label} takes no text`);
  const done = edit.done(text);
  if (typeof done === "string") throw new Error(done);
  return done;
};
const changedLines = (before: string, now: string) => {
  const old = new Set(before.split("\n"));
  return now.split("\n").filter((line) => !old.has(line));
};

describe("what has changed in a flow", () => {
  it("is said in words: choices, providers and what authentication is made of; names and dates as they are", () => {
    const said = (field: string, ...values: readonly string[]) => values.map((value) => valueWords(field, value));
    expect(said("allow-rejections", "true", "false")).toEqual(["Allowed", "Not allowed"]);
    expect(said("automatic_document_redirects", "always")).toEqual(["After each act"]);
    expect(said("id_type", "full_name", "x")).toEqual(["Full name", "x"]);
    expect(said("provider", "ftn")).toEqual(["Finnish Trust Network (ftn)"]);
    expect(said("auth_to_sign", "provider sms_otp, attempts_per_sms 3", "nothing")).toEqual([
      "Provider: Code by SMS (sms_otp), Tries per code: 3",
      "nothing",
    ]);
    expect(said("title", "Loan, provider x", "2026-02-30")).toEqual(["Loan, provider x", "2026-02-30"]);
  });

  it("names every setting, and each of its choices as its form does", () => {
    for (const setting of flowSettings) {
      const key = settingFacts(setting).path.at(-1) ?? "";
      expect(fieldWord(key), key).not.toBe(key);
      const options = settingOptions(setting, translate);
      expect(options.map(([value]) => [value, valueWords(key, value)])).toEqual(options);
    }
  });
});

describe("the outline", () => {
  it("names a flow's folder and offers the others", () => {
    const view = viewOf(`${FLOW}folder_id: "7"\n`);
    const context = {
      ...outlineContext(view, translate, ({ kind }) => kind),
      folders: [
        ["7", "Loans"],
        ["8", "Leases"],
      ] as const,
    };
    const { value, edit } = rowOf(rowsOf(flowItems(context), new Set(["settings"])), "Folder").item;
    expect(value).toBe("Loans");
    expect(edit).toMatchObject({
      kind: "choice",
      options: [
        ["", "none"],
        ["7", "Loans"],
        ["8", "Leases"],
      ],
    });
  });

  it("says authentication and documents in words, never as the language spells them", () => {
    const rows = allRows(
      FLOW.replace(
        "attempts_per_sms: 3 }",
        "max_failures: 2 }, auth_to_view: { provider: idverify, method: document_and_photo, additional_report_info: true, allowed_document_types: [passport, x] } }",
      ),
    );
    const [sign, view] = [rowOf(rows, "To sign or approve", "alice").item, rowOf(rows, "To open", "alice").item];
    expect([sign.value, view.value]).toEqual(["Code by SMS (sms_otp)", "Identity document (idverify)"]);
    expect(sign.children?.().map(({ label, value }) => [label, value])).toEqual([["SMS per attempt", "2"]]);
    expect(view.children?.().map(({ label, value }) => [label, value])).toEqual([
      ["Method", "Document and photo"],
      ["Longer report", "Yes"],
      ["Accepted documents", "Passport, x"],
    ]);
    expect(view.adds?.().map(({ label }) => label)).toContain("Where the document is photographed");
    const document = rowOf(rows, "contract", "Documents").item;
    expect(document.value).toBe("PDF given");
    expect(document.edit).toMatchObject({ kind: "text", value: "1001" });
  });

  it("holds every part of a flow, each with a key of its own", () => {
    const rows = allRows(FLOW);
    const keys = rows.map(({ item }) => item.key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(rowOf(rows, "Title").item.value).toBe("Loan");
    expect(rowOf(rows, "alice", "approval").item.value).toBe("approves contract");
    expect(rowOf(rows, "2 of 3 sign contract", "signing").item.value).toBe("alice, bob, carol");
    expect(rowOf(rows, "Tries per code").item.value).toBe("3");
    expect(rowOf(rows, "After 3 days").item.value).toBe("everybody with something left to do");
    expect(rowOf(rows, "Days until it times out").item.value).toBe("30");
    expect(rowOf(rows, "Declining the whole flow").item.value).toBe("Not allowed");
  });

  it("P001: offers no provider that may only view before signing", () => {
    const choices = (label: string) => {
      const { edit } = rowOf(allRows(FLOW), label, "alice").item;
      return edit?.kind === "choice" ? edit.options.map(([value]) => value) : [];
    };
    expect(choices(translate("outline.auth_to_view"))).toContain("dk_eid_new");
    expect(choices(translate("outline.auth_to_sign"))).toEqual(["", ...providersFor("auth_to_sign")]);
  });

  it("promise 3: changing a value changes the line that it stands on, whatever the value", () => {
    const rows = allRows(FLOW);
    const lines: readonly (readonly [Row, string, string])[] = [
      [rowOf(rows, "Title"), "Lease", "title: Lease # for the bank"],
      [rowOf(rows, "contract", "Documents"), "2002", '  documents: { contract: "2002" }'],
      [rowOf(rows, "Days until it times out"), "60", "duration: 60"],
      [rowOf(rows, "Days to wait"), "5", "    - date: { type: relative, days_delay: 5 }"],
      [rowOf(rows, "Callbacks to"), "http://localhost/", 'callback: { url: "http://localhost/", version: 1 }'],
      [rowOf(rows, "callback", "approval"), "started", "          - callback: { callback-name: started }"],
    ];
    for (const [row, text, line] of lines)
      expect(changedLines(FLOW, textAfter(FLOW, typed(row, text))), row.item.label).toEqual([line]);
  });

  it("refuses what cannot be a number or a name, and says why", () => {
    const rows = allRows(FLOW);
    const refusal = ({ item }: Row, text: string, what: "edit" | "rename") =>
      item[what]?.kind === "text" ? item[what].done(text) : null;
    expect(refusal(rowOf(rows, "Days until it times out"), "soon", "edit")).toBe("Enter a whole number.");
    expect(refusal(rowOf(rows, "signing"), "approval", "rename")).toBe("approval exists already: choose another name.");
    expect(refusal(rowOf(rows, "bob", "Participants"), " ", "rename")).toMatch(/^Enter a name/);
  });

  it("moves, removes and renames, and says where the focus goes", () => {
    const rows = allRows(FLOW);
    const approval = rowOf(rows, "approval").item;
    const moved = allRows(textAfter(FLOW, approval.move?.to(1)));
    expect(moved.find(({ item }) => item.key === approval.move?.to(1).focus)?.item.value).toMatch(/^stage 2/);
    const bob = rowOf(rows, "bob", "Participants").item;
    const ahead = allRows(textAfter(FLOW, bob.move?.to(0)));
    expect(ahead.find(({ item }) => item.key === bob.move?.to(0).focus)?.item.move?.at).toBe(0);
    const renaming = typed(rowOf(rows, "bob", "Participants"), "bo", "rename");
    const renamed = allRows(textAfter(FLOW, renaming));
    expect(renamed.find(({ item }) => item.key === renaming.focus)?.item.label).toBe("bo");
    expect(rowOf(renamed, "bo", "signing").item.value).toBe("signs contract");
    const removed = textAfter(FLOW, rowOf(rows, "bob", "signing").item.remove);
    expect(removed).not.toContain("signed-by:");
    expect(removed).toContain("signed-by-group-of: { users: [alice, bob, carol]");
  });

  it("offers at a row what can be added there, or to what it lies in", () => {
    const rows = allRows(FLOW);
    const offered = (row: Row) => addsAt(rows, rows.indexOf(row)).map(({ label }) => label);
    expect(offered(rowOf(rows, "Stages"))).toEqual(["Add stage"]);
    expect(offered(rowOf(rows, "callback", "approval"))).toEqual(offered(rowOf(rows, "approval")));
    expect(offered(rowOf(rows, "bob", "Participants"))).toEqual(["New participant"]);
    expect(offered(rowOf(rows, "Title"))).toEqual([]);
  });

  it("does what it adds in the text, and the focus finds it", () => {
    const text = FLOW;
    const rows = allRows(text);
    const changesOf = (add: Add): Change[] => {
      if (add.blocked) return [];
      if (add.how === "picked") return add.options.flatMap((option) => (option.how === "now" ? [option.done()] : []));
      if (add.how === "uploaded") return [add.done([{ file: "Lease of 2026.pdf", id: "1009" }])];
      return [add.how === "now" ? add.done() : add.done("added")];
    };
    for (const add of ["approval", "Documents"].flatMap((name) => addsAt(rows, rows.indexOf(rowOf(rows, name))))) {
      for (const change of changesOf(add)) {
        const now = textAfter(text, change);
        expect(now, add.label).not.toBe(text);
        expect(
          allRows(now).some(({ item }) => item.key === change.focus),
          add.label,
        ).toBe(true);
      }
    }
  });

  it("promise 5: keeps the items of stages that stay as they are, and shows nothing that has changed since", () => {
    const analyser = new Analyser();
    let known: KnownStages | null = null;
    const kept = (text: string) => {
      const { kind, diagnostics, outline, unreadable, value } = analyser.analyse(text);
      const editable = editableStages(value, outline);
      const view = { text, kind, diagnostics, outline, unreadable, value, paths: [], editable };
      const context = outlineContext(view, translate, ({ kind: words }) => words, known);
      known = context.known;
      const items = flowItems(context);
      return rowsOf(items, new Set(openable(items)));
    };
    const message = (rows: readonly Row[]) =>
      rows.map(({ item: { key, label, value = "", move } }) => `${key}: ${label} ${value} ${move?.at}/${move?.count}`);
    const before = kept(FLOW);
    const text = FLOW.replace("count: 2", "count: 1").replace("days_delay: 3", "days_delay: 4");
    const now = kept(text);
    expect(message(now)).toEqual(message(allRows(text)));
    expect(rowOf(now, "approval").item).toBe(rowOf(before, "approval").item);
    expect(rowOf(now, "signing").item).not.toBe(rowOf(before, "signing").item);
    const [first, second, third] = ["one", "two", "three"].map(
      (name) => `  - same:\n      actions:\n        - callback: { callback-name: ${name} }\n      expect: {}\n`,
    );
    for (const stages of [[first, second, third], [third, first, second], [second], [second, third]]) {
      const next = `dsl-version: "0.3.0"\nstages:\n${stages.join("")}`;
      expect(message(kept(next))).toEqual(message(allRows(next)));
    }
  });

  it("tells a problem at the nearest row that is open", () => {
    const text = FLOW.replace("users: [alice], methods", "users: [zoe], methods");
    const items = itemsOf(text);
    const { diagnostics } = viewOf(text);
    const labelsAt = (open: readonly string[]) => {
      const rows = rowsOf(items, new Set(open));
      const problems = problemsOf(rows, diagnostics);
      return rows.flatMap(({ item }, at) => (problems(at).some(({ rule }) => rule === "R001") ? [item.label] : []));
    };
    expect(labelsAt([])).toEqual(["Stages"]);
    expect(labelsAt(["stages"])).toEqual(["approval"]);
    expect(labelsAt(openable(items))).toEqual(["Participants"]);
  });

  it("moves by the keys of a tree, and finds rows by their first letters", () => {
    const items = itemsOf(FLOW);
    const rows = rowsOf(items, new Set(["stages"]));
    const press = (key: string, index: number) =>
      stepOf(rows, index, { key, alt: false, shift: false, mod: false, at: 0 }, 5);
    const at = (label: string) => rows.findIndex(({ item }) => item.label === label);
    expect(press("ArrowRight", at("approval"))).toEqual({ open: [at("approval")] });
    expect(press("ArrowRight", at("Stages"))).toEqual({ to: at("approval") });
    expect(press("ArrowLeft", at("signing"))).toEqual({ to: at("Stages") });
    expect(press("ArrowLeft", at("Stages"))).toEqual({ close: at("Stages") });
    expect(press("*", at("approval"))).toEqual({ open: [at("approval"), at("signing")] });
    expect(press("End", 0)).toEqual({ to: rows.length - 1 });
    expect(press("PageUp", 2)).toEqual({ to: 0 });
    expect(rowNamed(rows, at("Stages"), "s")).toBe(at("signing"));
    expect(rowNamed(rows, at("signing"), "s")).toBe(at("Settings"));
    expect(rowNamed(rows, at("Settings"), "st")).toBe(at("Stages"));
    expect(rowNamed(rows, 0, "zzz")).toBeNull();
  });

  it("lists every command of a row with the key that does it", () => {
    const rows = allRows(FLOW);
    const row = rowOf(rows, "approval");
    const nothing = () => undefined;
    const runner = { change: nothing, edit: nothing, add: nothing, showText: nothing, fix: nothing };
    const reported = { adds: addsAt(rows, rows.indexOf(row)), problems: [], readOnly: null };
    const commands = commandsOf(translate, row, reported, runner);
    expect(commands.map(({ id }) => id)).toEqual(["rename", "add", "up", "down", "duplicate", "remove", "text"]);
    for (const { id, shortcut = "" } of commands) {
      const keys = shortcut.split("+");
      const press = {
        key: keys.at(-1) ?? "",
        alt: keys.includes("Alt"),
        shift: keys.includes("Shift"),
        mod: false,
        at: 0,
      };
      expect([id, id === "rename" ? "edit" : id], shortcut).toContain(commandOf(press));
    }
    expect(commands.find(({ id }) => id === "up")?.blocked).toBe("It is the first.");
    expect(commandsOf(translate, row, { ...reported, readOnly: "broken" }, runner)[0]?.blocked).toBe("broken");
  });
});
