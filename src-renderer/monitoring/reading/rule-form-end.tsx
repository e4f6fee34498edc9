import { Plus } from "lucide-react";
import { Button } from "../../components/index.ts";

interface Props {
  /** Why the rule cannot be added, in words; null: it can. */
  readonly wrong: string | null;
  /** Whether the form shows that, too. */
  readonly shown: boolean;
  readonly busy: boolean;
  readonly add: string;
}

/** The end of a rule form: its problem, and the button that adds the rule. */
export function RuleFormEnd({ wrong, shown, busy, add }: Props) {
  return (
    <>
      <p className="form-problem" role="status">
        {shown && wrong}
      </p>
      <div className="dialog-foot">
        <Button look="primary" type="submit" icon={Plus} writes busy={busy} blocked={wrong}>
          {add}
        </Button>
      </div>
    </>
  );
}
