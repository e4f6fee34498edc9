import { documentOf, type Picture } from "../../../../src-shared/drawing/index.ts";

/** Pixels per unit: sharp on paper, too. */
const SCALE = 3;
/** The browsers' limit in either direction, in pixels. */
const MOST = 16_000;

/** A drawing as a file. */
export async function fileOf(format: "svg" | "png" | "pdf", picture: Picture, title: string): Promise<Blob> {
  if (format === "svg") return new Blob([documentOf(picture, title)], { type: "image/svg+xml" });
  if (format === "png") return pngOf(picture, title);
  const { pdfOf } = await import("./picture-pdf.ts");
  const bytes = await pdfOf(picture, title, () => pngOf(picture, title));
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "application/pdf" });
}

async function pngOf(picture: Picture, title: string): Promise<Blob> {
  const { width, height } = picture;
  const scale = Math.min(SCALE, MOST / Math.max(width, height));
  const address = URL.createObjectURL(new Blob([documentOf(picture, title)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
