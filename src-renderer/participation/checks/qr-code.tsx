import { useEffect, useMemo, useState } from "react";
import { encode } from "uqr";
import { Button } from "../frame/parts.tsx";
import { useTranslation } from "../session/texts.ts";

/** A QR code whose text says that it opens nothing [U5]. */
function Picture({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, outline } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, outline: dark.join("") };
  }, [text]);
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={outline} />
    </svg>
  );
}

export function StillCode() {
  const { t } = useTranslation();
  return <Picture text={t("check.qr.content", { number: 0 })} label={t("check.qr.still")} />;
}

const asksForLessMotion = () => window.matchMedia("(prefers-reduced-motion: reduce)");

/** True while the system requests reduced motion. */
function useLessMotion(): boolean {
  const [less, setLess] = useState(() => asksForLessMotion().matches);
  useEffect(() => {
    const query = asksForLessMotion();
    const follow = () => setLess(query.matches);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, []);
  return less;
}

/** A new code each second, as real providers show; static on request, and if the system requests reduced motion. */
export function MovingCode() {
  const { t } = useTranslation();
  const less = useLessMotion();
  const [isHeld, setHeld] = useState(false);
  const [number, setNumber] = useState(0);
  const moves = !less && !isHeld;
  useEffect(() => {
    if (!moves) return;
    const timer = window.setInterval(() => setNumber((before) => before + 1), 1000);
    return () => window.clearInterval(timer);
  }, [moves]);
  return (
    <div className="qr-place">
      <Picture text={t("check.qr.content", { number })} label={moves ? t("check.qr.moving") : t("check.qr.still")} />
      {!less && (
        <Button look="ghost" onClick={() => setHeld(!isHeld)}>
          {isHeld ? t("check.qr.move") : t("check.qr.hold")}
        </Button>
      )}
    </div>
  );
}
