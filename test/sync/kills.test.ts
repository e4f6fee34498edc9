import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { countersignRemote, dialectOf } from "../../src-shared/dialect/index.ts";
import { smallFlow, uploadPdf } from "../fixtures/small-flow.ts";
import { FUZZ_TIMEOUT, inputs } from "../fuzz/effort.ts";
import { spawnProgram } from "../harness/programs.ts";
import { must } from "../harness/workspace.ts";
import { syncAndAct } from "./acts-there.ts";
import type { Asked } from "./fault-proxy.ts";
import { EMPTY, REMOTES, type RemoteName, type Rig, TEXT } from "./rig.ts";
import { drafts, same } from "./rounds.ts";
import { type Scene, scene } from "./scene.ts";
import { SPARSE } from "./sparse.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** When the program is killed, seen from the service. */
const MOMENTS = ["before it arrives", "before its answer", "about when it is answered"] as const;
type Moment = (typeof MOMENTS)[number];

/** What is asked of a remote in one sync, a start and some commands; everything but what only a check asks. */
const STEPS = {
  countersign: [
    ...["retention", "drafts", "draft", "document", "file", "folders", "createFolder", "upload", "createDraft"],
    ...["changeDraft", "removeDraft", "startInstance", "instance", "prolongInstance", "remindParticipants"],
    ...["cancelInstance", "trashInstance", "trashedInstance"],
  ],
  sparse: [
    ...["retention", "draft", "file", "upload", "createDraft", "changeDraft", "removeDraft", "startDraft", "instance"],
    ...["prolongInstance", "remindParticipants", "cancelInstance", "trashInstance", "trashedInstance"],
  ],
} as const satisfies Readonly<Record<RemoteName, readonly string[]>>;

const isLong = inputs(1) > 1;

/**
 * In the test run one moment of each step, and a step that both remotes have on one of the two; in a longer one
 * (`npm run fuzz`) all moments of all steps on both.
 */
function isTriedOn(name: RemoteName, step: string): boolean {
  const [first, second]: readonly (readonly string[])[] = [STEPS.countersign, STEPS.sparse];
  const shared = first?.filter((one) => second?.includes(one)) ?? [];
  return isLong || !shared.includes(step) || shared.indexOf(step) % REMOTES.length === REMOTES.indexOf(name);
}

/** Which step a request is, by its remote's own spelling. */
function stepOf(name: RemoteName): (asked: Pick<Asked, "method" | "path">) => string {
  const { calls } = name === "sparse" ? dialectOf(SPARSE) : countersignRemote;
  const patterns = Object.entries(calls).flatMap(([step, call]) => {
    if (call === null || call === undefined) return [];
    const path = call.path.replaceAll(/[.?]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/?]+");
    return [
      {
        step,
        pattern: new RegExp(`^${call.method} ${path}${call.path.includes("?") ? "(&.*)?" : "(\\?cursor=.*)?"}$`),
      },
    ];
  });
  return ({ method, path }) =>
    path.endsWith("data_retention")
      ? "retention"
      : (patterns.find(({ pattern }) => pattern.test(`${method} ${path}`))?.step ?? `${method} ${path}`);
}

interface Begun {
  /** The draft that is started. */
  readonly flow: string;
  /** The run that is commanded: its key here, and its id there. */
  readonly run: { readonly key: string; readonly id: string };
  readonly timeout: number;
}
type Begin = Scene<Begun>;

