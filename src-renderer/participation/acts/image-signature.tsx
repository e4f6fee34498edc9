import { ImageUp } from "lucide-react";
import { useState } from "react";
import type { WireSignature } from "../../../src-shared/service/index.ts";
import { useTranslation } from "../session/texts.ts";

/** Pixels: more than any signature field of a page needs. */
const LARGEST = { width: 1200, height: 600 } as const;
/** Longest `data:` url, in characters, that the service accepts (512 KiB of bytes). */
const MAX_DATA = 690_000;

/** Pixels that must differ from white paper: fewer are only a dot. */
const LEAST_INK = 12;
/** How far a colour must be from white, of 255, to be visible. */
const SEEN = 24;

/** A signature as an image, redrawn: scaled down if needed, and without the camera's metadata. */
export function ImageSignature({ onChange }: { readonly onChange: (signature: WireSignature | null) => void }) {
  const { t } = useTranslation();
  const [data, setData] = useState<string | null>(null);
  const [problem, setProblem] = useState<"uploadProblem" | "uploadBlank" | null>(null);
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const picture = await pictureOf(file).catch((error: unknown) => {
      if (error instanceof DOMException) return null;
      throw error;
    });
    const taken = picture?.isBlank === false ? picture.data : null;
    setData(taken);
    setProblem(picture === null ? "uploadProblem" : picture.isBlank ? "uploadBlank" : null);
    onChange(taken === null ? null : { kind: "image", data: taken });
  };
  return (
    <>
      <label className="paper upload">
        <input
          type="file"
          accept="image/png,image/jpeg"
          className="upload-input"
          aria-describedby="upload-hint"
          onChange={({ target }) => void take(target.files?.[0])}
        />
        {data === null ? (
          <span className="upload-words">
            <ImageUp className="icon" aria-hidden />
            {t("sign.uploadLabel")}
          </span>
        ) : (
          <>
            <span className="visually-hidden">{t("sign.uploadLabel")}</span>
            <img className="upload-preview" src={data} alt={t("sign.uploadPreview")} />
          </>
        )}
      </label>
      <p id="upload-hint" className="hint">
        {t("sign.uploadHint")}
      </p>
      <p className="problem" role="alert">
        {problem && t(`sign.${problem}`)}
      </p>
    </>
  );
}

/** @throws DOMException when the file is not an image that the browser can read. */
async function pictureOf(file: File): Promise<{ readonly data: string; readonly isBlank: boolean }> {
  const image = await createImageBitmap(file);
  const factor = Math.min(1, LARGEST.width / image.width, LARGEST.height / image.height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.width * factor));
  canvas.height = Math.max(1, Math.round(image.height * factor));
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("This browser cannot draw on a canvas.");
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  const isBlank = inkOf(pen.getImageData(0, 0, canvas.width, canvas.height).data) < LEAST_INK;
  const exact = canvas.toDataURL("image/png");
  return { data: exact.length <= MAX_DATA ? exact : asJpeg(canvas, pen), isBlank };
}

/** How many pixels are visible on white paper. @param rgba four bytes per pixel */
function inkOf(rgba: Uint8ClampedArray): number {
  let ink = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const darkest = Math.min(rgba[at] ?? 255, rgba[at + 1] ?? 255, rgba[at + 2] ?? 255);
    if (((255 - darkest) * (rgba[at + 3] ?? 0)) / 255 >= SEEN) ink += 1;
  }
  return ink;
}

/** A photograph is smaller as a JPEG, which has no transparency, so it gets a white background. */
function asJpeg(canvas: HTMLCanvasElement, pen: CanvasRenderingContext2D): string {
  pen.globalCompositeOperation = "destination-over";
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85);
}
