import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { useFocusOnArrival } from "../../src-renderer/app/navigation/arrival.ts";
import type { Route } from "../../src-renderer/app/navigation/route.ts";

/** A page with a link, which is taken away with its page. */
function Page({ route }: { readonly route: Route }) {
  useFocusOnArrival(route);
  const title = JSON.stringify(route);
  return (
    <main id="main" key={title}>
      <h1 tabIndex={-1}>{title}</h1>
      <a href="#run">A run</a>
    </main>
  );
}

const runs = (query: Route["query"]): Route => ({ view: "instances", id: null, query });

test("WCAG 2.4.3: whoever opens a run on an account, or leaves it, has the focus on its page", async () => {
  const screen = await render(<Page route={runs({ account: "Bank" })} />);
  for (const query of [{ account: "Bank", run: "r-1" }, { account: "Bank", run: "r-2" }, { account: "Bank" }]) {
    screen.getByRole("link").element().focus();
    await screen.rerender(<Page route={runs(query)} />);
    await expect.element(screen.getByRole("heading")).toHaveFocus();
  }
});
