import { type RefObject, useEffect, useRef, useState } from "react";
import { type FrameLook, fromFrame } from "../../../src-shared/service/index.ts";

interface Framed {
  /** The access link that the frame opens. */
  readonly link: string;
  readonly look: Omit<FrameLook, "countersign">;
  /** The person in the frame pressed the key that leads back. */
  readonly onLeave: () => void;
}

/** Talks to a participant's page in its frame: how it looks, and whether it is in sight. What changes the service tells it. */
export function useFrame({ link, look, onLeave }: Framed): RefObject<HTMLIFrameElement | null> {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the page has been loaded: each time it knows nothing of its look. */
  const [loads, setLoads] = useState(0);
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
  return frame;
}
