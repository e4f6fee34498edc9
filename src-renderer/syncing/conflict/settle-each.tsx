import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useCall } from "../../app/index.ts";
import { Button, useReadOnly, useTranslation } from "../../components/index.ts";
import { type Conflict, type DraftConflict, type How, isEditable, isSettled, settling } from "./choices.ts";
import { ConflictCard, EDITS } from "./conflict-card.tsx";
import { MergeErrors } from "./merge-errors.tsx";
import { type Names, NO_NAMES } from "./named-value.ts";
import { SETTLES, SettleFooter } from "./settle-footer.tsx";
import { useChoices } from "./use-choices.ts";
import { useKeys } from "./use-keys.ts";
import { type Of, useSettle } from "./use-settle.ts";

interface Props extends Of {
  readonly conflicts: readonly Conflict[];
  readonly names?: Names;
  readonly isUnknownBefore?: boolean;
  /** Called with the current choices whenever they change. */
  readonly onChosen?: (how: How) => void;
  /** The label of the answer for the whole flow, if that is chosen; null: it is not. */
  readonly instead?: string | null;
  /** Opens the answers for the whole flow. */
  readonly onWhole?: (() => void) | undefined;
}

/** Each conflict separately, by button or by one key; choices can be undone until the conflict is resolved. */
export function SettleEach({
  conflicts,
  names = NO_NAMES,
  isUnknownBefore = false,
  onChosen,
  instead = null,
  onWhole,
  ...of
}: Props) {
  const { t } = useTranslation();
  const looking = useReadOnly();
  const list = useRef<HTMLUListElement>(null);
  const section = useRef<HTMLElement>(null);
  const { choices, keys, typing, canUndo, choose, startText, undo } = useChoices(of.draft, conflicts);
  const { busy, problem, settle } = useSettle(of, [keys, choices]);
  const how = useMemo(() => settling(conflicts, choices), [conflicts, choices]);
  useEffect(() => onChosen?.(how), [how, onChosen]);
  const done = conflicts.filter((conflict, at) => isSettled(conflict, choices[at])).length;
  const errors = useBrought(of, how, done === conflicts.length);
  const edit = (at: number, conflict: Conflict) => {
    if (choices[at]?.take === "value") list.current?.children[at]?.querySelector("textarea")?.focus();
    else startText(conflict);
  };
  // The resolve button comes after the last part.
  const stops = `[data-first], ${SETTLES}`;
  const focus = (at: number) => section.current?.querySelectorAll<HTMLElement>(stops)[at]?.focus();
  /**
   * Keeps the typed text and returns the letter keys to the page: to the next part, unless the text cannot be parsed.
   */
  const leaveText = (at: number) => {
    const conflict = conflicts[at];
    if (conflict !== undefined && isSettled(conflict, choices[at])) focus(at + 1);
    else list.current?.children[at]?.querySelector<HTMLElement>(EDITS)?.focus();
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const typing = event.target instanceof HTMLTextAreaElement;
    if (typing && event.key === "Escape" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      leaveText(at);
    }
    if (typing || event.ctrlKey || event.metaKey || event.altKey || looking !== null) return;
    const conflict = conflicts[at];
    if (conflict === undefined || !act(event.key, conflict, at)) return;
    event.preventDefault();
  };
  /** @returns whether the key has an action */
  const act = (key: string, conflict: Conflict, at: number): boolean => {
    if (key === "m" || key === "t") {
      choose(conflict, { take: key === "m" ? "mine" : "theirs" });
      focus(at + 1);
    } else if (key === "e" && isEditable(conflict)) edit(at, conflict);
    else if (key === "z") undo();
    else if (key === "ArrowDown" || key === "ArrowUp") focus(key === "ArrowUp" ? at - 1 : at + 1);
    else return false;
    return true;
  };
  // Works before anything has the focus: keys apply to the first unresolved part, or to the last.
  const next = conflicts.findIndex((conflict, at) => !isSettled(conflict, choices[at]));
  const at = next < 0 ? conflicts.length - 1 : next;
  const turn = conflicts[at];
  useKeys((key, target) => {
    const inside = target instanceof Node && list.current?.contains(target);
    if (inside || looking !== null || turn === undefined) return false;
    const below = target instanceof Node && section.current?.contains(target);
    return act(key, turn, !key.startsWith("Arrow") ? at : below ? conflicts.length : -1);
  });
  return (
    <section ref={section} className="settle-each" aria-label={t("sync.conflict.list")}>
      <p className="soft">{t(conflicts.some(isEditable) ? "sync.conflict.keys" : "sync.conflict.keysNoEdit")}</p>
      <ul ref={list} className="conflict-list">
        {conflicts.map((conflict, at) => (
          <ConflictCard
            key={keys[at]}
            {...{ conflict, names, isUnknownBefore }}
            chosen={choices[at] ?? null}
            typing={typing === keys[at]}
            takesKeys={conflict === turn}
            onChoose={(chosen, byKey = false) => {
              choose(conflict, chosen);
              // A second Enter resolves the flow, and never decides the next part.
              if (byKey && at === conflicts.length - 1) focus(at + 1);
            }}
            onEdit={() => edit(at, conflict)}
            onKey={(event) => onKey(event, at)}
          />
        ))}
      </ul>
      <SettleFooter
        status={t("sync.conflict.of", { done, all: conflicts.length })}
        canUndo={canUndo}
        onUndo={undo}
        {...{ busy, problem }}
        blocked={
          instead !== null
            ? t("sync.conflict.wholeChosen", { what: instead })
            : done < conflicts.length
              ? t("sync.conflict.settleBlocked")
              : errors.length > 0
                ? t("sync.conflict.brings", { count: errors.length })
                : null
        }
        onSettle={() => settle(how)}
      >
        {errors.length > 0 && instead === null && <Brought {...{ errors, onWhole }} />}
      </SettleFooter>
    </section>
  );
}

/** Errors that neither side has and that these choices introduce, once all are made [Y5]. */
function useBrought({ draft, account }: Of, chosen: How, isWhole: boolean): DraftConflict["errors"] {
  const asked = isWhole ? { name: account, key: draft, chosen } : null;
  const errors = useCall("sync.conflict.get", asked, ["account", "draft"]).value?.conflict?.errors;
  return errors ?? [];
}

function Brought({ errors, onWhole }: Pick<DraftConflict, "errors"> & Pick<Props, "onWhole">) {
  const { t } = useTranslation();
  return (
    <div className="form-problem conflict-brought" role="alert">
      <p>{t("sync.conflict.brings", { count: errors.length })}</p>
      <MergeErrors errors={errors} />
      <p>{t("sync.conflict.bringsText")}</p>
      {onWhole && <Button onClick={onWhole}>{t("sync.conflict.whole")}</Button>}
    </div>
  );
}
