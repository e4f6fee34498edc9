import { type KeyboardEvent, useId, useRef, useState } from "react";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly long: boolean;
  /** A sentence if the text is not accepted. */
  readonly onDone: (text: string) => string | null;
  readonly onCancel: () => void;
}

/** Edits a name or a value in its row: Enter accepts, Escape cancels. */
export function RowField(props: Props) {
  const { label, value, long } = props;
  const [text, setText] = useState(value);
  const { problem, forget, onKey, onLeave } = useFinish(props, text);
  const problemId = useId();
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
          forget();
        }}
        onKeyDown={onKey}
        onBlur={onLeave}
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

/** Accepts the text once, or says why not; leaving the field accepts a changed text. */
function useFinish({ value, long, onDone, onCancel }: Props, text: string) {
  const [problem, setProblem] = useState<string | null>(null);
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
  const onLeave = () => (text === value ? cancel() : finish());
  return { problem, forget: () => setProblem(null), onKey, onLeave };
}
