import { Check } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { marksShown } from "../../../src-shared/basics/index.ts";
import { Button, type Translate, useReadOnly, useTranslation } from "../../components/index.ts";
import type { AnyHow, DraftConflict } from "./choices.ts";
import { SETTLES, SettleFooter } from "./settle-footer.tsx";
import { useKeys } from "./use-keys.ts";
import { type Of, useSettle } from "./use-settle.ts";

export type WholeHow = Exclude<AnyHow, unknown[]>;
type How = WholeHow;
const KEYS: Readonly<Record<string, How>> = { m: "mine", t: "theirs", e: "text" };

interface Props extends Of {
  readonly conflict: DraftConflict;
  /** Shown beside the parts of the flow, which receive the page's keys. */
  readonly isBeside?: boolean;
  /** Called with the choice whenever it changes; null: none. */
  readonly onChosen?: (how: WholeHow | null) => void;
}

/** A conflict of the whole flow: one side no longer has it, or the two cannot be merged [Y4, Y5, Y7]. */
export function SettleWhole({ conflict, isBeside = false, onChosen, ...of }: Props) {
  const { t } = useTranslation();
  const looking = useReadOnly();
  const section = useRef<HTMLElement>(null);
  const [past, setPast] = useState<readonly (How | null)[]>([]);
  const [chosen, setChosen] = useState<How | null>(null);
  const { busy, problem, settle } = useSettle(of, [chosen, conflict]);
  const answers = answersOf(t, conflict);
  useEffect(() => {
    onChosen?.(chosen);
    // A hidden answer is no longer chosen.
    return () => onChosen?.(null);
  }, [chosen, onChosen]);
  const choose = (how: How) => {
    if (how === chosen) return;
    setPast([...past, chosen]);
    setChosen(how);
  };
  const undo = () => {
    const before = past.at(-1);
    if (before === undefined) return;
    setPast(past.slice(0, -1));
    setChosen(before);
  };
  useKeys((key) => {
    const how = KEYS[key];
    if (looking !== null || isBeside) return false;
    if (key === "z") undo();
    else if (how === undefined || !answers.some(([one]) => one === how)) return false;
    else {
      choose(how);
      section.current?.querySelector<HTMLElement>(SETTLES)?.focus();
    }
    return true;
  });
  const keys = [...answers.map(([, text, shortcut]) => [shortcut, text]), ["Z", t("sync.conflict.undo")]];
  const words = chosen === null ? undefined : wholeWords(t, conflict, chosen);
  return (
    <section
      ref={section}
      className="settle-each"
      aria-label={t(isBeside ? "sync.conflict.whole" : "sync.conflict.list")}
    >
      <p className="soft">
        {isBeside ? t("sync.conflict.wholeText") : keys.map((key) => `${key.join(": ")}.`).join(" ")}
      </p>
      <div className="buttons" data-tip-side="bottom">
        {answers.map(([how, text, shortcut]) => (
          <Button
            key={how}
            writes
            look={how === chosen ? "primary" : "plain"}
            {...(how === chosen && { icon: Check })}
            {...(!isBeside && { shortcut })}
            aria-pressed={how === chosen}
            onClick={() => choose(how)}
          >
            {text}
          </Button>
        ))}
      </div>
      <SettleFooter
        status={words === undefined ? t("sync.conflict.chosenNone") : t("sync.conflict.chosenOne", { what: words })}
        canUndo={past.length > 0}
        onUndo={undo}
        {...{ busy, problem }}
        blocked={chosen === null ? t("sync.conflict.wholeBlocked") : null}
        onSettle={() => chosen !== null && settle(chosen)}
      />
    </section>
  );
}

/** An answer in words. */
export const wholeWords = (t: Translate, conflict: DraftConflict, how: WholeHow): string =>
  answersOf(t, conflict).find(([one]) => one === how)?.[1] ?? "";

/** The possible answers, in words, and their keys. */
function answersOf(
  t: Translate,
  { mine, theirs, reason, titleThere }: DraftConflict,
): readonly (readonly [how: How, words: string, key: string])[] {
  if (theirs === null)
    return [
      ["mine", t("sync.conflict.sendAgain"), "M"],
      ["theirs", t("sync.removeArchive"), "T"],
    ];
  if (mine === null)
    return [
      ["mine", t("sync.conflict.deleteThere"), "M"],
      ["theirs", t("sync.conflict.takeIn"), "T"],
    ];
  if (reason === "another_flow") {
    const title = marksShown(titleThere || t("common.untitled"));
    return [
      ["mine", t("sync.conflict.overwrite", { title }), "M"],
      ["theirs", t("sync.conflict.takeOther", { title }), "T"],
    ];
  }
  return [
    ["mine", t("sync.conflict.allMine"), "M"],
    ["theirs", t("sync.conflict.allTheirs"), "T"],
    ["text", t("sync.conflict.asText"), "E"],
  ];
}
