import { FileText, FileWarning } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../texts/texts.ts";
import { firstPage } from "./first-page.ts";
import "./pdf-thumbnail.css";

/** CSS pixels; the style sheet's box has the same width. */
const WIDTH = 88;

interface PdfThumbnailProps {
  readonly url: string;
  readonly sha256: string;
  readonly name: string;
}

/** The first page of a document, drawn when it comes into view. */
export function PdfThumbnail({ url, sha256, name }: PdfThumbnailProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<string | "failed" | null>(null);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    let left = false;
    setPicture(null);
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      firstPage(sha256, url, WIDTH).then(
        (drawn) => !left && setPicture(drawn),
        () => !left && setPicture("failed"),
      );
    });
    observer.observe(current);
    return () => {
      left = true;
      observer.disconnect();
    };
  }, [url, sha256]);
  return (
    <span ref={frame} className="pdf-thumbnail">
      {picture === null && <FileText className="icon" aria-hidden />}
      {picture === "failed" && (
        <FileWarning className="icon" role="img" aria-label={t("document.notDrawn", { document: name })} />
      )}
      {picture !== null && picture !== "failed" && (
        <img src={picture} alt={t("document.firstPage", { document: name })} />
      )}
    </span>
  );
}
