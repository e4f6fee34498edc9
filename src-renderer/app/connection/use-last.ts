import { useEffect, useRef } from "react";

/** The last value while a newer one loads: the screen stays the same until then. */
export function useLast<T>(value: T, loading: boolean): T {
  const last = useRef(value);
  useEffect(() => {
    if (!loading) last.current = value;
  }, [value, loading]);
  return loading ? last.current : value;
}
