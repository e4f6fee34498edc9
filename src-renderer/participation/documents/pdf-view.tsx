import { Maximize2, ZoomIn, ZoomOut } from "lucide-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { openPdf } from "../../components/pdf/pdf-open.ts";
import { useTranslation } from "../session/texts.ts";
import { type Loading, useRetry } from "../session/use-retry.ts";
import { PdfPage } from "./pdf-page.tsx";
import { PdfFailed, PdfWait } from "./pdf-wait.tsx";
import { type Point, usePinch } from "./use-pinch.ts";

/** Zoom steps around "fit to width". */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const LEAST = 0.5;
const MOST = 4;
const FIT = 1;
const stepUp = (zoom: number) => STEPS.find((step) => step > zoom + 0.01) ?? MOST;
const stepDown = (zoom: number) => STEPS.findLast((step) => step < zoom - 0.01) ?? LEAST;
const within = (zoom: number) => Math.max(LEAST, Math.min(MOST, zoom));
/** CSS pixels: wider pages are not easier to read. */
const WIDEST = 880;

interface Opened {
  readonly pdf: PDFDocumentProxy;
  /** Width and height of the first page in points: the estimate for pages not measured yet. */
  readonly size: readonly [number, number];
}

function begin(url: string): Loading<Opened> {
  const task = openPdf(url);
  const open = async (): Promise<Opened> => {
    const pdf = await task.promise;
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
    return { pdf, size: [width, height] };
  };
  return { promise: open(), end: () => void task.destroy() };
}

/** The document's pages, drawn as they come into view; scrolled and zoomed by mouse, touch or keys. */
export function PdfView({ url, title }: { readonly url: string; readonly title: string }) {
  const { value, failed, fail } = useRetry(useCallback(() => begin(url), [url]));
  if (value === null) return failed ? <PdfFailed /> : <PdfWait />;
  return <Pages opened={value} title={title} onFailed={fail} />;
}

interface PagesProps {
  readonly opened: Opened;
  readonly title: string;
  /** A page could not be drawn. */
  readonly onFailed: () => void;
}

function Pages({ opened: { pdf, size }, title, onFailed }: PagesProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState<number>(FIT);
  const [page, setPage] = useState(1);
  const scale = (Math.min(width, WIDEST) / size[0]) * zoom;
  const around = useRef<Point | null>(null);
  useKeptPlace(scroller, scale, around);
  usePinch(scroller, (factor, point) => {
    around.current = point;
    setZoom((before) => within(before * factor));
  });
  const toStart = () => scroller.current?.scrollTo({ top: 0, behavior: "instant" });
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight, behavior: "instant" });
  const keys: Readonly<Record<string, () => void>> = {
    "+": () => setZoom(stepUp),
    "-": () => setZoom(stepDown),
    "0": () => setZoom(FIT),
    Home: toStart,
    End: toEnd,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    // The browser scrolls smoothly to the ends, and stops if a page measured during the scroll moves the rest.
    event.preventDefault();
    act();
  };
  return (
    <div className="pdf">
      {/* biome-ignore lint/a11y/useSemanticElements: a scrolled region has no element of its own */}
      <div
        ref={scroller}
        className="pdf-pages"
        role="region"
        aria-label={t("document.viewer", { title })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setPage(pageInSight(currentTarget))}
      >
        {width > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a document's pages never move
              key={index}
              pdf={pdf}
              number={index + 1}
              guess={size}
              scale={scale}
              onFailed={onFailed}
            />
          ))}
      </div>
      <div className="pdf-tools">
        <span className="pdf-place">{t("document.page", { page, count: pdf.numPages })}</span>
        <ToolButton icon={ZoomOut} label={t("document.zoomOut")} off={zoom <= LEAST} onClick={keys["-"]} />
        <span className="pdf-zoom" aria-live="polite">
          {Math.round(zoom * 100)} %
        </span>
        <ToolButton icon={ZoomIn} label={t("document.zoomIn")} off={zoom >= MOST} onClick={keys["+"]} />
        <ToolButton icon={Maximize2} label={t("document.fit")} off={zoom === FIT} onClick={keys["0"]} />
      </div>
    </div>
  );
}

interface ToolButtonProps {
  readonly icon: typeof ZoomIn;
  readonly label: string;
  readonly off: boolean;
  readonly onClick: (() => void) | undefined;
}

function ToolButton({ icon: Icon, label, off, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={off ? undefined : onClick}
    >
      <Icon className="icon" aria-hidden />
    </button>
  );
}

/** CSS pixels that a page may be wide without horizontal scrolling. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(current);
      setWidth(current.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Keeps the point in the middle, or between the fingers, in place when the zoom changes. */
function useKeptPlace(
  scroller: React.RefObject<HTMLElement | null>,
  scale: number,
  around: React.RefObject<Point | null>,
) {
  const before = useRef(scale);
  useLayoutEffect(() => {
    const { current } = scroller;
    const factor = scale / before.current;
    before.current = scale;
    if (current === null || factor === 1 || !Number.isFinite(factor)) return;
    const { left, top } = current.getBoundingClientRect();
    const point = around.current;
    around.current = null;
    const down = point === null ? current.clientHeight / 2 : point.y - top;
    current.scrollTop = (current.scrollTop + down) * factor - down;
    current.scrollLeft =
      point === null
        ? (current.scrollWidth - current.clientWidth) / 2
        : (current.scrollLeft + point.x - left) * factor - (point.x - left);
  }, [scroller, scale, around]);
}

/** Number of the page that fills the middle of the view. */
function pageInSight(scroller: HTMLElement): number {
  const middle = scroller.scrollTop + scroller.clientHeight / 2;
  const pages = [...scroller.children] as HTMLElement[];
  const index = pages.findLastIndex((page) => page.offsetTop <= middle);
  return Math.max(0, index) + 1;
}
