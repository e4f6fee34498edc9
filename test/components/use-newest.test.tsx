import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import {
  type Ask,
  type Progress,
  useNewest,
  useStatesSeen,
} from "../../src-renderer/authoring/foresight/use-newest.ts";

type AskText = Ask<{ readonly text: string }, string>;

const FLOW = { text: "a flow" };

interface Props {
  readonly ask: AskText;
  readonly onDraw: () => void;
}

function Page({ ask, onDraw }: Props) {
  onDraw();
  const { answer, isNewest, progress } = useNewest(FLOW, ask);
  return (
    <>
      <p>{isNewest ? `whole: ${answer}` : answer}</p>
      {progress && <Seen progress={progress} />}
    </>
  );
}

function Seen({ progress }: { readonly progress: Progress }) {
  return <output>{useStatesSeen(progress)}</output>;
}

test("states that are counted draw their number anew, and not what is beside it", async () => {
  const told: { listener?: Parameters<AskText>[1] } = {};
  const ask: AskText = (_, listener) => {
    told.listener = listener;
    return () => undefined;
  };
  let drawn = 0;
  const onDraw = () => {
    drawn += 1;
  };
  const screen = await render(<Page {...{ ask, onDraw }} />);
  await expect.poll(() => told.listener).toBeDefined();
  const before = drawn;
  for (let states = 1; states <= 50; states += 1) told.listener?.onProgress(states);
  await expect.element(screen.getByRole("status")).toHaveTextContent("50");
  expect(drawn).toBe(before);
  told.listener?.onEarly("ends");
  await expect.element(screen.getByText("ends", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("status")).toBeVisible();
  told.listener?.onAnswer("ends");
  await expect.element(screen.getByText("whole: ends")).toBeVisible();
  await expect.element(screen.getByRole("status")).not.toBeInTheDocument();
});
