import {
  CheckCircle2,
  CircleDashed,
  CircleHelp,
  CircleX,
  type LucideIcon,
  Pencil,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { useId, useState } from "react";
import { lineIndex, positionAt, type TextRange } from "../../../src-shared/basics/index.ts";
import type { CheckedExpectation, Expectation, PlacedExpectation } from "../../../src-shared/foresight/index.ts";
import { IconButton, MessageText, plainText, toggled, useTranslation } from "../../components/index.ts";
import { RunSteps } from "../foresight/run-steps.tsx";
import { ShowRunButton } from "../foresight/show-run-button.tsx";
import { useSession } from "../session/use-session.ts";
import type { Expected } from "./use-expected.ts";
import { expectationWords, type Standing, standingOf } from "./words.ts";

const LOOKS: Readonly<Record<Standing, readonly [tone: string, icon: LucideIcon]>> = {
  holds: ["good", CheckCircle2],
  fails: ["bad", CircleX],
  not_decided: ["wait", CircleHelp],
  untested: ["wait", TriangleAlert],
  unread: ["bad", CircleX],
  waits: ["quiet", CircleDashed],
  unchecked: ["quiet", CircleDashed],
};

/** Verdicts whose sentence already includes it. */
const SAYS_SO: ReadonlySet<Standing> = new Set(["not_decided", "untested"]);

interface Props {
  readonly expected: Expected;
  readonly onChange: (changed: { readonly index: number; readonly expectation: Expectation }) => void;
  readonly onRemove: (index: number) => void;
}

/** Each expectation as a sentence, with its verdict. */
export function ExpectationRows({ expected, onChange, onRemove }: Props) {
  const { read, verdictOf } = expected;
  // Keyed by the expectation: places change when one above is removed.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (read === null) return null;
  const lines = lineIndex(read.text);
  return (
    <ul className="foresight-rows">
      {read.expect.map((placed) => {
        const words = JSON.stringify(placed.expectation);
        return (
          <Row
            key={placed.index}
            {...{ placed, expected, onChange }}
            checked={verdictOf(placed)}
            line={positionAt(lines, placed.range.from).line}
            isOpen={open.has(words)}
            onToggle={() => setOpen(toggled(open, words))}
            onRemove={() => onRemove(placed.index)}
          />
        );
      })}
    </ul>
  );
}

interface RowProps extends Pick<Props, "expected" | "onChange"> {
  readonly placed: PlacedExpectation;
  readonly checked: CheckedExpectation | null;
  readonly line: number;
  /** Its run is visible. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}

function Row({ placed, checked, expected, line, isOpen, onToggle, onChange, onRemove }: RowProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const { index, expectation, pointer, range } = placed;
  const standing = standingOf(expectation, checked, expected.progress !== null);
  const [tone, Icon] = LOOKS[standing];
  const wrong = expected.problems.find(
    (problem) => problem.verdict === null && (problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`)),
  );
  const words = expectation === null ? t("expect.unread") : expectationWords(t, i18n.language, expectation);
  const what = plainText(words);
  const why = checked?.message ?? wrong?.message ?? "";
  const trace = checked?.trace ?? [];
  const runTitle = standing === "fails" ? why : what;
  return (
    <li className="expectation" data-standing={standing}>
      <Icon className={`icon tone-${tone}`} aria-label={t(`expect.standing.${standing}`)} />
      <span className="foresight-words">
        <MessageText text={words} />
        {standing !== "holds" && (
          <span className={`expectation-why tone-${tone}`}>
            {!SAYS_SO.has(standing) && <strong>{t(`expect.standing.${standing}`)}</strong>} <MessageText text={why} />
          </span>
        )}
      </span>
      <span className="expectation-tools">
        <PlaceButton line={line} range={range} />
        {trace.length > 0 && <ShowRunButton problem={what} controls={id} isOpen={isOpen} onToggle={onToggle} />}
        {expectation && (
          <IconButton
            icon={Pencil}
            writes
            label={t("common.changeThis", { what })}
            onClick={() => onChange({ index, expectation })}
          />
        )}
        <IconButton icon={Trash2} writes label={t("common.removeThis", { what })} onClick={onRemove} />
      </span>
      {isOpen && trace.length > 0 && <RunSteps run={trace} id={id} title={expected.isNewest ? runTitle : undefined} />}
    </li>
  );
}

/** Goes to a place in the text of the expectations. */
export function PlaceButton({ line, range }: { readonly line: number; readonly range: TextRange }) {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <button type="button" className="foresight-place" onClick={() => session.showBeside("expectations", range)}>
      {t("problems.line", { line })}
    </button>
  );
}
