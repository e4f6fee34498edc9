import { type RefObject, useEffect, useRef, useState } from "react";
import { type FrameLook, fromFrame } from "../../../src-shared/service/index.ts";

interface Framed {
  /** The access link that the frame opens. */
  readonly link: string;
  readonly look: Omit<FrameLook, "countersign">;
  /** The frame is in the page. */
  readonly seen: boolean;
  /** The user pressed the key that leaves the frame. */
  readonly onLeave: () => void;
}

interface Frame {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** The frame has loaded the page, or the browser's error page. */
  readonly onLoad: () => void;
  /** The page takes so long that it may never load: a browser may not know its address. */
  readonly isLate: boolean;
}

/** Milliseconds before a missing page is requested again. */
const RETRY = 2000;
/** Milliseconds without the page before the user is told. */
const LATE = 8000;

/**
 * Controls a participant's page in its frame: its look, and whether it is visible. The service sends updates to the
 * page itself. If the service is away, the page is requested again until it loads.
 */
export function useFrame({ link, look, seen, onLeave }: Framed): Frame {
  const frame = useRef<HTMLIFrameElement>(null);
  const isThere = useRef(false);
  const retry = useRef<number | undefined>(undefined);
  /** Counts page loads: after each one the page needs its look again. */
  const [loads, setLoads] = useState(0);
  const [isLate, setLate] = useState(false);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const { origin } = new URL(link);
  const say = (message: FrameLook) => frame.current?.contentWindow?.postMessage(message, origin);

  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== origin) return;
      const heard = fromFrame.safeParse(event.data);
      if (!heard.success) return;
      if (heard.data.countersign === "leave") return leave.current();
      isThere.current = true;
      window.clearTimeout(retry.current);
      setLoads((before) => before + 1);
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, [origin]);

  const { theme, language, resting } = look;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `msg` only reads the frame and the origin
  useEffect(() => {
    if (loads > 0) say({ countersign: "look", theme, language, resting });
  }, [loads, theme, language, resting, origin]);
  useEffect(() => {
    if (!seen || loads > 0) return setLate(false);
    const timer = window.setTimeout(() => setLate(true), LATE);
    return () => window.clearTimeout(timer);
  }, [seen, loads]);
  useEffect(() => () => window.clearTimeout(retry.current), []);
  const onLoad = () => {
    // Later it may be anywhere: a redirect leads to other people's pages.
    if (isThere.current) return;
    window.clearTimeout(retry.current);
    retry.current = window.setTimeout(() => frame.current?.setAttribute("src", link), RETRY);
  };
  return { frame, onLoad, isLate };
}
