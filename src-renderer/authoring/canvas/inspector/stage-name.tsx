import { type KeyboardEvent, type Ref, useId, useRef, useState } from "react";
import type { Intent } from "../../../../src-shared/language/index.ts";
import { useTranslation } from "../../../components/index.ts";
import { nameProblem } from "../../model/names.ts";

interface Props {
  readonly names: readonly string[];
  readonly at: number;
  readonly label: string;
  readonly className: string;
  readonly readOnly?: boolean;
  readonly onChange: (intents: readonly Intent[]) => Promise<boolean>;
  /** The field was left; `byKey`: by Enter or Escape. */
  readonly onDone?: (byKey: boolean) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A stage's name: Enter or leaving the field renames it, Escape keeps the old one. */
export function StageName({ names, at, label, className, readOnly = false, onChange, onDone, ref }: Props) {
  const { t } = useTranslation();
  const former = names[at] ?? "";
  const [name, setName] = useState(former);
  const problemId = useId();
  const byKey = useRef(false);
  const givenUp = useRef(false);
  const wanted = name.trim();
  const others = names.filter((_, index) => index !== at);
  // Enter was pressed on an empty name.
  const [isAsked, setIsAsked] = useState(false);
  const empty = isAsked ? t("common.nameFirst") : null;
  // A duplicate that is already in the text is reported there.
  const taken = wanted === former ? null : nameProblem(t, wanted, others);
  const wrong = wanted === "" ? empty : taken;
  const commit = () => {
    if (givenUp.current) return;
    if (wanted === "") {
      setName(former);
      setIsAsked(false);
    }
    const keeps = wanted === "" || wanted === former || wrong !== null;
    if (!keeps)
      void onChange([{ intent: "renameStage", stage: at, name: wanted }]).then((done) => {
        if (!done) setName(former);
      });
    onDone?.(byKey.current);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && wanted === "") setIsAsked(true);
    else if (event.key === "Enter" && wrong === null) {
      byKey.current = true;
      event.currentTarget.blur();
    }
    if (event.key !== "Escape" || (name === former && onDone === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    setName(former);
    if (onDone === undefined) return;
    // The field is removed, and leaving it must not rename.
    givenUp.current = true;
    onDone(true);
  };
  return (
    <>
      <input
        ref={ref}
        className={`field ${className}`}
        aria-label={label}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : problemId}
        value={name}
        readOnly={readOnly}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
        onBlur={commit}
        onKeyDown={onKey}
      />
      <span id={problemId} className="form-problem" role="status">
        {wrong}
      </span>
    </>
  );
}
