import { useState } from "react";
import type { FlowOutline } from "../../../../src-shared/language/index.ts";
import { Choice, useTranslation } from "../../../components/index.ts";
import { CheckList } from "../../forms/check-list.tsx";
import { FormDialog } from "../../forms/form-dialog.tsx";
import type { StageGroup, Verb } from "../../model/stage-acts.ts";

export type GroupWanted = Pick<StageGroup, "verb" | "users" | "documents"> & { readonly count: number };

interface Props {
  readonly outline: FlowOutline;
  /** null: a new one. */
  readonly group: StageGroup | null;
  readonly onDone: (wanted: GroupWanted) => void;
  readonly onClose: () => void;
}

/** As it is filled in: the number may be no number yet. */
type GroupForm = Omit<GroupWanted, "count"> & { readonly count: string };

/** K of N participants sign or approve: who, what, and how many are enough. */
export function GroupDialog({ outline, group, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState<GroupForm>({
    verb: group?.verb ?? "sign",
    users: group?.users ?? [],
    documents: group?.documents ?? [],
    count: String(group?.count ?? 1),
  });
  const [count, all] = [Number(form.count), form.users.length];
  const missing = all < 2 ? t("group.needsUsers") : form.documents.length === 0 ? t("common.needsDocuments") : null;
  const enough = Number.isInteger(count) && count >= 1 && count <= all;
  const wrong = missing === null && !enough ? t("group.needsCount", { all }) : null;
  return (
    <FormDialog
      title={t(group ? "group.edit" : "group.new")}
      description={t("group.text")}
      missing={missing}
      wrong={wrong}
      summary={t("group.says", { count, all })}
      submit={t(group ? "group.edit" : "group.add")}
      onDone={() => onDone({ ...form, count })}
      onClose={onClose}
    >
      <Fields
        outline={outline}
        form={form}
        isNew={group === null}
        onChange={(changed) => setForm({ ...form, ...changed })}
      />
    </FormDialog>
  );
}

interface FieldsProps extends Pick<Props, "outline"> {
  readonly form: GroupForm;
  /** The verb of a group that stands in the flow is not changed. */
  readonly isNew: boolean;
  readonly onChange: (changed: Partial<GroupForm>) => void;
}

function Fields({ outline, form, isNew, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {isNew && (
        <Choice
          label={t("group.verb")}
          value={form.verb}
          onChange={(verb: Verb) => onChange({ verb })}
          options={[
            ["sign", t("group.sign")],
            ["approve", t("group.approve")],
          ]}
        />
      )}
      <CheckList
        label={t("common.participants")}
        names={outline.participants.map(({ name }) => name)}
        chosen={form.users}
        onChange={(users) => onChange({ users })}
      />
      <CheckList
        label={t("common.documents")}
        names={outline.documents.map(({ name }) => name)}
        chosen={form.documents}
        onChange={(documents) => onChange({ documents })}
      />
      <label className="form-field">
        {t("group.count")}
        <input
          className="field number-field"
          type="number"
          min={1}
          max={Math.max(1, form.users.length)}
          value={form.count}
          onChange={(event) => onChange({ count: event.target.value })}
        />
      </label>
    </>
  );
}
