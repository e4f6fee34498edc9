/**
 * A flow file of so many stages, some 200 bytes each, as an author writes it: an invitation, a signature, a comment.
 * Twenty participants take turns, each on a document per round.
 */
export function longFlow(stages: number): string {
  const lines = ["title: Many stages", "process:", '  dsl-version: "0.3.0"', "  stages:"];
  for (let at = 0; at < stages; at += 1) {
    const user = `u${at % 20}`;
    lines.push(
      `    - stage-${at}: # step ${at} of many`,
      "        actions:",
      `          - notify: { users: [${user}], methods: { email: { message: invitation } } }`,
      "        expect:",
      `          signed-by: { users: [${user}], documents: [d${Math.floor(at / 20)}] }`,
    );
  }
  lines.push("process_parameters:", "  documents:");
  for (let at = 0; at < stages / 20; at += 1) lines.push(`    d${at}: "${1_000 + at}"`);
  lines.push("  users:");
  for (let at = 0; at < 20; at += 1) lines.push(`    u${at}: { id_type: email, id: u${at}@example.test }`);
  lines.push("  messages:", "    invitation: Please sign", "");
  return lines.join("\n");
}

/** What an author types, one character at a time, into the middle of a flow: a whole stage. */
const TYPED = `    - extra:
        actions:
          - notify:
              users: [u1, u2]
              methods:
                email: { message: invitation }
        expect:
          signed-by: { users: [u1], documents: [d0] }`;

/** The texts after each key stroke, over and over; half of them do not parse. */
export function keystrokes(stages: number): (stroke: number) => string {
  const text = longFlow(stages);
  const at = text.indexOf(`    - stage-${stages >> 1}:`);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return (stroke) => `${before}${TYPED.slice(0, (stroke % TYPED.length) + 1)}\n${after}`;
}
