import { type ReactNode, useEffect, useRef } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { isolate, useFocusStays } from "../../components/index.ts";
import { focusHeadingOnArrival } from "./arrival.ts";
import "./page.css";

interface PageProps {
  readonly title: string;
  /** Distinguishes it from others with its title; never cut off. */
  readonly which?: string;
  /** Right after the title: the control that changes it. */
  readonly rename?: ReactNode;
  /** Beside the title: status, back link and similar. */
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A view's frame: one heading, its actions, and the content below. The window's title follows the heading. */
export function Page({ title, which, rename, beside, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${isolate(title)}${which === undefined ? "" : `, ${which}`} · Countersign`;
  }, [title, which]);
  useEffect(focusHeadingOnArrival, []);
  const page = useRef<HTMLDivElement>(null);
  useFocusStays(page);
  return (
    <div className="page" ref={page}>
      <header className="page-head">
        <div className="page-title">
          {which === undefined ? (
            <h1 className="truncate" tabIndex={-1} title={marksShown(title)}>
              {marksShown(title)}
            </h1>
          ) : (
            <h1 className="with-which" tabIndex={-1} title={marksShown(title)}>
              <span className="truncate">{marksShown(title)}</span> <span className="soft">{which}</span>
            </h1>
          )}
          {rename}
          {beside}
        </div>
        <div className="buttons">{actions}</div>
      </header>
      {children}
    </div>
  );
}
