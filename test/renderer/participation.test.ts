import { describe, expect, it } from "vitest";
import { boxOf, drawStroke, isMeant } from "../../src-renderer/participation/acts/strokes.ts";
import { participantApi } from "../../src-renderer/participation/session/api.ts";
import { pickLanguage } from "../../src-renderer/participation/session/language.ts";
import {
  csrfTokenOf,
  documentOfHash,
  hashOfDocument,
  placeOf,
} from "../../src-renderer/participation/session/page-address.ts";
import { takePageToken } from "../../src-renderer/participation/session/page-token.ts";
import { createSession } from "../../src-renderer/participation/session/session.ts";
import {
  awaitedVerbs,
  coverable,
  documentAfterAct,
  doneVerb,
  mustAuthenticate,
  shownPage,
  situationOf,
} from "../../src-renderer/participation/session/situation.ts";
import { type OverviewPage, type PageDocument, participantPage } from "../../src-shared/service/index.ts";

const NOW = "2026-03-02T09:00:00.000Z";
const PLACE = { instanceId: "01a1fbdd-5353-7d0a-bd12-d3852af86090", participantId: "5001" };

function pageDocument(id: string, actions: PageDocument["actions"], more: Partial<PageDocument> = {}): PageDocument {
  const url = `/local/participant/x/documents/${id}.pdf?participant=5001`;
  const known = { document_id: id, name: `d${id}`, title: `Document ${id}`, pages: 2, size: 1000, url };
  return { ...known, state: "in_progress", actions, group: null, done: [], ...more };
}

function overview(more: Partial<OverviewPage> = {}): OverviewPage {
  return {
    page: "overview",
    instance_id: PLACE.instanceId,
    title: "Agreement",
    author: "Norrsken",
    participant: { id: "5001", name: "Maja", full_name: "Maja" },
    simulated: true,
    now: NOW,
    clock: "virtual",
    locale: "en",
    status: "in_progress",
    stage: "signing",
    started: NOW,
    last_event: NOW,
    timeout: "2026-04-02T09:00:00.000Z",
    time_zone: "Europe/Stockholm",
    documents: [pageDocument("1", ["sign", "reject"]), pageDocument("2", ["approve", "reject"])],
    may_reject: true,
    sign_authentication: null,
    participants: [{ name: "Maja", full_name: "Maja", me: true, state: "waiting", done: 0, total: 2, last_act: null }],
    redirect: null,
    automatic_document_redirects: "last_action",
    rejection: null,
    ...more,
  };
}

describe("the documents' titles", () => {
  it("two documents with one title are told apart by the flow's names, a third keeps its own", () => {
    const twin = { title: "Agreement" };
    const documents = [pageDocument("1", [], twin), pageDocument("2", []), pageDocument("3", [], twin)];
    const page = shownPage(overview({ documents }));
    expect(page.page === "overview" && page.documents.map(({ title }) => title)).toEqual([
      "Agreement (d1)",
      "Document 2",
      "Agreement (d3)",
    ]);
  });

  it("are shown with their marks, as are names and messages: none reorders what stands beside it; lines stay lines", () => {
    const documents = [pageDocument("1", [], { title: "Loan \u202efdp.exe" })];
    const rejection = { by: "Bo\u2066", document: null, message: "One\r\ntwo\u0007" };
    const page = shownPage(overview({ documents, rejection }));
    expect(page).toMatchObject({
      documents: [{ title: "Loan \\u202efdp.exe" }],
      rejection: { by: "Bo\\u2066", message: "One\ntwo\\u0007" },
    });
  });
});

/** Before signing, by a code that has come. */
const SMS: NonNullable<OverviewPage["sign_authentication"]> = {
  provider: "sms_otp",
  simulated: false,
  state: "covered",
  sent_to: null,
  entries_left: null,
  tries_left: null,
  ...{ offers_code: true, answers: [], identity: null },
  label: "sms",
  covered: ["1"],
  valid_until: NOW,
};

