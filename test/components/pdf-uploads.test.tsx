import { expect, test } from "vitest";
import { startI18n } from "../../src-renderer/app/language/i18n.ts";
import { bytesOf } from "../../src-renderer/flows/pdf-uploads.ts";

await startI18n("en");

test("a file that changed since it was chosen is named, with what to do", async () => {
  const gone = new File(["%PDF-"], "Lease.pdf");
  gone.arrayBuffer = () => Promise.reject(new DOMException("", "NotReadableError"));
  const read = await bytesOf(gone);
  expect(read.ok ? "" : read.error.message).toBe(
    "Lease.pdf could not be read: it was changed, moved or deleted since it was chosen. Choose it again.",
  );
  expect(await bytesOf(new File(["%PDF-"], "Lease.pdf"))).toMatchObject({ ok: true, value: { name: "Lease.pdf" } });
});
