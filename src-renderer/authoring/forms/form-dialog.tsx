import type { FormEvent, ReactNode, RefObject } from "react";
import { Button, Dialog, useTranslation } from "../../components/index.ts";

interface Props {
  readonly title: string;
  readonly description?: string;
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** What still has to be given: said quietly, nothing is wrong yet. */
  readonly missing?: string | null;
  /** What is wrong with what was given. */
  readonly wrong?: string | null;
  /** What is wrong and told at its field: here it only stops the button. */
  readonly fieldProblem?: string | null;
  /** What the form does, once it can. */
  readonly summary: string;
  /** Names the element with that sentence, for a field that is described by it. */
  readonly summaryId?: string;
  /** The words on the button that does it. */
  readonly submit: string;
  readonly onDone: () => void;
  /** It was tried while something was missing or wrong. */
  readonly onRefused?: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog: its fields, what it still needs or will do, and the ways out. */
export function FormDialog(props: Props) {
  const { title, description, focusFirst, missing = null, wrong = null, fieldProblem = null } = props;
  const { t } = useTranslation();
  const blocked = wrong ?? fieldProblem ?? missing;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked === null) props.onDone();
    else props.onRefused?.();
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={title}
      {...(description && { description })}
      {...(focusFirst && { focusFirst })}
    >
      <form className="form" onSubmit={onSubmit}>
        {props.children}
        <p id={props.summaryId} className={wrong === null ? "soft" : "form-problem"} role="status">
          {wrong ?? missing ?? props.summary}
        </p>
        <div className="dialog-foot">
          <Button onClick={props.onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" blocked={blocked}>
            {props.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