/** Something to do of every kind: in drafts both ways, in folders and documents, in runs. */
const played = scene(async (rig): Promise<Begun> => {
  const { remote } = rig;
  const run = await rig.started("Started");
  const { id: flow } = await rig.flow("To start");
  const changed = await rig.draft(TEXT.replace("title: Loan", "title: Changed here"));
  const gone = await rig.draft(TEXT.replace("title: Loan", "title: Gone"));
  await rig.draft(TEXT.replace("title: Loan", "title: Changed there"));
  await rig.sync();
  const folder = must(await rig.host.folders.create({ name: "Leases" })).id;
  const documentId = await uploadPdf(rig.host);
  const fresh = await rig.draft(smallFlow({ documentId }).replace("title: Small", "title: New here"));
  must(await rig.host.drafts.patch(fresh.id, { folder_id: folder }));
  must(await rig.host.drafts.patch(changed.id, { duration: 40 }));
  must(await rig.host.drafts.remove(gone.id));
  must(await remote.host.drafts.patch(rig.there().get("Changed there") ?? "", { duration: 50 }));
  const there = smallFlow({ documentId: await uploadPdf(remote.host) }).replace("title: Small", "title: New there");
  must(await remote.host.drafts.createFromText({ text: there }));
  return { flow, run, timeout: must(remote.host.instances.get(run.id)).timeoutAt };
});

/** What is played is copied for each test, and a copy asks what of it the original has sent: nothing [Y9]. */
const begin: typeof played = async (options) => {
  const scene = await played(options);
  const { sync } = scene.rig.host;
  for (const { draft, state } of must(sync.states("Bank")))
    if (state === "perhaps_sent") must(await sync.resolve("Bank", draft, null));
  return scene;
};

