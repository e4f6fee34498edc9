import type { OutputOf } from "../../../src-shared/bridge/index.ts";
import { type Act, type Bulk, host, useBulk } from "../../app/index.ts";
import {
  confirmFirst,
  type Selection,
  type SelectionAct,
  SelectionBar,
  useTranslation,
} from "../../components/index.ts";
import { OPERATION_ICONS } from "../operation-icons.ts";

type Summary = OutputOf<"instances.list">["items"][number];

interface Props {
  readonly selection: Selection<Summary>;
  /** Whether the list shows the trash; null: both. */
  readonly trashed: boolean | null;
}

const ACTS = {
  cancel: { icon: OPERATION_ICONS.cancel, takes: (run: Summary) => !run.trashed && isOpen(run) },
  trash: { icon: OPERATION_ICONS.trash, takes: (run: Summary) => !run.trashed && hasEnded(run) },
  restore: { icon: OPERATION_ICONS.restore, takes: (run: Summary) => run.trashed },
  delete: { icon: OPERATION_ICONS.delete, takes: (run: Summary) => run.trashed },
} as const;
type Operation = keyof typeof ACTS;
/** The operation that undoes each one. */
const BACK: Readonly<Partial<Record<Operation, Operation>>> = { trash: "restore", restore: "trash" };

/** A timed-out run has ended, and can still be extended or canceled [G10]. */
const isOpen = ({ status }: Summary) => status === "in_progress" || status === "timed_out";
const hasEnded = ({ status }: Summary) => status !== "in_progress" && status !== "finalising";

const asking =
  (operation: Operation): Act<Summary> =>
  ({ id }) =>
    host.call(`instances.${operation}`, { id });

/** Operations on several runs at once: each takes the runs that allow it, and says how many. */
export function RunsSelection({ selection, trashed }: Props) {
  const { t } = useTranslation();
  const { progress, run } = useBulk();
  const { chosen, only } = selection;
  const count = chosen.length;
  const wordOf = (operation: Operation) => t(operation === "cancel" ? "selection.cancel" : `operations.${operation}`);

  const doAll = async (operation: Operation) => {
    const items = chosen.filter(ACTS[operation].takes);
    const others = count - items.length;
    if (operation === "cancel" || operation === "delete") {
      const kept = others > 0 ? [t("selection.others", { count: others })] : [];
      const sure = await confirmFirst({
        title: t(`selection.${operation}Title`, { count: items.length }),
        body: [t(operation === "cancel" ? "operations.cancelText" : "selection.deleteRuns"), ...kept].join(" "),
        confirm: wordOf(operation),
        ...(operation === "cancel" && { keep: t("operations.cancelKeep") }),
        dangerous: true,
      });
      if (!sure) return;
    }
    const back = BACK[operation];
    const bulk: Bulk<Summary> = {
      items,
      act: asking(operation),
      ...(back && { undo: asking(back) }),
      done: (done) => t(`selection.${operation}Done`, { count: done }),
      failed: t(`operations.${operation}Failed`),
      keyOf: ({ id }) => id,
      deletes: operation === "delete",
    };
    only(await run(bulk));
  };
  const shown: readonly Operation[] = [
    ...(trashed === true ? [] : (["cancel", "trash"] as const)),
    ...(trashed === false ? [] : (["restore", "delete"] as const)),
  ];
  const acts = shown.map(
    (operation): SelectionAct => ({
      label: wordOf(operation),
      icon: ACTS[operation].icon,
      dangerous: operation === "delete",
      blocked: chosen.some(ACTS[operation].takes) ? null : t(`selection.${operation}None`),
      run: () => void doAll(operation),
    }),
  );
  return <SelectionBar {...{ count, acts, progress }} reading={selection.reading} onClear={() => only([])} />;
}
