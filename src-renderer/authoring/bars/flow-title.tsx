import { Pencil } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { LONGEST_TITLE } from "../../../src-shared/language/index.ts";
import { keysOf } from "../../app/index.ts";
import { IconButton, useBusy, useTranslation } from "../../components/index.ts";
import { useSession } from "../session/use-session.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import "./flow-title.css";

const RENAME = keysOf("draft.rename");

/** Renames the flow in its heading; while not in use, it is beside the heading. */
export function FlowTitle({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { unlessBusy } = useBusy();
  const [typed, setTyped] = useState<string | null>(null);
  // Enter was pressed on an empty title.
  const [isMissing, setIsMissing] = useState(false);
  const problem = useId();
  const pencil = useRef<HTMLButtonElement>(null);
  // The element with the focus before typing; null once the focus should not return.
  const before = useRef<Element | null>(null);
  const start = () => {
    before.current = document.activeElement;
    setTyped(title);
    setIsMissing(false);
  };
  useLayoutEffect(() => {
    const back = before.current;
    if (typed !== null || back === null) return;
    before.current = null;
    if (back instanceof HTMLElement && back.isConnected && back !== document.body) back.focus();
    else pencil.current?.focus();
  }, [typed]);
  useFlowActions([["draft.rename", t("flows.rename"), start, { writes: true }]]);
  if (typed === null)
    return <IconButton ref={pencil} icon={Pencil} label={t("flows.rename")} shortcut={RENAME} writes onClick={start} />;
  const value = typed.trim();
  /** A title that cannot be set now because the text has errors stays in the field. */
  const commit = async () => {
    const keeps = value === "" || value === title;
    if (keeps || (await session.change([{ intent: "setField", field: "title", value }]))) setTyped(null);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // Else the key would press the pencil, which has the focus next.
    event.preventDefault();
    if (event.key === "Escape") setTyped(null);
    else if (value === "") setIsMissing(true);
    else void unlessBusy(commit);
  };
  const isRefused = isMissing && value === "";
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the author has just asked to type here
        autoFocus
        className="field title-field"
        aria-label={t("flows.name")}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? problem : undefined}
        value={typed}
        maxLength={LONGEST_TITLE}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          before.current = null;
          void unlessBusy(commit);
        }}
        onKeyDown={onKey}
      />
      <span id={problem} className="form-problem" role="status">
        {isRefused && t("common.nameFirst")}
      </span>
    </>
  );
}