describe("where the participant stands", () => {
  const idle = [pageDocument("1", [])];
  const me = (state: OverviewPage["participants"][number]["state"]) => [
    { name: "Maja", full_name: "Maja", me: true, state, done: 0, total: 1, last_act: null },
  ];
  const rejectedBy = (by: string) => ({ by, document: null, message: null });
  it.each([
    ["act", {}],
    ["locked", { sign_authentication: { ...SMS, state: "locked" } }],
    ["ahead", { documents: idle, participants: me("ahead") }],
    ["done", { documents: idle, participants: me("done") }],
    ["lapsed", { documents: idle, participants: me("lapsed") }],
    ["recipient", { documents: idle, participants: me("recipient") }],
    ["finalising", { status: "finalising", documents: idle }],
    ["completed", { status: "completed", documents: idle }],
    ["rejected_by_me", { status: "failed", rejection: rejectedBy("Maja") }],
    ["rejected", { status: "failed", rejection: rejectedBy("Otto") }],
    ["failed", { status: "failed" }],
    ["canceled", { status: "canceled" }],
    ["timed_out", { status: "timed_out" }],
  ] as const)("is %s", (situation, more) => {
    expect(situationOf(overview(more))).toBe(situation);
  });

  it("names the verbs that are awaited and the one that was done", () => {
    expect(awaitedVerbs(overview().documents)).toBe("both");
    expect(awaitedVerbs([pageDocument("1", ["approve", "reject"])])).toBe("approve");
    expect(awaitedVerbs([pageDocument("1", ["reject"])])).toBeNull();
    const done = (type: "sign" | "approve") => pageDocument("1", [], { done: [{ type, at: NOW }] });
    expect(doneVerb([done("approve")])).toBe("approve");
    expect(doneVerb([done("approve"), done("sign")])).toBe("sign");
  });
});

describe("G15, interface 2.7: the document that opens by itself after an act", () => {
  const left = (count: number) => ["1", "2", "3"].slice(0, count).map((id) => pageDocument(id, ["sign", "reject"]));
  it.each([
    ["last_action", 2, null],
    ["last_action", 1, "1"],
    ["last_action", 0, null],
    ["always", 3, "1"],
    ["always", 0, null],
    ["never", 1, null],
  ] as const)("%s with %i left: %s", (automatic_document_redirects, count, next) => {
    expect(documentAfterAct(overview({ automatic_document_redirects, documents: left(count) }))).toBe(next);
  });
});

describe("U1: sign authentication", () => {
  it("is asked for what it does not cover, and names the document at hand first", () => {
    const documents = ["1", "2", "3"].map((id) => pageDocument(id, ["sign"]));
    const page = overview({ documents, sign_authentication: { ...SMS, covered: ["1"] } });
    expect(mustAuthenticate(page, "1")).toBe(false);
    expect(mustAuthenticate(page, "3")).toBe(true);
    expect(coverable(page, "3").map(({ document_id }) => document_id)).toEqual(["3", "2"]);
  });
  it("is asked of nobody who has none", () => {
    expect(mustAuthenticate(overview(), "1")).toBe(false);
  });
});

describe("the address", () => {
  it("names instance and participant, and the document in its hash", () => {
    expect(placeOf(`/participant/${PLACE.instanceId}/5001`)).toEqual(PLACE);
    expect(placeOf("/participant/5001")).toBeNull();
    expect(documentOfHash(hashOfDocument("1001"))).toBe("1001");
    expect(documentOfHash("#/")).toBeNull();
  });
  it("finds this participant's CSRF token among others'", () => {
    const cookies = "csrf_token=author; csrf_token_50=fifty; csrf_token_5001=a%2Bb";
    expect(csrfTokenOf(cookies, "5001")).toBe("a+b");
    expect(csrfTokenOf(cookies, "7")).toBeNull();
  });
});

describe("the page's half of the session", () => {
  const place = { instanceId: "i", participantId: "5001" };
  const tab = (hash: string, kept: Record<string, string> = {}) => {
    const shown: string[] = [];
    return {
      shown,
      kept,
      location: { hash, pathname: "/participant/i/5001" } as Location,
      history: { replaceState: (_: unknown, __: string, to: string) => shown.push(to) } as unknown as History,
      storage: {
        getItem: (key: string) => kept[key] ?? null,
        setItem: (key: string, value: string) => Object.assign(kept, { [key]: value }),
      } as unknown as Storage,
    };
  };

  it("moves from the address into the tab, where a reload finds it, for this participant alone", () => {
    const first = tab("#session=abc-_1");
    expect(takePageToken(place, first, first.storage, "")).toBe("abc-_1");
    expect(first.shown).toEqual(["/participant/i/5001"]);
    const reloaded = tab("#/documents/7", first.kept);
    expect(takePageToken(place, reloaded, reloaded.storage, "csrf_token_5001=older")).toBe("abc-_1");
    expect(reloaded.shown).toEqual([]);
    expect(takePageToken({ ...place, participantId: "5002" }, reloaded, reloaded.storage, "")).toBeNull();
  });

  it("is the cookie's where a browser that names no fetch metadata got its session", () => {
    expect(takePageToken(place, tab(""), tab("").storage, "csrf_token_5001=old")).toBe("old");
  });
});

