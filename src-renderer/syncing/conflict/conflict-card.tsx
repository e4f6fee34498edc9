import { Check, Pencil } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { Button, Pill, useTranslation } from "../../components/index.ts";
import { changedWords } from "./changed-words.ts";
import { type Chosen, type Conflict, isEditable, kindsOf, proposalOf, wrongIn } from "./choices.ts";
import { type Names, NO_NAMES, namedValue } from "./named-value.ts";
import { pathWords } from "./path-words.ts";

/** Selects the edit button. */
export const EDITS = ".conflict-head > button";

interface Props {
  readonly conflict: Conflict;
  readonly names?: Names;
  /** Whether there is no common version: the sides are compared with each other. */
  readonly isUnknownBefore?: boolean;
  readonly chosen: Chosen | null;
  /** Whether the author has just asked to type. */
  readonly typing?: boolean;
  /** Whether this one receives the page's keys while no other has the focus. */
  readonly takesKeys?: boolean;
  /** @param byKey by keyboard, not by a pointer */
  readonly onChoose: (chosen: Chosen, byKey?: boolean) => void;
  readonly onEdit: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
}

/** One part that both sides changed: the earlier value, each side's value, and the choice. */
export function ConflictCard({
  conflict,
  names = NO_NAMES,
  isUnknownBefore = false,
  chosen,
  typing = false,
  takesKeys = false,
  onChoose,
  onEdit,
  onKey,
}: Props) {
  const { t } = useTranslation();
  const title = useId();
  const path = pathWords(t, conflict.path);
  const editable = isEditable(conflict);
  const wordsOf = (value: unknown) => (isNone(conflict, value) ? null : namedValue(t, conflict, value, names));
  const [base, mine, theirs] = [wordsOf(conflict.base), wordsOf(conflict.mine), wordsOf(conflict.theirs)];
  return (
    <li className="conflict-card" aria-labelledby={title} data-takes-keys={takesKeys || undefined} onKeyDown={onKey}>
      <header className="conflict-head">
        <h2 id={title}>{path}</h2>
        <span className="soft">
          {t(isUnknownBefore ? "sync.conflict.differs" : `sync.conflict.kind.${conflict.kind}`)}
        </span>
        {editable && (
          <Button
            look="ghost"
            icon={Pencil}
            writes
            shortcut="E"
            aria-pressed={chosen?.take === "value"}
            onClick={onEdit}
          >
            {t("sync.conflict.edit")}
          </Button>
        )}
      </header>
      <div className="conflict-sides">
        <Side
          name={t("sync.conflict.base")}
          words={base}
          besides={[mine, theirs]}
          none={t(isUnknownBefore ? "sync.conflict.unknownBefore" : "sync.conflict.none_before")}
        />
        {(["mine", "theirs"] as const).map((side) => (
          <Side
            key={side}
            name={t(`sync.conflict.${side}`)}
            words={side === "mine" ? mine : theirs}
            besides={[isUnknownBefore ? (side === "mine" ? theirs : mine) : base]}
            none={t(isUnknownBefore ? "sync.conflict.noneKnown" : "sync.conflict.nothing")}
            proposed={proposalOf(conflict) === side}
            isChosen={chosen?.take === side}
            choose={{
              words: t(side === "mine" ? "sync.conflict.takeMine" : "sync.conflict.takeTheirs"),
              shortcut: side === "mine" ? "M" : "T",
              isFirst: side === "mine",
              run: (byKey) => onChoose({ take: side }, byKey),
            }}
          />
        ))}
      </div>
      {chosen?.take === "value" && <Own {...{ conflict, path, typing, onChoose }} text={chosen.text} />}
    </li>
  );
}

/** On the wire, a field without a value is present as null; a flow without a folder is in the home folder. */
const isNone = ({ path }: Conflict, value: unknown): boolean =>
  value === undefined || (value === null && path[0] !== "folder_id");

interface SideProps {
  readonly name: string;
  /** null: this side has none. */
  readonly words: string | null;
  /** The texts to compare with: words that are not in all of them are marked. */
  readonly besides: readonly (string | null)[];
  /** Shown if this side has none. */
  readonly none: string;
  readonly proposed?: boolean;
  readonly isChosen?: boolean;
  readonly choose?: {
    readonly words: string;
    readonly shortcut: string;
    /** It takes the focus when the keyboard moves to its card. */
    readonly isFirst: boolean;
    readonly run: (byKey: boolean) => void;
  };
}

function Side({ name, words, besides, none, proposed, isChosen, choose }: SideProps) {
  const { t } = useTranslation();
  return (
    <div className="conflict-side" data-chosen={isChosen || undefined} data-tip-side="inline-end">
      <p className="conflict-side-name">
        <strong>{marksShown(name)}</strong>
        {proposed && <Pill>{t("sync.conflict.proposal")}</Pill>}
      </p>
      {words === null ? (
        <p className="soft conflict-value">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre className="conflict-value" tabIndex={0}>
          <Words text={words} others={besides.filter((one) => one !== null)} />
        </pre>
      )}
      {choose && (
        <Button
          look={isChosen ? "primary" : "plain"}
          {...(isChosen && { icon: Check })}
          writes
          shortcut={choose.shortcut}
          aria-pressed={isChosen}
          {...(choose.isFirst && { "data-first": "" })}
          onClick={({ detail }) => choose.run(detail === 0)}
        >
          {choose.words}
        </Button>
      )}
    </div>
  );
}

function Words({ text, others }: { readonly text: string; readonly others: readonly string[] }) {
  return changedWords(text, others).map(({ text: words, changed }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are never reordered
    changed ? <mark key={at}>{words}</mark> : <span key={at}>{words}</span>,
  );
}

interface OwnProps extends Pick<Props, "conflict" | "onChoose"> {
  readonly path: string;
  readonly text: string;
  readonly typing: boolean;
}

function Own({ conflict, path, text, typing, onChoose }: OwnProps) {
  const { t, i18n } = useTranslation();
  const wrong = wrongIn(conflict, text);
  const kinds = [...kindsOf(conflict)].map((kind) => t(`sync.conflict.kindOf.${kind}`));
  const expected = new Intl.ListFormat(i18n.language, { type: "disjunction" }).format(kinds);
  return (
    <label className="form-field">
      {t("sync.conflict.editLabel", { path })}
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the author has just asked to type here
        autoFocus={typing}
        className="field mono"
        rows={Math.min(12, text.split("\n").length + 1)}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        value={text}
        aria-invalid={wrong !== null}
        onChange={({ target }) => onChoose({ take: "value", text: target.value })}
      />
      {wrong !== null && (
        <span className="form-problem" role="alert">
          {t(`sync.conflict.${wrong}`, { count: text.length, expected })}
        </span>
      )}
    </label>
  );
}
