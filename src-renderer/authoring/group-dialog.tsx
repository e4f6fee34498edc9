import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FlowOutline } from "../../src-shared/language/index.ts";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Choice } from "../components/page.tsx";
import { CheckList } from "./check-list.tsx";
import type { StageGroup, Verb } from "./stage-acts.ts";

export type GroupWanted = Pick<StageGroup, "verb" | "users" | "documents"> & { readonly count: number };

/** K of N participants sign or approve: who, what, and how many are enough. */
export function GroupDialog({
  outline,
  group,
  onDone,
  onClose,
}: {
  readonly outline: FlowOutline;
  /** null: a new one. */
  readonly group: StageGroup | null;
  readonly onDone: (wanted: GroupWanted) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [verb, setVerb] = useState<Verb>(group?.verb ?? "sign");
  const [users, setUsers] = useState<readonly string[]>(group?.users ?? []);
  const [documents, setDocuments] = useState<readonly string[]>(group?.documents ?? []);
  const [count, setCount] = useState(String(group?.count ?? 1));
  const needed = Number(count);
  const problem = whyNot();
  function whyNot(): string | null {
    if (users.length < 2) return t("group.needsUsers");
    if (documents.length === 0) return t("group.needsDocuments");
    if (!Number.isInteger(needed) || needed < 1 || needed > users.length)
      return t("group.needsCount", { all: users.length });
    return null;
  }
  const done = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null) return;
    onDone({ verb, users, documents, count: needed });
  };
  return (
    <Dialog open onClose={onClose} title={t(group ? "group.edit" : "group.new")} description={t("group.text")}>
      <form className="form" onSubmit={done}>
        {!group && (
          <Choice
            label={t("group.verb")}
            value={verb}
            onChange={setVerb}
            options={[
              ["sign", t("group.sign")],
              ["approve", t("group.approve")],
            ]}
          />
        )}
        <CheckList
          label={t("group.users")}
          names={outline.participants.map(({ name }) => name)}
          chosen={users}
          onChange={setUsers}
        />
        <CheckList
          label={t("group.documents")}
          names={outline.documents.map(({ name }) => name)}
          chosen={documents}
          onChange={setDocuments}
        />
        <label className="form-field">
          {t("group.count")}
          <input
            className="field number-field"
            type="number"
            min={1}
            max={Math.max(1, users.length)}
            value={count}
            onChange={(event) => setCount(event.target.value)}
          />
        </label>
        <p className={problem === null ? "soft" : "form-problem"} role="status">
          {problem ?? t("group.says", { count: needed, all: users.length })}
        </p>
        <div className="dialog-foot">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" blocked={problem}>
            {t(group ? "group.change" : "group.add")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
