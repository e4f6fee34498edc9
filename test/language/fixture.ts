import {
  type AnalyseOptions,
  type Analysis,
  analyse,
  applyEdits,
  type Diagnostic,
  positionAt,
} from "../../src-shared/language/index.ts";

/** A flow that breaks no rule, with a bit of everything that rules look at. */
export const sound = `# A loan, with its rules
title: Loan
duration: 30
callback:
  url: "http://127.0.0.1:9/hook"
  version: 1
  auth: { type: basic, username: hook, password_ref: HOOK }
process:
  dsl-version: "0.3.0"
  allow-rejections: true
  stages:
    - signing:
        actions:
          - notify:
              users: [alice, bob, dora, dina]
              methods:
                email: { message: invitation }
          - callback: { callback-name: signing-started }
        expect:
          signed-by: { users: [alice, bob], documents: [contract] }
          approved-by: { users: [carol], documents: [contract] }
          signed-by-group-of: { users: [dora, dina], documents: [contract], count: 1 }
          redirect-to: { users: [alice], url: "https://example.test/done" }
    - second:
        actions:
          - notify: { users: [carol], methods: { sms: hello } }
        expect:
          signed-by: { users: [carol], documents: [contract] }
    - archive:
        actions:
          - notify: { users: [alice, bob, carol, dora, dina], kind: confirmation, methods: { email: done, email-link-only: true } }
        expect: {}
  automatic-reminders:
    - users: [bob]
      methods: { email: { message: invitation } }
      date: { type: relative, days_delay: 3, repeat: periodically }
process_parameters:
  documents: { contract: "1001" }
  users:
    alice: { id_type: email, id: alice@example.test }
    bob:
      id_type: email
      id: bob@example.test
      phone_number: "+46701740605"
      auth_to_view: { provider: dk_eid_new, max_failures: 0 }
      auth_to_sign: { provider: sms_otp, max_failures: 3, attempts_per_sms: 5, label: bob-sms }
    carol: { id_type: phone_number, id: "+46701740606", email: carol@example.test }
    dora: { id_type: full_name, id: Dora Ek, email: dora@example.test }
    dina: { id_type: full_name, id: Dora Ek, email: dina@example.test }
  messages:
    invitation: Please sign
    hello: Hello
    done: Done
process_settings:
  automatic_document_redirects: always
  accessible_duration: 400
  time_zone: Europe/Stockholm
`;

/** The sound flow with one place changed. «» mark where the diagnostic is expected; they are not part of the text. */
export function changed(from: string, to: string, ...more: readonly [string, string][]): string {
  let text = sound;
  for (const [before, after] of [[from, to], ...more] as const) {
    if (!text.includes(before)) throw new Error(`The sound flow has no ${before}`);
    text = text.replace(before, () => after);
  }
  return text;
}

export interface Marked {
  readonly text: string;
  readonly range: { readonly from: number; readonly to: number };
}

export function unmark(text: string): Marked {
  const from = text.indexOf("«");
  const to = text.indexOf("»") - 1;
  if (from < 0 || to < from) throw new Error(`No «» in ${text}`);
  return { text: text.replace("«", "").replace("»", ""), range: { from, to } };
}

/** F008 aside: the sound flow has a group, and that hint goes with every group. */
export function rulesOf(analysis: Analysis): string[] {
  return analysis.diagnostics.map(({ rule }) => rule).filter((rule) => rule !== "F008");
}

/** Readable form for assertions: `12:5 R001 alice`. */
export function listed(text: string, options: AnalyseOptions = {}): string[] {
  return analyse(text, options).diagnostics.map(({ rule, range }) => {
    const { line, column } = positionAt(text, range.from);
    return `${line}:${column} ${rule} ${text.slice(range.from, range.to)}`;
  });
}

export function fixed(text: string, diagnostic: Diagnostic): string {
  if (diagnostic.fix === null) throw new Error(`${diagnostic.rule} offers no fix: ${diagnostic.message}`);
  return applyEdits(text, diagnostic.fix.edits);
}

export interface Case {
  readonly rule: string;
  readonly breaks: string;
  /** With «» around the expected range. */
  readonly text: string;
  readonly pointer: string;
  /** Other rules that the same change breaks. */
  readonly also?: readonly string[];
  readonly severity?: "warning" | "hint";
  /** The fix makes the text sound again, but for these rules. */
  readonly fixLeaves?: readonly string[];
  readonly options?: AnalyseOptions;
  readonly says?: RegExp;
}

/** Lines that differ, old ones with `-` and new ones with `+`. */
export function difference(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < old.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  return [
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
  ];
}
