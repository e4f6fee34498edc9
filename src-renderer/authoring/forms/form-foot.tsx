import { Button, useTranslation } from "../../components/index.ts";

interface Props {
  /** What still has to be given: said quietly, nothing is wrong yet. */
  readonly missing: string | null;
  /** What is wrong with what was given. */
  readonly wrong?: string | null;
  /** What is wrong and told at its field: here it only stops the button. */
  readonly toldAbove?: string | null;
  /** What the form does, once it can. */
  readonly says: string;
  /** The words on the button that does it. */
  readonly does: string;
  readonly onClose: () => void;
}

/** The end of a dialog's form: what it still needs or will do, and the ways out. */
export function FormFoot({ missing, wrong = null, toldAbove = null, says, does, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <p className={wrong === null ? "soft" : "form-problem"} role="status">
        {wrong ?? missing ?? says}
      </p>
      <div className="dialog-foot">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" type="submit" blocked={wrong ?? toldAbove ?? missing}>
          {does}
        </Button>
      </div>
    </>
  );
}
