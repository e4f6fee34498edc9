import { writeSync } from "node:fs";
import { openWorkspace } from "../../src-main/host.ts";
import type { Host } from "../../src-main/host-types.ts";
import { uploadPdf } from "../harness/flows.ts";
import { must } from "../harness/workspace.ts";
import { passing } from "./crash-points.ts";
import { between, random } from "./random.ts";

/**
 * A busy host: many flows at once on real and virtual clocks, acts, reminders, seals and callbacks, chosen by a seed, until
 * it is killed. It says each thing on stdout once it was acknowledged.
 */
const [dir = "", callbackUrl = "", seedText = "1"] = process.argv.slice(2);
const next = random(Number(seedText));
const APPROVERS = ["ann", "ben", "cas", "dee", "eva", "fay", "gus", "hal"];
const START = Date.UTC(2026, 2, 2, 9);
const AT_ONCE = 6;

export interface Said {
  readonly event: "open" | "started" | "acted" | "moved";
  readonly id: string;
  readonly participant?: string;
  readonly at?: number;
}

/** Written to the pipe before it returns: what was said was acknowledged before any later crash. */
function say(said: Said): void {
  writeSync(1, `${JSON.stringify(said)}\n`);
  passing("after-answer");
}

function flowText(documentId: string): string {
  return `
title: Crash
callback: { url: "${callbackUrl}", version: 1 }
process:
  dsl-version: "0.3.0"
  stages:
    - approval:
        actions:
          - callback: { callback-name: begun }
          - notify: { users: [${APPROVERS.join(", ")}], methods: { email: please } }
        expect: { approved-by: { users: [${APPROVERS.join(", ")}], documents: [contract] } }
    - signing:
        actions: [{ callback: { callback-name: approved } }]
        expect: { signed-by: { users: [sue], documents: [contract] } }
  automatic-reminders:
    - date: { type: relative, days_delay: 1, repeat: periodically }
process_parameters:
  documents: { contract: "${documentId}" }
  messages: { please: Please approve. }
  users:
${[...APPROVERS, "sue"].map((name) => `    ${name}: { id_type: email, id: ${name}@example.test }`).join("\n")}
`;
}

/** One flow's life, up to where the seed lets it go. */
async function play(host: Host, draftId: string): Promise<void> {
  const virtual = next() < 0.5;
  const clock = virtual ? ({ virtual: "new", at: START } as const) : "real";
  const { id, clockId } = must(await host.drafts.start(draftId, { copies: true, clock }));
  say({ event: "started", id });
  // Few go on to their seal: it takes as long as a hundred acts.
  const acts = next() < 0.05 ? APPROVERS.length + 1 : between(next, 0, APPROVERS.length);
  for (const participant of [...APPROVERS, "sue"].slice(0, acts)) {
    if (virtual && next() < 0.3) {
      const { now } = must(await host.clocks.advance(clockId, { by: "P1D" }));
      say({ event: "moved", id: clockId, at: now });
    }
    const act = { instanceId: id, participant, document: "contract" };
    must(participant === "sue" ? await host.participants.sign(act) : await host.participants.approve(act));
    say({ event: "acted", id, participant });
  }
}

const host = await openWorkspace({ dir });
say({ event: "open", id: "" });
const drafts = host.drafts.list({}).items;
const draftId = drafts[0]?.id ?? must(await host.drafts.createFromText({ text: flowText(await uploadPdf(host)) })).id;
for (;;) await Promise.all(Array.from({ length: AT_ONCE }, () => play(host, draftId)));