it("the first language that the page speaks is taken, and Norwegian is bokmål", () => {
  expect(pickLanguage(["pl-PL", "fi-FI", "sv"])).toBe("fi");
  expect(pickLanguage(["no"])).toBe("nb");
  expect(pickLanguage(["nn-NO"])).toBe("nb");
  expect(pickLanguage(["pl"])).toBe("en");
});

describe("a drawn signature", () => {
  const line = [
    { x: 0.1, y: 0.1 },
    { x: 0.2, y: 0.2 },
    { x: 0.5, y: 0.1 },
  ];
  it("is meant when it is more than a slip of the finger", () => {
    expect(isMeant([])).toBe(false);
    expect(isMeant([[{ x: 0.5, y: 0.1 }]])).toBe(false);
    expect(isMeant([line])).toBe(true);
  });
  it("is cut to its edges", () => {
    const box = boxOf([line], 0.1);
    expect(box?.left).toBeCloseTo(0);
    expect(box?.width).toBeCloseTo(0.6);
    expect(box?.height).toBeCloseTo(0.3);
    expect(boxOf([], 0.1)).toBeNull();
  });
  it("goes from the first point to the last, shifted by its origin", () => {
    const went: string[] = [];
    const note =
      (name: string) =>
      (...numbers: number[]) =>
        went.push(`${name} ${numbers.map((number) => number.toFixed(0)).join(",")}`);
    const pen = {
      beginPath: note("begin"),
      moveTo: note("move"),
      lineTo: note("line"),
      quadraticCurveTo: note("curve"),
      stroke: note("stroke"),
    };
    drawStroke(pen, line, 100, { x: 0.1, y: 0 });
    expect(went).toEqual(["begin ", "move 0,10", "curve 10,20,25,15", "line 40,10", "stroke "]);
  });
});

/** The service as the browser meets it: answers in order, and what was asked. */
function wire(...answers: (Response | Error)[]) {
  const asked: { readonly path: string; readonly init: RequestInit }[] = [];
  const api = participantApi(PLACE, {
    token: "token",
    async fetch(path, init = {}) {
      asked.push({ path: String(path), init });
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no more answers");
      return answer;
    },
  });
  return { api, asked };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (status: number, type: string) => json({ code: status, type, message: "No.", details: null }, status);

describe("the client", () => {
  it("sends X-Participant and X-CSRF-Token with an act", async () => {
    const { api, asked } = wire(new Response(null, { status: 204 }));
    expect(await api.sign("7", { kind: "typed", data: "Maja" })).toEqual({ ok: true, value: null });
    expect(asked[0]?.path).toBe(`/flow/instances/${PLACE.instanceId}/documents/7/sign`);
    expect(asked[0]?.init.headers).toMatchObject({ "x-participant": "5001", "x-csrf-token": "token" });
    expect(asked[0]?.init.body).toBe('{"signature":{"kind":"typed","data":"Maja"}}');
  });
  it("names refusals by their type, and tells silence from nonsense", async () => {
    const { api } = wire(
      refusal(409, "document_state_error"),
      new TypeError("Failed to fetch"),
      new Response("<html>"),
      json({ page: "other" }),
    );
    const kinds = [await api.approve("7"), await api.page(), await api.page(), await api.page()];
    expect(kinds.map((answer) => answer.ok || answer.problem.kind)).toEqual([
      "document_state_error",
      "offline",
      "misfit",
      "misfit",
    ]);
  });
  it("keeps the documents out of a view authentication, and names them for one to sign", async () => {
    const begun = () => json({ transaction_id: "t", status: "pending" });
    const { api, asked } = wire(begun(), begun());
    await api.startAuthentication("view", []);
    await api.startAuthentication("sign", ["7"]);
    expect(asked.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
      { instance_id: PLACE.instanceId, kind: "view" },
      { instance_id: PLACE.instanceId, kind: "sign", documents: ["7"] },
    ]);
  });
});

