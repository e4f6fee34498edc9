import { type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, TextLayer } from "pdfjs-dist";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { drawPicture } from "../../components/pdf/pdf-picture.ts";
import { useTranslation } from "../session/texts.ts";

/** Milliseconds without a zoom change before a page is redrawn; until then its picture is scaled. */
const REDRAW_AFTER = 120;
/** How far outside the view a page is drawn ahead. */
const AHEAD = "600px 0px";

interface PdfPageProps {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
  /** Width and height in points until the page is measured. */
  readonly guess: readonly [number, number];
  /** CSS pixels per point. */
  readonly scale: number;
  /** It could not be drawn. */
  readonly onFailed: () => void;
}

/** One page: its picture and, over it, its text, so that it can be selected, searched and read aloud. */
export function PdfPage({ pdf, number, guess, scale, onFailed }: PdfPageProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const near = useNear(frame);
  const [[width, height], setSize] = useState(guess);
  const [failed, setFailed] = useState(false);
  const isDrawn = useRef(false);

  useEffect(() => {
    if (!near) {
      isDrawn.current = false;
      return;
    }
    const drawing = new AbortController();
    const draw = async () => {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale });
      if (drawing.signal.aborted || canvas.current === null || text.current === null) return;
      setSize([viewport.width / scale, viewport.height / scale]);
      await Promise.all([
        drawPicture(page, canvas.current, scale, drawing.signal),
        drawText(page, text.current, scale, drawing.signal),
      ]);
      if (!drawing.signal.aborted) setFailed(false);
    };
    const begin = () =>
      draw().catch((error: unknown) => {
        if (drawing.signal.aborted || error instanceof RenderingCancelledException) return;
        setFailed(true);
        onFailed();
      });
    const timer = window.setTimeout(() => void begin(), isDrawn.current ? REDRAW_AFTER : 0);
    isDrawn.current = true;
    return () => {
      window.clearTimeout(timer);
      drawing.abort();
    };
  }, [near, pdf, number, scale, onFailed]);

  const style: CSSProperties & Record<`--${string}`, string | number> = {
    width: width * scale,
    height: height * scale,
    "--total-scale-factor": scale,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would promise a form
    <div
      ref={frame}
      className="pdf-page"
      role="group"
      aria-label={t("document.page", { page: number, count: pdf.numPages })}
      style={style}
    >
      {near && <canvas ref={canvas} className="pdf-picture" />}
      {near && <div ref={text} className="textLayer" />}
      {failed && <p className="pdf-page-failed">{t("document.pageFailed", { page: number })}</p>}
    </div>
  );
}

/** True while the element is in or near the view: far pages release their memory. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: current.parentElement,
      rootMargin: AHEAD,
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

async function drawText(page: PDFPageProxy, container: HTMLElement, scale: number, signal: AbortSignal) {
  const textContentSource = await page.getTextContent();
  if (signal.aborted) return;
  container.replaceChildren();
  const layer = new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale }) });
  signal.addEventListener("abort", () => layer.cancel(), { once: true });
  await layer.render();
}
