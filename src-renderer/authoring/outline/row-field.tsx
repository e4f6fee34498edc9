import { type KeyboardEvent, useId, useRef, useState } from "react";

/** Where a name or a value is typed in its row: Enter takes it, Escape leaves it. */
export function RowField({
  label,
  value,
  long,
  onDone,
  onCancel,
}: {
  readonly label: string;
  readonly value: string;
  readonly long: boolean;
  /** A sentence when the text cannot be taken. */
  readonly onDone: (text: string) => string | null;
  readonly onCancel: () => void;
}) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const over = useRef(false);
  const finish = () => {
    if (over.current) return;
    const refused = onDone(text);
    over.current = refused === null;
    setProblem(refused);
  };
  const cancel = () => {
    over.current = true;
    onCancel();
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !(long && event.shiftKey)) finish();
    else if (event.key === "Escape") cancel();
    else return;
    event.preventDefault();
  };
  const Field = long ? "textarea" : "input";
  return (
    <span className="outline-edit">
      <Field
        className="field outline-field"
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : problemId}
        autoFocus
        value={text}
        rows={long ? 4 : undefined}
        autoComplete="off"
        spellCheck={long}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKey}
        onBlur={() => (text === value ? cancel() : finish())}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {problem !== null && (
        <span id={problemId} className="outline-refused" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
