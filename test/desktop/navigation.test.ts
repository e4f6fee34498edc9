import { describe, expect, it } from "vitest";
import {
  JUDGED_REQUESTS,
  judgeNavigation,
  judgeWindow,
  mayRedirect,
  mayRequest,
} from "../../src-main/desktop/navigation.ts";

const serviceUrl = "http://127.0.0.1:4100";
const inWindow = (url: string) => judgeNavigation({ url, mainFrame: true, serviceUrl });
const inFrame = (url: string) => judgeNavigation({ url, mainFrame: false, serviceUrl });

/** Addresses that are nothing of the app's, however like it they look. */
const FOREIGN = [
  "https://example.test/",
  "app://countersign.evil/",
  "app://countersign@evil/",
  "app:countersign",
  "http://127.0.0.1:4101/",
  "http://127.0.0.1:4100@evil.test/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "blob:http://127.0.0.1:4100/x",
  "not an address",
];

describe("where the desktop window's pages may go", () => {
  it("the window stays in the app; a participant's link opens in the person's browser; nothing else opens", () => {
    expect(inWindow("app://countersign/index.html#/flows/7")).toBe("stay");
    expect(inWindow(`${serviceUrl}/flow/overview/1/2/3`)).toBe("browser");
    expect(FOREIGN.map(inWindow)).toEqual(FOREIGN.map(() => "refuse"));
    expect(judgeNavigation({ url: "about:blank", mainFrame: true, serviceUrl: null })).toBe("refuse");
  });

  it("a participant's own host stays in frames, and answers there alone", () => {
    const own = "http://p-5001.countersign.localhost:4100/participant/1/5001";
    expect([inFrame(own), inWindow(own), judgeWindow(own, serviceUrl)]).toEqual(["stay", "refuse", "refuse"]);
    const like = [
      "http://p-5001.countersign.localhost:4101/",
      "https://p-5001.countersign.localhost:4100/",
      "http://p-5001.countersign.localhost.evil.test:4100/",
      "http://evil.countersign.localhost:4100/",
      "http://p-5001.localhost:4100/",
      "http://a@p-5001.countersign.localhost:4100/",
      "ws://p-5001.countersign.localhost:4100/",
    ];
    for (const url of like) expect(inFrame(url), url).toBe("refuse");
    const asks = (url: string, isFrame: boolean, asking: string | null) =>
      mayRequest({ url, isFrame, asking, serviceUrl });
    expect(asks(own, true, "app://countersign/index.html")).toBe(true);
    expect(asks(own, false, own)).toBe(true);
    expect(asks(own, false, "http://p-5002.countersign.localhost:4100/")).toBe(false);
    expect(asks(own, false, "app://countersign/index.html")).toBe(false);
    expect(asks(own, false, null)).toBe(false);
    for (const url of [...FOREIGN, ...like]) expect(asks(url, true, url), url).toBe(false);
    expect(mayRedirect({ url: own, mainFrame: false, serviceUrl })).toBe(true);
    expect(mayRedirect({ url: own, mainFrame: true, serviceUrl })).toBe(false);
  });

  it("a frame shows what is the app's own, and leads nowhere, to the service neither", () => {
    for (const own of ["app://countersign/bridge/files/documents/1.pdf", "about:srcdoc", "blob:app://countersign/1"])
      expect(inFrame(own), own).toBe("stay");
    for (const url of [...FOREIGN, `${serviceUrl}/flow/overview/1/2/3`]) expect(inFrame(url), url).toBe("refuse");
  });

  it("no window opens, and only the service's address goes to the person's browser", () => {
    expect(judgeWindow(`${serviceUrl}/participant/1/2`, serviceUrl)).toBe("browser");
    expect(judgeWindow(`${serviceUrl}/participant/1/2`, null)).toBe("refuse");
    // Two addresses without an origin are not of one.
    expect(judgeWindow("mailto:a@example.test", "app://countersign")).toBe("refuse");
    expect(judgeWindow("app://countersign/index.html", serviceUrl)).toBe("refuse");
    for (const url of FOREIGN) expect(judgeWindow(url, serviceUrl), url).toBe("refuse");
  });

  it("no redirect leads out, and every request to a network is judged", () => {
    expect(mayRedirect({ url: "app://countersign/index.html", mainFrame: true, serviceUrl })).toBe(true);
    for (const url of [...FOREIGN, serviceUrl])
      expect(mayRedirect({ url, mainFrame: false, serviceUrl }), url).toBe(false);
    expect(JUDGED_REQUESTS).toEqual(["http", "https", "ws", "wss", "ftp"].map((scheme) => `${scheme}://*/*`));
  });
});
