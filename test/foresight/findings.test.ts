import { describe, expect, test } from "vitest";
import { applyEdits } from "../../src-shared/basics/index.ts";
import { findingsOf } from "../../src-shared/foresight/findings/index.ts";
import { type CheckedFinding, check, type FindingId } from "../../src-shared/foresight/index.ts";
import { sign, stage as signing, startCommand } from "../fixtures/flow-shape.ts";

interface Parts {
  readonly stages: string;
  readonly top?: string;
  readonly reminders?: string;
  readonly duration?: number;
}

const indented = (text: string, by: number) => text.trim().replaceAll(/^/gm, " ".repeat(by));

/** Alice, Bob and Carol, a contract and an annex; Bob authenticates before he signs. */
function flow({ stages, top = "", reminders = "", duration = 30 }: Parts): string {
  return `title: Test
${top}
process:
  dsl-version: "0.3.0"
  stages:
${indented(stages, 4)}
${reminders === "" ? "" : `  automatic-reminders:\n${indented(reminders, 4)}`}
process_parameters:
  documents: { contract: ./contract.pdf, annex: ./annex.pdf }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob: { id_type: email, id: bob@example.test, auth_to_sign: { provider: se_eid, max_failures: 2 } }
    carol: { id_type: email, id: carol@example.test }
  messages: { invitation: Please sign, done: Here you are }
duration: ${duration}
`;
}

const invite = (...users: string[]) => `- notify: { users: [${users}], methods: { email: { message: invitation } } }`;
const confirm = (...users: string[]) =>
  `- notify: { users: [${users}], kind: confirmation, methods: { email: { message: done } } }`;
const stage = (name: string, actions: readonly string[], expect: string) =>
  `- ${name}:\n    actions: ${actions.length === 0 ? "[]" : `\n${indented(actions.join("\n"), 6)}`}\n    expect: ${expect}`;
const end = (...users: string[]) => stage("end", [confirm(...users)], "{}");
const signed = (users: string, documents = "contract") =>
  `{ signed-by: { users: [${users}], documents: [${documents}] } }`;
const both = signed("alice, carol", "contract, annex");
const sound = stage("signing", [invite("alice", "carol")], both);

function found(text: string, id: FindingId): readonly CheckedFinding[] {
  const { verdict, findings } = check(text);
  expect(verdict).toBe("checked");
  return findings.filter((finding) => finding.id === id);
}

const about = (findings: readonly CheckedFinding[]) => findings.map(({ participants }) => participants.join());
const run = (findings: readonly CheckedFinding[]) => findings[0]?.run().map(({ label }) => label);