/** The program as another process; it is killed when a request fits. @returns the steps that it came to, each once */
async function program({ rig, flow, run }: Begin, name: RemoteName, kill: string | null, moment: Moment) {
  const seen = new Set<string>();
  const step = stepOf(name);
  await rig.workspace.host.close();
  // On the clock of the rig, which began when its scene was played: what was sent before now is not of later.
  const ahead = String(rig.clockNow() - Date.now());
  const child = spawnProgram("test/sync/children/sync-and-act.ts", [rig.workspace.dir, flow, run.key, ahead], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  let dead = false;
  const end = () => {
    dead = true;
    child.kill("SIGKILL");
  };
  rig.proxy.fault = (asked) => {
    seen.add(step(asked));
    if (dead) return "drop";
    if (step(asked) !== kill) return null;
    if (moment === "before it arrives") end();
    return dead ? "drop" : null;
  };
  rig.proxy.meanwhile = async (asked) => {
    if (step(asked) !== kill || dead) return;
    if (moment === "before its answer") end();
    else setTimeout(end, 1);
  };
  const [code] = await ended;
  rig.proxy.fault = () => null;
  rig.proxy.meanwhile = async () => undefined;
  expect(code).toBe(kill === null ? 0 : null);
  await rig.workspace.reopen();
  return [...seen];
}

/**
 * As a kill while a request is on its way, without a program: a copy of the files as they were then goes on. Only a kill while
 * the next step is taken leaves what this cannot.
 * @returns what was asked after that, and never happened
 */
async function stopped({ rig, flow, run }: Begin, name: RemoteName, kill: string, arrives: boolean) {
  const step = stepOf(name);
  let from = 0;
  const fits = (asked: Asked) => {
    from = rig.proxy.asked.length;
    return step(asked) === kill;
  };
  await rig.crash(fits, arrives, () => syncAndAct(rig.host, flow, run.key).catch(() => undefined));
  return rig.proxy.asked.slice(from);
}

/** What an author does after a crash: syncs again, and says of what is in doubt what is there. */
async function recover({ rig }: Begin): Promise<void> {
  const { sync } = rig.workspace.host;
  await rig.sync();
  for (let again = 0; again < 3; again += 1) {
    rig.ahead += 2 * MINUTE;
    await rig.sync();
  }
  for (const { draft, state, title } of must(sync.states("Bank")))
    if (state === "perhaps_sent") {
      const id = rig.there().get(title);
      must(await sync.resolve("Bank", draft, id === undefined ? null : `d_${id}`));
    }
  const started = rig.remote.host.instances.list({}).items.find(({ title }) => title === "To start");
  for (const { id, title } of must(sync.runs.list("Bank")))
    if (id === null && title === "To start" && started !== undefined) must(await sync.runs.adopt("Bank", started.id));
  await rig.sync();
}

function check({ rig, run, timeout }: Begin, name: RemoteName, unheard: readonly string[] = []): void {
  const { remote, host } = rig;
  const titles = (at: typeof host) =>
    at.drafts
      .list({})
      .items.map((row) => row.title)
      .toSorted();
  const expected = ["Changed here", "Changed there", "New here", "Started", "To start"];
  const known = name === "sparse" ? [] : ["New there"];
  expect(titles(host)).toEqual([...expected, ...known].toSorted());
  expect(titles(remote.host)).toEqual([...expected, "New there"].toSorted());
  const shared = drafts(remote.host).filter(({ title }) => title !== "New there" || known.length > 0);
  expect(same(told(drafts(host)), told(shared))).toBe(true);
  // A run, a reminder or an extension is made once or not at all.
  const runs = remote.host.instances.list({}).items.concat(remote.host.instances.list({ trashed: true }).items);
  const started = runs.filter(({ title }) => title === "To start");
  const mirrors = must(host.sync.runs.list("Bank")).filter(({ title }) => title === "To start");
  expect(started.length).toBeLessThanOrEqual(1);
  expect(mirrors.map(({ id }) => id)).toEqual(started.map(({ id }) => id));
  expect([0, 3 * DAY]).toContain(must(remote.host.instances.get(run.id)).timeoutAt - timeout);
  const reminders = remote.host.mailbox.list({ instanceId: run.id }).items.filter(({ kind }) => kind === "reminder");
  expect([0, 2]).toContain(reminders.length);
  for (const { state } of must(host.sync.runs.get("Bank", run.key)).commands)
    expect(state).toMatch(/^(done|perhaps_sent)$/);
  listed(rig, unheard);
}

/** What every remote shows of a draft. Each side has its own ids of documents. */
const told = (all: ReturnType<typeof drafts>) =>
  all.map(({ title, duration, process, process_parameters: given }) => {
    const { users, messages } = given as { users: unknown; messages: unknown };
    return { title, duration, process, users, messages } as unknown as (typeof all)[number];
  });

/** Law 8: nothing went out that the ledger does not list. @param unheard what never did */
function listed({ host, proxy }: Rig, unheard: readonly string[]): void {
  const lines: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = host.ledger.outbound({ limit: 500, ...(cursor && { cursor }) });
    lines.push(
      ...page.items.filter(({ kind }) => kind === "account").map(({ target }) => target.replace(proxy.url, "")),
    );
    cursor = page.next;
  } while (cursor);
  const left = new Map<string, number>();
  for (const line of lines) left.set(line, (left.get(line) ?? 0) + 1);
  for (const asked of unheard) left.set(asked, (left.get(asked) ?? 0) + 1);
  for (const asked of proxy.asked) left.set(asked, (left.get(asked) ?? 0) - 1);
  expect([...left].filter(([, count]) => count < 0)).toEqual([]);
}

describe.each(REMOTES)("Y9 to Y12, Y16: the program is killed on the remote %s", { timeout: FUZZ_TIMEOUT }, (name) => {
  test("at no step: it comes to all of them", async () => {
    const at = await begin({ name });
    const seen = await program(at, name, null, "before it arrives");
    expect(seen.toSorted()).toEqual([...STEPS[name]].toSorted());
    check(at, name);
    expect(await at.rig.sync()).toMatchObject({ ...EMPTY, perhaps: [] });
  });

  const all = STEPS[name].flatMap((step, n) =>
    isTriedOn(name, step)
      ? MOMENTS.filter((_, at) => isLong || at === n % MOMENTS.length).map((moment) => [step, moment] as const)
      : [],
  );
  test.each(all)("at %s, %s: nothing is lost, and nothing done twice", async (step, moment) => {
    const at = await begin({ name });
    let unheard: readonly string[] = [];
    if (isLong || moment === "about when it is answered") await program(at, name, step, moment);
    else unheard = await stopped(at, name, step, moment === "before its answer");
    await recover(at);
    check(at, name, unheard);
  });
});
