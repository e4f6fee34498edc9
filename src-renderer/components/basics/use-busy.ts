import { useRef, useState } from "react";

/** For an action that must not run twice: a press while it runs does nothing. */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  /** A second press can come before `busy` is rendered, and keys and the palette do not check a button. */
  const isUnderWay = useRef(false);
  /** @returns the result of `work`; undefined while another is running */
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
