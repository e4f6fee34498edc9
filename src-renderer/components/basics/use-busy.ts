import { useRef, useState } from "react";

/** For an act that is not asked for twice: what is pressed again while it is under way does nothing. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  /** A second press can come before `busy` is drawn, and keys and the palette do not look at a button. */
  const isUnderWay = useRef(false);
  /** @returns what `work` gives; undefined while another is under way */
  const unlessBusy = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (isUnderWay.current) return undefined;
    isUnderWay.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  };
  return { busy, unlessBusy };
}
