import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Command, FlowEvent, Instant, Refusal, State } from "../../src-shared/flow/index.ts";
import {
  availableActions,
  canonicalJson,
  decide,
  pendingActs,
  redirectOf,
  replay,
  visibleDocuments,
} from "../../src-shared/flow/index.ts";
import { nextDocument } from "../../src-shared/service/index.ts";
import { snapshot } from "../harness/snapshot.ts";

/**
 * Frozen histories: the same commands must lead to the same events and the same state, byte for byte, in every
 * release. A new one begins as `{about, steps: [{at, command}]}` (with `pages: true` where what people see is the point),
 * and `UPDATE_GOLDEN=1` fills in the rest; a diff in an old one breaks flows that are running.
 */

interface Step {
  readonly at: Instant;
  readonly command: Command;
  /** One of the two. */
  readonly events?: readonly FlowEvent[];
  readonly refusal?: Pick<Refusal, "code" | "rule">;
  /** Where the history asks for them: what each participant's page showed after the step. */
  readonly pages?: Readonly<Record<string, Page>>;
}

interface Page {
  readonly sees: readonly string[];
  readonly offers: readonly string[];
  readonly next: string | null;
  readonly redirect: string | null;
}

interface Golden {
  readonly about: string;
  /** Whether the steps hold the participants' pages. */
  readonly pages?: true;
  readonly steps: readonly Step[];
  readonly state: Readonly<Record<string, unknown>>;
  readonly sha256: string;
}

const FOLDER = join(import.meta.dirname, "flow");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

function read(name: string): string {
  return readFileSync(join(FOLDER, name), "utf8");
}

/** The file as today's decide and evolve would write it, from its commands alone. */
function rebuild({ about, pages, steps }: Pick<Golden, "about" | "pages" | "steps">): Golden {
  let state: State | null = null;
  const rebuilt = steps.map(({ at, command }): Step => {
    const decided = decide(state, command, at);
    // A refusal's sentence may be reworded; its code and rule are what callers build on.
    if (!decided.ok) return { at, command, refusal: { code: decided.refusal.code, rule: decided.refusal.rule } };
    state = decided.state;
    const { events } = decided;
    return pages === true ? { at, command, events, pages: pagesOf(decided.state) } : { at, command, events };
  });
  return { about, ...(pages === true ? { pages } : {}), steps: rebuilt, ...final(state) };
}

function pagesOf(state: State): Readonly<Record<string, Page>> {
  const page = (name: string): Page => ({
    sees: visibleDocuments(state, name),
    offers: availableActions(state, name).map(({ type, document }) =>
      document === null ? type : `${type} ${document}`,
    ),
    next: nextDocument(
      state.start.settings.automaticDocumentRedirects,
      pendingActs(state).flatMap(({ participant, document }) => (participant === name ? [document] : [])),
    ),
    redirect: redirectOf(state, name),
  });
  return Object.fromEntries(state.program.participants.map((name) => [name, page(name)]));
}

function final(state: State | null): Pick<Golden, "state" | "sha256"> {
  if (state === null) throw new Error("The history is empty.");
  const seen = snapshot(state);
  return { state: seen, sha256: createHash("sha256").update(canonicalJson(seen)).digest("hex") };
}

/** Sorted keys, so that the order in which code names fields is no part of a history. */
function write(golden: Golden): string {
  return `${JSON.stringify(JSON.parse(canonicalJson(golden)), null, 2)}\n`;
}

describe("golden histories", () => {
  it.each(FILES)("%s: decide answers the same commands with the same bytes", (name) => {
    const text = read(name);
    const rebuilt = write(rebuild(JSON.parse(text)));
    if (process.env.UPDATE_GOLDEN === "1") writeFileSync(join(FOLDER, name), rebuilt);
    else expect(rebuilt).toBe(text);
  });

  it.each(FILES)("%s: evolve leads the stored events to the stored state", (name) => {
    const golden: Golden = JSON.parse(read(name));
    const events = golden.steps.flatMap((step) => step.events ?? []);
    expect(final(replay(events))).toEqual({ state: golden.state, sha256: golden.sha256 });
  });

  it.each(FILES)("%s: a tampered history is noticed", (name) => {
    const golden: Golden = JSON.parse(read(name));
    const events = golden.steps.flatMap((step) => step.events ?? []);
    const tampered = events.map((event, index) =>
      index === events.length - 1 ? { ...event, at: event.at + 1 } : event,
    );
    expect(final(replay(tampered)).sha256).not.toBe(golden.sha256);
  });
});