const shownNowhere = () => undefined;

describe("the session", () => {
  const shownBy = (...answers: (Response | Error)[]) => {
    const { api } = wire(...answers);
    const shown: string[] = [];
    return { shown, session: createSession(PLACE, api, (hash) => shown.push(hash)) };
  };
  it("the test's pages are pages that the service could send", () => {
    expect(participantPage.parse(overview())).toEqual(overview());
  });
  it("keeps a page that is there while the service is away, and drops it when the visit ends", async () => {
    const { session } = shownBy(json(overview()), new TypeError("gone"), refusal(401, "invalid_authorisation"));
    await session.reload();
    await session.reload();
    expect(session.store.getState()).toMatchObject({ page: { title: "Agreement" }, offline: true, lost: null });
    await session.reload();
    expect(session.store.getState()).toMatchObject({ page: null, lost: { kind: "invalid_authorisation" } });
  });
  it("draws nothing anew while only the clock moves", async () => {
    const { session } = shownBy(json(overview()), json(overview({ now: "2026-03-02T09:00:04.000Z" })));
    await session.reload();
    const { page } = session.store.getState();
    await session.reload();
    expect(session.store.getState().page).toBe(page);
  });
  it("drops an answer that a later question has overtaken", async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof overview>>();
    const { api } = wire(json(overview({ title: "New" })));
    const first = { ...api, page: async () => ({ ok: true as const, value: await promise }) };
    let turn = 0;
    const session = createSession(
      PLACE,
      { ...api, page: () => (turn++ === 0 ? first.page() : api.page()) },
      shownNowhere,
    );
    const old = session.reload();
    await session.reload();
    resolve(overview({ title: "Old" }));
    await old;
    expect(session.store.getState().page).toMatchObject({ title: "New" });
  });
  it("after an act tells it, opens the next document, and forgets the telling once the participant goes on", async () => {
    const { session, shown } = shownBy(json(overview({ documents: [pageDocument("2", ["approve"])] })));
    expect(await session.acted({ ok: true, value: null }, { kind: "signed", title: "A" })).toBeNull();
    expect(shown).toEqual(["#/documents/2"]);
    expect(session.store.getState().notice).toMatchObject({ kind: "signed", title: "A" });
    session.viewChanged("#/documents/2");
    expect(session.store.getState().notice).not.toBeNull();
    session.viewChanged("#/");
    expect(session.store.getState().notice).toBeNull();
  });
  it("an act whose page was overtaken by a newer question goes on from the newer answer", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { api } = wire();
    const pages = [
      async () => overview({ title: "Asked by the act" }),
      async () => {
        await promise;
        return overview({ documents: [pageDocument("2", ["approve"])] });
      },
    ];
    const shown: string[] = [];
    const page = async () => ({ ok: true as const, value: await (pages.shift() ?? (async () => overview()))() });
    const session = createSession(PLACE, { ...api, page }, (hash) => shown.push(hash));
    const act = session.acted({ ok: true, value: null }, { kind: "signed", title: "A" });
    const poll = session.reload();
    resolve();
    await Promise.all([act, poll]);
    expect(shown).toEqual(["#/documents/2"]);
  });
  it("forgets what was told when the flow ends", async () => {
    const { session } = shownBy(json(overview()), json(overview({ status: "canceled" })));
    await session.acted({ ok: true, value: null }, { kind: "signed", title: "A" });
    await session.reload();
    expect(session.store.getState().notice).toBeNull();
  });
  it("G15: follows the redirect after an act, not after declining", async () => {
    const there = json(overview({ documents: [], redirect: { url: "http://127.0.0.1:9/x" } }));
    const { session } = shownBy(there.clone(), there.clone());
    await session.acted({ ok: true, value: null }, { kind: "declined", title: "A" });
    expect(session.store.getState().leavingFor).toBeNull();
    await session.acted({ ok: true, value: null }, { kind: "signed", title: "A" });
    expect(session.store.getState().leavingFor).toBe("http://127.0.0.1:9/x");
  });
});
