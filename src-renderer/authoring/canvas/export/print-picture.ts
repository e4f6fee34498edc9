import { documentOf, type Picture } from "../../../../src-shared/drawing/index.ts";
import "./print-picture.css";

/** Opens the system's print dialog with the drawing alone. */
export async function printPicture(picture: Picture, title: string): Promise<void> {
  const sheet = document.createElement("img");
  sheet.className = "print-sheet";
  sheet.alt = title;
  sheet.src = URL.createObjectURL(new Blob([documentOf(picture, title)], { type: "image/svg+xml" }));
  await sheet.decode();
  document.body.append(sheet);
  const done = () => {
    sheet.remove();
    URL.revokeObjectURL(sheet.src);
  };
  window.addEventListener("afterprint", done, { once: true });
  window.print();
}