describe("findings", () => {
  test("a sound flow has none but information", () => {
    const { findings } = check(flow({ stages: `${sound}\n${end("alice", "carol", "bob")}` }));
    expect(findings.filter(({ severity }) => severity !== "information")).toEqual([]);
  });

  test("X102: somebody is invited after they must act; a reminder has no address to go to", () => {
    const late = [
      stage("first", [invite("alice")], signed("alice, carol")),
      stage("next", [invite("carol", "alice")], signed("alice, carol", "annex")),
      end("alice", "carol"),
    ];
    const [finding] = found(flow({ stages: late.join("\n") }), "X102");
    expect(finding).toMatchObject({ severity: "warning", participants: ["carol"], pointer: "/process/stages/0/first" });
    expect(finding?.message).toContain("invited only in stage `next`");
    const reminders = `- methods: { sms: { message: invitation } }\n  date: { type: relative, days_delay: 3 }`;
    const reminded = found(flow({ stages: `${sound}\n${end("alice", "carol")}`, reminders }), "X102");
    expect(about(reminded)).toEqual(["alice,carol"]);
    expect(reminded[0]?.pointer).toBe("/process/automatic-reminders/0");
  });

  test("X102: the fix invites them", () => {
    const text = flow({ stages: `${stage("first", [invite("alice")], both)}\n${end("alice", "carol")}` });
    const [finding] = found(text, "X102");
    const fixed = applyEdits(text, finding?.fix?.edits ?? []);
    expect(fixed).toContain("users: [alice, carol], methods");
    expect(found(fixed, "X102")).toEqual([]);
  });

  test("X102: where nobody is invited, the fix makes an invitation: as elsewhere in the flow, or with a message of its own", () => {
    const like = flow({
      stages: `${stage("first", [invite("alice")], signed("alice"))}\n${stage("next", [], signed("carol"))}\n${end("alice", "carol")}`,
    });
    const [carol] = found(like, "X102");
    expect(carol?.fix?.title).toBe("Invite `carol` in stage `next`");
    expect(applyEdits(like, carol?.fix?.edits ?? [])).toContain(
      "- notify:\n              users: [carol]\n              methods: { email: { message: invitation } }\n",
    );
    const bare = flow({ stages: `${stage("signing", [], signed("alice"))}\n${end("alice")}` }).replace(
      "invitation: Please sign, ",
      "",
    );
    const [alice] = found(bare, "X102");
    const fixed = applyEdits(bare, alice?.fix?.edits ?? []);
    expect(fixed).toContain("invitation: Documents are waiting for you.");
    expect(found(fixed, "X102")).toEqual([]);
  });

  test("X102: a group of whom too few are invited is told once, with a fix that invites the others", () => {
    const group = (count: number) =>
      `{ signed-by-group-of: { users: [alice, bob, carol], documents: [contract, annex], count: ${count} } }`;
    const text = (count: number, ...users: string[]) =>
      flow({
        stages: `${stage("signing", users.length === 0 ? [] : [invite(...users)], group(count))}\n${end("alice", "bob", "carol")}`,
      });
    const nobody = found(text(1), "X102");
    expect(nobody).toMatchObject([{ severity: "warning", participants: ["alice", "bob", "carol"] }]);
    expect(nobody[0]?.message).toBe(
      "Nobody of `alice`, `bob`, `carol` is invited by stage `signing`: only the access links reach them.",
    );
    expect(found(applyEdits(text(1), nobody[0]?.fix?.edits ?? []), "X102")).toEqual([]);
    const few = found(text(2, "alice"), "X102");
    expect(few).toMatchObject([{ severity: "warning", participants: ["bob", "carol"] }]);
    expect(few[0]?.message).toContain("Only 1 of `alice`, `bob`, `carol` are invited");
    const fixed = applyEdits(text(2, "alice"), few[0]?.fix?.edits ?? []);
    expect(found(fixed, "X102")).toEqual([]);
    // Enough are invited: the others are only a hint.
    expect(found(text(1, "alice"), "X102").map(({ severity }) => severity)).toEqual(["hint", "hint"]);
  });

  test("X102: whoever must act beside a group is still told alone", () => {
    const both = `{ signed-by: { users: [alice], documents: [contract] }, signed-by-group-of: { users: [alice, carol], documents: [annex], count: 1 } }`;
    const text = flow({ stages: `${stage("signing", [], both)}\n${end("alice", "carol")}` });
    expect(about(found(text, "X102"))).toEqual(["alice,carol", "alice"]);
  });

  test("X102: whom a reminder cannot reach is reminded by the other method, as often; the others as before", () => {
    const reminders = `- methods: { sms: { message: invitation } } # short\n  date: { type: relative, days_delay: 3 }`;
    const all = flow({ stages: `${sound}\n${end("alice", "carol")}`, reminders });
    const [finding] = found(all, "X102");
    expect(finding?.fix?.title).toBe("Remind `alice`, `carol` by e-mail");
    const turned = applyEdits(all, finding?.fix?.edits ?? []);
    expect(turned).toContain("- methods: { email: { message: invitation } } # short");
    expect(found(turned, "X102")).toEqual([]);
    const some = all.replace("carol@example.test", 'carol@example.test, phone_number: "+46701740605"');
    const [alice] = found(some, "X102");
    expect(alice?.fix?.title).toBe("Remind `alice` by e-mail");
    const split = applyEdits(some, alice?.fix?.edits ?? []);
    expect(split).toMatch(/- methods: { sms: { message: invitation } } # short\n.*\n\s+users: \[carol\]/);
    expect(split).toMatch(
      /- users: \[alice\]\n\s+methods: { email: { message: invitation } }\n\s+date: .*days_delay: 3/,
    );
    expect(found(split, "X102")).toEqual([]);
    // Nobody but the author knows an address.
    const nowhere = all.replace("id_type: email, id: alice@example.test", "id_type: full_name, id: Alice");
    const unknown = nowhere.replaceAll("notify: { users: [alice,carol]", "notify: { users: [carol]");
    expect(found(unknown, "X102").find(({ pointer }) => pointer.includes("reminders"))?.fix).toBeNull();
  });

  test("X110: a reminder of somebody who is never asked is left to the others, or goes", () => {
    const reminders = (...users: string[]) =>
      `- users: [${users}]\n  methods: { email: { message: invitation } }\n  date: { type: relative, days_delay: 3 }`;
    const text = flow({ stages: `${sound}\n${end("alice", "carol")}`, reminders: reminders("alice", "bob") });
    const [bob] = found(text, "X110");
    expect(bob?.fix?.title).toBe("Remove `bob` from this reminder");
    const left = applyEdits(text, bob?.fix?.edits ?? []);
    expect(left).toContain("- users: [alice]\n");
    expect(found(left, "X110")).toEqual([]);
    const alone = flow({ stages: `${sound}\n${end("alice", "carol")}`, reminders: reminders("bob") });
    const [only] = found(alone, "X110");
    expect(only?.fix?.title).toBe("Remove this reminder");
    expect(applyEdits(alone, only?.fix?.edits ?? [])).not.toContain("automatic-reminders");
  });

  test("X105: a flow without a confirmation gets a last stage that sends one to everybody who acts and has an address", () => {
    const text = flow({ stages: stage("confirmation", [invite("alice", "carol")], both) });
    const [finding] = found(text, "X105");
    expect(finding?.fix?.title).toBe("Add a stage with a confirmation to `alice`, `carol`");
    const fixed = applyEdits(text, finding?.fix?.edits ?? []);
    expect(fixed).toContain("- confirmation-2:");
    expect(fixed).toContain("confirmation: The documents are complete.");
    expect(check(fixed).findings.filter(({ severity }) => severity !== "information")).toEqual([]);
    // One text says nothing of different documents.
    const unlike = text.replace(
      "users: [alice, carol], documents: [contract, annex]",
      "users: [alice, carol], documents: [contract]",
    );
    const split = unlike.replace("expect: {", "expect: { approved-by: { users: [carol], documents: [annex] },");
    const told = applyEdits(split, found(split, "X105")[0]?.fix?.edits ?? []);
    expect(found(told, "X105")).toEqual([]);
    // By SMS where there is no e-mail address; nobody where there is neither.
    const phone = text
      .replace("id_type: email, id: alice@example.test", 'id_type: phone_number, id: "+46701740605"')
      .replace("methods: { email", "methods: { sms")
      .replace("id_type: email, id: carol@example.test", "id_type: full_name, id: Carol")
      .replace("users: [alice,carol], methods", "users: [alice], methods");
    const [one] = found(phone, "X105");
    expect(one?.fix?.title).toBe("Add a stage with a confirmation to `alice`");
    expect(applyEdits(phone, one?.fix?.edits ?? [])).toContain("methods: { sms: { message: confirmation } }");
  });

  test("X104, X105: whom no confirmation can reach gets one of their own beside it", () => {
    const text = flow({ stages: `${sound}\n${end("alice")}` }).replace(
      "id_type: email, id: carol@example.test",
      'id_type: phone_number, id: "+46701740605"',
    );
    const reached = text.replace(
      "- notify: { users: [alice,carol], methods: { email: { message: invitation } } }",
      "- notify: { users: [alice], methods: { email: { message: invitation } } }\n          - notify: { users: [carol], methods: { sms: { message: invitation } } }",
    );
    const [carol] = found(reached, "X105");
    expect(carol?.fix?.title).toBe("Add a confirmation to `carol` in stage `end`");
    const fixed = applyEdits(reached, carol?.fix?.edits ?? []);
    expect(fixed).toContain("methods: { sms: { message: done } }");
    expect(found(fixed, "X105")).toEqual([]);
  });

  test("X102, X103, X104, X105: names are code in every sentence, one or several", () => {
    const group = "{ signed-by-group-of: { users: [alice, carol], documents: [contract], count: 1 } }";
    const text = flow({ stages: `${stage("first", [], group)}\n${stage("next", [], signed("alice, bob"))}` });
    for (const { message } of check(text).findings) {
      const plain = message.replaceAll(/`[^`]*`/g, "");
      expect(plain).not.toMatch(/alice|bob|carol|first|next|contract/);
    }
  });

  test("X105: a confirmation to somebody who may see nothing", () => {
    const text = flow({ top: "flow_kind: micro_api", stages: `${sound}\n${end("alice", "carol", "bob")}` });
    const findings = found(text, "X105");
    expect(findings).toMatchObject([{ participants: ["bob"], pointer: "/process/stages/1/end/actions/0/notify" }]);
    expect(findings[0]?.message).toContain("carries no document to `bob`");
  });

  test("X110: a reminder to somebody who never acts", () => {
    const reminders = `- users: [alice, bob]\n  methods: { email: { message: invitation } }\n  date: { type: relative, days_delay: 3 }`;
    const findings = found(flow({ stages: `${sound}\n${end("alice", "carol")}`, reminders }), "X110");
    expect(findings).toMatchObject([{ participants: ["bob"], pointer: "/process/automatic-reminders/0" }]);
  });

  test("X103: lock-outs stop a stage that cannot end without those who are locked out", () => {
    const needed = found(
      flow({
        stages: `${stage("signing", [invite("alice", "bob")], signed("alice, bob", "contract, annex"))}\n${end("alice", "bob")}`,
      }),
      "X103",
    );
    expect(about(needed)).toEqual(["bob"]);
    expect(run(needed)).toEqual(["bob is locked out"]);
    const group = "{ signed-by-group-of: { users: [alice, bob, carol], documents: [contract, annex], count: 2 } }";
    expect(
      found(
        flow({
          stages: `${stage("signing", [invite("alice", "bob", "carol")], group)}\n${end("alice", "bob", "carol")}`,
        }),
        "X103",
      ),
    ).toEqual([]);
  });

  test("X104 and X105: somebody lapses and is never told; somebody acts and never gets the copy", () => {
    const group = "{ signed-by-group-of: { users: [alice, carol], documents: [contract, annex], count: 1 } }";
    const text = flow({ stages: `${stage("signing", [invite("alice", "carol")], group)}\n${end("alice")}` });
    expect(about(found(text, "X104"))).toEqual(["carol"]);
    expect(run(found(text, "X104"))).toEqual(["alice signs contract", "alice signs annex"]);
    expect(about(found(text, "X105"))).toEqual(["carol"]);
    expect(run(found(text, "X105"))).toEqual(["carol signs contract", "carol signs annex"]);
    const fixed = applyEdits(text, found(text, "X105")[0]?.fix?.edits ?? []);
    expect([...found(fixed, "X104"), ...found(fixed, "X105")]).toEqual([]);
  });

  test("X104: a later invitation tells them; one that comes after the lapse does not count for it", () => {
    const group = "{ signed-by-group-of: { users: [alice, carol], documents: [contract], count: 1 } }";
    const again = [
      stage("one", [invite("alice", "carol")], group),
      stage("two", [invite("alice", "carol")], signed("alice, carol", "annex")),
      end("alice"),
    ];
    expect(found(flow({ stages: again.join("\n") }), "X104")).toEqual([]);
    const second = "{ signed-by-group-of: { users: [alice, carol], documents: [annex], count: 1 } }";
    const late = [stage("one", [invite("alice")], group), stage("two", [invite("carol")], second), end("alice")];
    expect(about(found(flow({ stages: late.join("\n") }), "X104"))).toEqual(["carol"]);
  });

  test("X106: a group whose members must all act has no spare one", () => {
    const all = `{ signed-by: { users: [alice, carol], documents: [contract, annex] }, signed-by-group-of: { users: [alice, carol], documents: [contract, annex], count: 1 } }`;
    const text = flow({
      stages: `${stage("signing", [invite("alice", "carol")], all)}\n${end("alice", "carol")}`,
    });
    expect(found(text, "X106")).toEqual([]);
  });

  test("X105: the run shows the act of somebody whom another group could spare", () => {
    const group = (users: string, count: number) => `{ users: [${users}], documents: [contract], count: ${count} }`;
    const either = `{ signed-by-group-of: [${group("alice, bob", 2)}, ${group("bob, carol", 1)}] }`;
    const stages = [stage("signing", [invite("alice", "bob", "carol")], either), end("alice", "bob")];
    const findings = found(flow({ stages: stages.join("\n") }), "X105");
    expect(about(findings)).toEqual(["carol"]);
    expect(run(findings)).toContain("carol signs contract");
  });

  test("X108: hiding a document is nothing to somebody who is done with it", () => {
    const hidden = (document: string) => {
      const stages = [
        stage("first", [invite("alice", "carol")], signed("alice")),
        stage("second", [`- deny-viewing: { users: [alice], documents: [${document}] }`], eitherSigns),
        end("alice", "carol"),
      ];
      return found(flow({ top: "flow_kind: micro_api", stages: stages.join("\n") }), "X108");
    };
    const eitherSigns = "{ signed-by-group-of: { users: [alice, carol], documents: [annex], count: 1 } }";
    expect(hidden("contract")).toEqual([]);
    expect(about(hidden("annex"))).toEqual(["alice"]);
  });

  test("X106 and X109: somebody whom another condition needs is asked all the same", () => {
    const needed =
      "{ signed-by: { users: [alice], documents: [contract] }, signed-by-group-of: { users: [alice, bob, carol], documents: [contract, annex], count: 2 } }";
    const text = flow({
      stages: `${stage("signing", [invite("alice", "bob", "carol")], needed)}\n${end("alice", "bob", "carol")}`,
    });
    expect(found(text, "X109").map(({ message }) => message)).toEqual([
      "The first 2 of `alice`, `bob`, `carol` to act decide who else is needed: this group shares acts with another condition.",
    ]);
    expect(about(found(text, "X106"))).not.toContain("alice");
  });

  test("X105: one text to people who get different documents", () => {
    const stages = [
      stage("signing", [invite("alice", "carol")], signed("alice")),
      stage("annex", [], signed("carol", "annex")),
      stage("all", [], signed("carol")),
      end("alice", "carol"),
    ];
    const findings = found(flow({ stages: stages.join("\n") }), "X105");
    expect(about(findings)).toEqual(["alice"]);
    // Each has all that they acted on.
    expect(findings[0]).toMatchObject({ severity: "hint", pointer: "/process/stages/3/end/actions/0/notify" });
    expect(findings[0]?.message).toContain("1 of 2 documents to `alice`");
  });

  test("X105: a confirmation carries less than its recipient acted on", () => {
    const hidden = stage(
      "end",
      ["- deny-viewing: { users: [alice], documents: [annex] }", confirm("alice", "carol")],
      "{}",
    );
    const findings = found(flow({ top: "flow_kind: micro_api", stages: `${sound}\n${hidden}` }), "X105");
    expect(findings.map(({ message }) => message).join()).toContain("leaves out `annex`, on which they acted");
  });

  test("X105: a confirmation waits for its seals, and carries what later stages show until then [G16]", () => {
    const copies = (shown: readonly string[]) => {
      const stages = [
        stage("signing", [invite("alice", "carol")], signed("alice, carol")),
        stage("hidden", ["- deny-viewing: { users: [alice], documents: [contract] }"], signed("carol", "annex")),
        stage("copies", [confirm("alice", "carol")], "{}"),
        stage("shown", shown, "{}"),
      ];
      return found(flow({ top: "flow_kind: micro_api", stages: stages.join("\n") }), "X105");
    };
    expect(about(copies([]))).toContain("alice");
    // The last act asks for the last seal and begins both stages: the copy leaves when they have.
    const shown = copies(["- allow-viewing: { users: [alice], documents: [contract, annex] }"]);
    expect(shown).toEqual([]);
  });

  test("X106 and X109: one of a group can reject; the fastest decide", () => {
    const group = "{ signed-by-group-of: { users: [alice, carol], documents: [contract, annex], count: 1 } }";
    const text = flow({ stages: `${stage("signing", [invite("alice", "carol")], group)}\n${end("alice", "carol")}` });
    expect(found(text, "X106")).toMatchObject([{ replaces: "F008", participants: ["alice", "carol"] }]);
    expect(run(found(text, "X106"))).toEqual(["alice rejects contract"]);
    expect(found(text, "X109")).toMatchObject([{ severity: "information" }]);
    const overlapping = `{ signed-by-group-of: [
      { users: [alice, carol], documents: [contract, annex], count: 1 },
      { users: [bob, carol], documents: [contract, annex], count: 1 } ] }`;
    const shared = flow({
      stages: `${stage("signing", [invite("alice", "bob", "carol")], overlapping)}\n${end("alice", "bob", "carol")}`,
    });
    expect(found(shared, "X109").map(({ severity }) => severity)).toEqual(["hint", "hint"]);
  });

  test("X107: everybody has signed, and the approval comes too late", () => {
    const stages = [
      stage("signing", [invite("alice", "carol")], both),
      stage("approval", [invite("carol")], "{ approved-by: { users: [carol], documents: [annex] } }"),
      end("alice", "carol"),
    ];
    const findings = found(flow({ stages: stages.join("\n") }), "X107");
    expect(findings).toMatchObject([{ pointer: "/process_parameters/documents/annex", severity: "hint" }]);
    expect(run(findings)).toEqual([
      "alice signs contract",
      "alice signs annex",
      "carol signs contract",
      "carol signs annex",
      "time-out",
    ]);
  });

  test("X108, F001: what is hidden from a group's member is lost; what is shown again before they act is not", () => {
    const hide = "- deny-viewing: { users: [alice], documents: [contract] }";
    const group = "{ signed-by-group-of: { users: [alice, carol], documents: [contract], count: 1 } }";
    const ofGroup = (...between: string[]) => {
      const stages = [stage("first", [hide], "{}"), stage("next", [...between, invite("alice", "carol")], group)];
      return found(
        flow({ top: "flow_kind: micro_api", stages: `${stages.join("\n")}\n${end("alice", "carol")}` }),
        "X108",
      );
    };
    expect(ofGroup().map(({ severity }) => severity)).toEqual(["warning"]);
    expect(ofGroup(hide.replace("deny", "allow"))).toEqual([]);
  });

  test("X108: shown what they see from the start", () => {
    const shown = stage(
      "signing",
      ["- allow-viewing: { users: [alice], documents: [annex] }", invite("alice", "carol")],
      both,
    );
    const findings = found(flow({ top: "flow_kind: micro_api", stages: `${shown}\n${end("alice", "carol")}` }), "X108");
    expect(about(findings)).toEqual(["alice"]);
  });

  test("X110 and X113: reminders are counted up to the time-out", () => {
    const reminders = `- methods: { email: { message: invitation } }\n  date: { type: relative, days_delay: 1, repeat: periodically }`;
    const text = flow({ stages: `${sound}\n${end("alice", "carol")}`, reminders, duration: 30 });
    const sentences = (of: string) => found(of, "X110").map(({ message }) => message);
    expect(sentences(text)).toEqual(["`alice`, `carol` can each get 30 messages before the time-out."]);
    expect(about(found(text, "X110"))).toEqual(["alice,carol"]);
    const more = flow({
      stages: `${sound}\n${end("alice", "carol")}`,
      reminders: `${reminders}\n${reminders.replace("- ", "- users: [carol]\n  ")}`,
      duration: 30,
    });
    expect(sentences(more)).toEqual([
      "`alice` can get 30 messages before the time-out.",
      "`carol` can get 59 messages before the time-out.",
    ]);
    // An invitation, a confirmation, and a reminder on each of the days 1 to 29.
    expect(
      found(text, "X113")
        .map(({ message }) => message)
        .join(),
    ).toContain("e-mails to `alice`: 2–31;");
  });

  test("X113: a flow that waits for nobody completes at once", () => {
    const { draft } = startCommand({ stages: [signing("s")], duration: 9 });
    const [figures] = findingsOf(draft).flatMap((finding) => finding.figures ?? []);
    expect(figures).toEqual({ kind: "days", earliest: 0, latest: 0 });
  });

  test("X111: the second redirect of a stage for one person", () => {
    const users = ["alice"];
    const redirects = [
      { users, url: "https://a.test/" },
      { users, url: "https://b.test/" },
    ];
    const { draft } = startCommand({ stages: [{ ...signing("s", sign(["alice"])), redirects }] });
    // The language takes one redirect per stage today; the engine follows the first of several.
    const findings = findingsOf(draft).filter(({ id }) => id === "X111");
    expect(findings).toMatchObject([{ place: { kind: "redirect", stage: 0, at: 1 }, participants: users }]);
  });

  test("X112: whoever the flow cannot do without", () => {
    const group =
      "{ signed-by: { users: [bob], documents: [contract] }, signed-by-group-of: { users: [alice, bob, carol], documents: [annex], count: 2 } }";
    const findings = found(
      flow({
        stages: `${stage("signing", [invite("alice", "bob", "carol")], group)}\n${end("alice", "bob", "carol")}`,
      }),
      "X112",
    );
    expect(about(findings)).toEqual(["bob", "alice,carol"]);
    expect(findings[0]?.run().map(({ label }) => label)).toEqual([
      "alice signs annex",
      "carol signs annex",
      "time-out",
    ]);
  });

  test("a flow with errors is not checked", () => {
    expect(check("title: [")).toMatchObject({ verdict: "has_errors", findings: [], outcomes: [], states: 0 });
  });
});
