import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SignaturePad } from "../../src-renderer/participation/acts/signature-pad.tsx";
import { participantApi } from "../../src-renderer/participation/session/api.ts";
import { startI18n } from "../../src-renderer/participation/session/i18n.ts";
import { createSession, SessionProvider } from "../../src-renderer/participation/session/session.ts";
import type { WireSignature } from "../../src-shared/service/index.ts";

await startI18n();

/** The name in the flow: a sign of it turns the direction of writing. */
const NAME = "ann\u202e";
const SIGNER = { id: "5001", name: NAME, full_name: NAME };

const pad = async (signer = SIGNER, adopted: WireSignature | null = null) => {
  const onChange = vi.fn<(signature: WireSignature | null) => void>();
  const place = { instanceId: "i", participantId: signer.id };
  const session = createSession(place, participantApi(place, { fetch, token: null }), () => undefined);
  if (adopted !== null) session.adopt(adopted);
  const screen = await render(
    <SessionProvider value={session}>
      <SignaturePad onChange={onChange} signer={signer} />
    </SessionProvider>,
  );
  return { screen, onChange, last: () => onChange.mock.lastCall?.[0] };
};

test("a typed signature begins with the full name that the flow gives, and typing replaces it", async () => {
  const { screen, last } = await pad({ ...SIGNER, full_name: "Ann Berg" });
  const field = screen.getByLabelText("Your full name");
  await expect.element(field).toHaveValue("Ann Berg");
  expect(last()).toEqual({ kind: "typed", data: "Ann Berg" });
  await field.click();
  await userEvent.keyboard("A. Berg");
  expect(last()).toEqual({ kind: "typed", data: "A. Berg" });
});

test("a signature that was given before is taken again, or another one in its place", async () => {
  const { screen, last } = await pad(SIGNER, { kind: "typed", data: "Ann Berg" });
  await expect.element(screen.getByText("Ann Berg")).toBeVisible();
  expect(last()).toEqual({ kind: "typed", data: "Ann Berg" });
  await screen.getByRole("button", { name: "Use another signature" }).click();
  await expect.element(screen.getByLabelText("Your full name")).toHaveValue("Ann Berg");
  await userEvent.fill(screen.getByLabelText("Your full name"), "");
  expect(last()).toBeNull();
});

test("a name is typed; nothing but blanks is no signature", async () => {
  const { screen, last } = await pad();
  await userEvent.fill(screen.getByLabelText("Your full name"), " Ann Berg ");
  expect(last()).toEqual({ kind: "typed", data: "Ann Berg" });
  await userEvent.fill(screen.getByLabelText("Your full name"), "   ");
  expect(last()).toBeNull();
});

test("an invisible character is named at the field and kept out of a signature, but not out of the signer's own name", async () => {
  const { screen, last } = await pad();
  const field = screen.getByLabelText("Your full name");
  await userEvent.fill(field, "Ann\u200eBerg");
  await expect.element(field).toHaveAccessibleDescription(/the invisible character U\+200E/);
  expect(last()).toBeNull();
  await userEvent.fill(field, "Ann Berg");
  await expect.element(field).toBeValid();
  await userEvent.fill(field, NAME);
  await expect.element(field).toBeValid();
  expect(last()).toEqual({ kind: "typed", data: NAME });
});

test("the ways are tabs: the arrows go between them, and another way begins without a signature", async () => {
  const { screen, last } = await pad();
  await userEvent.fill(screen.getByLabelText("Your full name"), "Ann");
  screen.getByRole("tab", { selected: true }).element().focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(screen.getByRole("tab", { name: "Draw" })).toHaveAttribute("aria-selected", "true");
  expect(last()).toBeNull();
});

/** A picture of that size, as a camera or a scanner would give. @param ink what is drawn; null: nothing is */
async function pictureFile(width: number, height: number, ink: string | null = "black"): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  pen.fillStyle = ink ?? "transparent";
  pen.fillRect(0, 0, width / 2, height / 2);
  return new File([await canvas.convertToBlob({ type: "image/png" })], "signature.png", { type: "image/png" });
}

const sizeOf = async (signature: WireSignature | null | undefined) => {
  if (!signature) return null;
  const picture = await createImageBitmap(await (await fetch(signature.data)).blob());
  return [picture.width, picture.height];
};

test("a signature is drawn with the pointer: undone it is none, drawn again it is a picture of its strokes", async () => {
  const { screen, last } = await pad();
  await screen.getByRole("tab", { name: "Draw" }).click();
  const area = screen.getByRole("img", { name: /Drawing area/ });
  const draw = () =>
    userEvent.dragAndDrop(area, area, { sourcePosition: { x: 20, y: 30 }, targetPosition: { x: 140, y: 60 } });
  await draw();
  await expect.poll(() => last()?.kind).toBe("drawn");
  await screen.getByRole("button", { name: "Undo" }).click();
  expect(last()).toBeNull();
  await draw();
  const [width = 0, height = 0] = (await sizeOf(last())) ?? [];
  expect(width).toBeGreaterThan(height);
  await screen.getByRole("button", { name: "Clear" }).click();
  expect(last()).toBeNull();
});

test("an image is taken at the size of a signature; what is no image is refused in a sentence", async () => {
  const { screen, last } = await pad();
  await screen.getByRole("tab", { name: "Image" }).click();
  const file = screen.getByLabelText("Choose an image of your signature");
  await userEvent.upload(file, await pictureFile(4000, 1000));
  await expect.poll(() => last()?.kind).toBe("image");
  expect(await sizeOf(last())).toEqual([1200, 300]);
  await userEvent.upload(file, new File(["no image"], "signature.png", { type: "image/png" }));
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("This file is not an image that can be read. Choose a PNG or JPEG.");
  expect(last()).toBeNull();
});

test("an image that white paper would not show is refused in a sentence, and one that it shows is taken after it", async () => {
  const { screen, last } = await pad();
  await screen.getByRole("tab", { name: "Image" }).click();
  const file = screen.getByLabelText("Choose an image of your signature");
  for (const [width, height, ink] of [
    [300, 100, null],
    [300, 100, "white"],
    [300, 100, "rgb(0 0 0 / 3%)"],
    [2, 2, "black"],
  ] as const) {
    await userEvent.upload(file, await pictureFile(400, 100));
    await expect.poll(() => last()?.kind).toBe("image");
    await userEvent.upload(file, await pictureFile(width, height, ink));
    await expect
      .element(screen.getByRole("alert"))
      .toHaveTextContent("Nothing in this image can be seen on white paper. Choose another one.");
    expect(last()).toBeNull();
  }
  await userEvent.upload(file, await pictureFile(300, 100, "lightblue"));
  await expect.poll(() => last()?.kind).toBe("image");
  await expect.element(screen.getByRole("alert")).toBeEmptyDOMElement();
});
