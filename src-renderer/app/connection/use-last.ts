import { useEffect, useRef } from "react";

/** What came last, while something newer is asked for: what is on the screen stays until then. */
export function useLast<T>(value: T, loading: boolean): T {
  const last = useRef(value);
  useEffect(() => {
    if (!loading) last.current = value;
  }, [value, loading]);
  return loading ? last.current : value;
}
