import { CircleDot, Cloud, Ellipsis, GitCompareArrows, ListPlus } from "lucide-react";
import { useState } from "react";
import {
  ActionButton,
  type AppAction,
  CompareThere,
  callOrNotify,
  gone,
  goTo,
  host,
  menuEntryOf,
  notify,
  reasonText,
  setRecorded,
  useAccountNames,
  useActions,
  useIsRecorded,
} from "../../app/index.ts";
import {
  confirmFirst,
  FORM_PROBLEM,
  FormDialog,
  IconButton,
  InputField,
  Menu,
  useBusy,
  useTranslation,
} from "../../components/index.ts";
import { CompareDialog } from "../compare/compare-dialog.tsx";
import { OPERATION_ICONS } from "../operation-icons.ts";
import { SaveAsScenario } from "../recording/save-as-scenario.tsx";
import { typedDays } from "../typed-days.ts";
import type { Detail } from "../types.ts";

type Operation = Exclude<keyof typeof OPERATION_ICONS, "remind">;
/** Only irreversible operations ask for confirmation. */
type Asked = "cancel" | "delete";
type Unasked = "trash" | "restore";

/** The operation that undoes each one. */
const BACK: Readonly<Partial<Record<Asked | Unasked, Unasked>>> = { trash: "restore", restore: "trash" };
const isAsked = (operation: Asked | Unasked): operation is Asked => operation === "cancel" || operation === "delete";

const disabledReason = (reason: string | null) => reason && reasonText(reason);

/** The author's operations on a run. Refused ones say why. */
export function Operations({ instance, onDone }: { readonly instance: Detail; readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [prolonging, setProlonging] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [comparingThere, setComparingThere] = useState(false);
  const accounts = useAccountNames();
  const [saving, setSaving] = useState(false);
  const { id, draftId, operations } = instance;
  const isRecorded = useIsRecorded(id);

  const run = async (operation: Asked | Unasked) => {
    if (isAsked(operation)) {
      const sure = await confirmFirst({
        title: t(`operations.${operation}Title`),
        body: t(`operations.${operation}Text`),
        confirm: t(`operations.${operation}`),
        ...(operation === "cancel" && { keep: t("operations.cancelKeep") }),
        dangerous: true,
      });
      if (!sure) return;
    }
    const done = await callOrNotify(t(`operations.${operation}Failed`), `instances.${operation}`, { id });
    if (!done) return;
    if (operation === "delete") gone([id]);
    const back = BACK[operation];
    const undo = () =>
      void callOrNotify(t(`operations.${back ?? operation}Failed`), `instances.${back ?? operation}`, { id });
    notify(t(`operations.${operation}Done`), undefined, back && { label: t("common.undo"), run: undo, on: [id] });
    if (operation === "delete") goTo("instances");
    else onDone();
  };
  const group = t("common.run");
  const action = (operation: Operation, act: () => void): AppAction => ({
    id: `instance.${operation}`,
    icon: OPERATION_ICONS[operation],
    title: t(`operations.${operation}`),
    group,
    disabled: disabledReason(operations[operation]),
    writes: true,
    run: act,
  });
  const compare = { id: "instance.compare", icon: GitCompareArrows, title: t("compare.action"), group };
  const actions: readonly AppAction[] = [
    action("prolong", () => setProlonging(true)),
    action("cancel", () => void run("cancel")),
    { ...compare, run: () => setComparing(true) },
    {
      ...{ id: "instance.compareThere", icon: Cloud, title: t("drift.action"), group, writes: true },
      disabled: draftId === null ? t("plays.noFlow") : accounts.length === 0 ? t("drift.noAccount") : null,
      run: () => setComparingThere(true),
    },
    {
      ...{ id: "instance.record", icon: CircleDot, title: t("plays.startRecording"), group, writes: true },
      disabled: draftId === null ? t("plays.noFlow") : isRecorded ? t("plays.recorded") : null,
      run: () => setRecorded(id, true),
    },
    {
      ...{ id: "instance.saveAsScenario", icon: ListPlus, title: t("plays.saveAsScenario"), group, writes: true },
      disabled: draftId === null ? t("plays.noFlow") : null,
      run: () => setSaving(true),
    },
    action("trash", () => void run("trash")),
    action("restore", () => void run("restore")),
    action("delete", () => void run("delete")),
  ];
  useActions(actions);

  return (
    <>
      {actions.slice(0, 2).map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t("operations.more")} />}
        entries={actions
          .slice(2)
          .map((action) => ({ ...menuEntryOf(action), dangerous: action.id === "instance.delete" }))}
      />
      {comparing && <CompareDialog instance={instance} onClose={() => setComparing(false)} />}
      {comparingThere && <CompareThere of={{ run: id }} onClose={() => setComparingThere(false)} />}
      {saving && draftId !== null && <SaveAsScenario {...{ id, draftId }} onClose={() => setSaving(false)} />}
      {prolonging && <Prolong id={id} onClose={() => setProlonging(false)} onDone={onDone} />}
    </>
  );
}

interface ProlongProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Prolong({ id, onClose, onDone }: ProlongProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("30");
  const [refused, setRefused] = useState<string | null>(null);
  const { busy, unlessBusy } = useBusy();
  const days = typedDays(text);
  const wrong = days === null ? t("operations.noDays") : null;
  const submit = () =>
    unlessBusy(async () => {
      if (days === null) return;
      const answer = await host.call("instances.prolong", { id, days });
      if (!answer.ok) return setRefused(answer.error.message);
      notify(t("operations.prolonged", { count: days }));
      onClose();
      onDone();
    });
  return (
    <FormDialog
      title={t("operations.prolong")}
      description={t("operations.prolongText")}
      done={t("operations.prolong")}
      busy={busy}
      problem={wrong ?? refused}
      blocked={wrong}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        label={t("operations.days")}
        inputMode="numeric"
        value={text}
        aria-invalid={wrong !== null}
        aria-describedby={FORM_PROBLEM}
        onFocus={(event) => event.target.select()}
        onChange={(typed) => {
          setText(typed);
          setRefused(null);
        }}
      />
    </FormDialog>
  );
}
