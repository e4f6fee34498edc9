import { Check } from "lucide-react";
import { useRef, useState } from "react";
import type { InputOf } from "../../../src-shared/bridge/index.ts";
import { Button, type Translate, useReadOnly, useTranslation } from "../../components/index.ts";
import type { DraftConflict } from "./choices.ts";
import { SETTLES, SettleFoot } from "./settle-foot.tsx";
import { useKeys } from "./use-keys.ts";
import { type Of, useSettle } from "./use-settle.ts";

type How = Exclude<InputOf<"sync.settle">["how"], unknown[]>;
const KEYS: Readonly<Record<string, How>> = { m: "mine", t: "theirs", e: "text" };

/** A conflict of the whole flow: one side has none any more, or the two do not go together [Y5, Y7]. */
export function SettleWhole({ conflict, ...of }: Of & { readonly conflict: DraftConflict }) {
  const { t } = useTranslation();
  const looking = useReadOnly();
  const section = useRef<HTMLElement>(null);
  const [past, setPast] = useState<readonly (How | null)[]>([]);
  const [chosen, setChosen] = useState<How | null>(null);
  const { busy, problem, settle } = useSettle(of, [chosen, conflict]);
  const answers = answersOf(t, conflict);
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
    if (looking !== null) return false;
    if (key === "z") undo();
    else if (how === undefined || !answers.some(([one]) => one === how)) return false;
    else {
      choose(how);
      section.current?.querySelector<HTMLElement>(SETTLES)?.focus();
    }
    return true;
  });
  const keys = [...answers.map(([, text, shortcut]) => [shortcut, text]), ["Z", t("sync.conflict.undo")]];
  const words = answers.find(([how]) => how === chosen)?.[1];
  return (
    <section ref={section} className="settle-each" aria-label={t("sync.conflict.list")}>
      <p className="soft">{keys.map((key) => `${key.join(": ")}.`).join(" ")}</p>
      <div className="buttons">
        {answers.map(([how, text, shortcut]) => (
          <Button
            key={how}
            writes
            look={how === chosen ? "primary" : "plain"}
            {...(how === chosen && { icon: Check })}
            {...{ shortcut }}
            aria-pressed={how === chosen}
            onClick={() => choose(how)}
          >
            {text}
          </Button>
        ))}
      </div>
      <SettleFoot
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

/** What can be done, in words, and the key of each. */
function answersOf(
  t: Translate,
  { mine, theirs }: DraftConflict,
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
  return [
    ["mine", t("sync.conflict.allMine"), "M"],
    ["theirs", t("sync.conflict.allTheirs"), "T"],
    ["text", t("sync.conflict.asText"), "E"],
  ];
}
