/**
 * A flow file of so many stages in which so many people sign: all of them and half of them, stage by stage in turn, each
 * on a document of its own.
 */
export function crowdedFlow(stages: number, people: number): string {
  const names = Array.from({ length: people }, (_, at) => `p${at}`);
  const users = `[${names.join(", ")}]`;
  const lines = ["title: Many people", "process:", '  dsl-version: "0.3.0"', "  stages:"];
  for (let at = 0; at < stages; at += 1) {
    const half = `signed-by-group-of: { users: ${users}, documents: [d${at}], count: ${Math.ceil(people / 2)} }`;
    lines.push(
      `    - s${at}:`,
      "        actions:",
      `          - notify: { users: ${users}, methods: { email: { message: invitation } } }`,
      "        expect:",
      `          ${at % 2 === 0 ? `signed-by: { users: ${users}, documents: [d${at}] }` : half}`,
    );
  }
  lines.push("process_parameters:", "  documents:");
  for (let at = 0; at < stages; at += 1) lines.push(`    d${at}: "${1_000 + at}"`);
  lines.push("  users:", ...names.map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`));
  lines.push("  messages:", "    invitation: Please sign", "duration: 60", "");
  return lines.join("\n");
}

/** A flow of so many stages in which so many people stand in disjoint pairs: of each, one signs. */
export function pairedFlow(stages: number, people: number): string {
  const pairs = Array.from({ length: Math.floor(people / 2) }, (_, at) => [`p${2 * at}`, `p${2 * at + 1}`]);
  return groupedFlow(stages, people, pairs);
}

/** A stage of pairs that overlap, so that everybody hangs together and nobody is like another: too many states for any budget. */
export function exhaustingFlow(people: number): string {
  return groupedFlow(
    1,
    people,
    Array.from({ length: people - 1 }, (_, at) => [`p${at}`, `p${at + 1}`]),
  );
}

function groupedFlow(stages: number, people: number, groups: readonly (readonly string[])[]): string {
  const names = Array.from({ length: people }, (_, at) => `p${at}`);
  const lines = ["title: Many groups", "process:", '  dsl-version: "0.3.0"', "  stages:"];
  for (let at = 0; at < stages; at += 1) {
    lines.push(
      `    - s${at}:`,
      "        actions:",
      `          - notify: { users: [${names.join(", ")}], methods: { email: { message: invitation } } }`,
      "        expect:",
      "          signed-by-group-of:",
      ...groups.map((users) => `            - { users: [${users.join(", ")}], documents: [d${at}], count: 1 }`),
    );
  }
  lines.push("process_parameters:", "  documents:");
  for (let at = 0; at < stages; at += 1) lines.push(`    d${at}: "${1_000 + at}"`);
  lines.push("  users:", ...names.map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`));
  lines.push("  messages:", "    invitation: Please sign", "duration: 60", "");
  return lines.join("\n");
}
