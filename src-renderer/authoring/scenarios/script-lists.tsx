import { ArrowDown, ArrowUp, CircleX, Pencil, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { type Names, type ScriptChange, writtenStep } from "../../../src-shared/foresight/index.ts";
import { ownStepText, stepText } from "../../app/index.ts";
import { Button, IconButton, Menu, mac, matchesShortcut, useTranslation } from "../../components/index.ts";
import type { PlayedStep, ShownScenario, ShownScript } from "./played.ts";
import { choicesIn, type ScriptChoice } from "./script-choices.ts";
import { WaitDialog } from "./wait-dialog.tsx";
import "./script-lists.css";

interface Props {
  readonly scenario: ShownScenario;
  readonly scripts: readonly ShownScript[];
  readonly names: Names;
  readonly onChange: ChangeScript;
}

/** @returns whether it was done */
export type ChangeScript = (change: ScriptChange) => Promise<boolean>;

/** The list of each participant in a scenario, and the steps after everybody is done: editable lists. */
export function ScriptLists({ scenario: { steps, failed }, scripts, names, onChange }: Props) {
  const { t } = useTranslation();
  const choices = useMemo(() => choicesIn(t, names), [t, names]);
  const failing = failed?.at == null ? null : (steps[failed.at]?.range.from ?? null);
  return (
    <div className="scripts">
      {withEverybody(scripts, names).map((script) => (
        <ScriptList key={script.who ?? ""} {...{ script, failing, onChange }} choices={choices.get(script.who) ?? []} />
      ))}
    </div>
  );
}

/** Participants with something to do get a list, even if the text has none. */
function withEverybody(scripts: readonly ShownScript[], { participants, asks }: Names): readonly ShownScript[] {
  const asked = new Set(asks?.acts.map(({ who }) => who) ?? participants);
  const own = new Map(scripts.map((script) => [script.who, script]));
  const people = participants.filter((who) => asked.has(who) || own.has(who));
  return [...people, null].map((who) => own.get(who) ?? { who, entries: [] });
}

interface ListProps {
  readonly script: ShownScript;
  readonly choices: readonly ScriptChoice[];
  /** The place of the failing step in the text; null: none. */
  readonly failing: number | null;
  readonly onChange: ChangeScript;
}

type Tool = "up" | "down" | "remove";

function ScriptList({ script: { who, entries }, choices, failing, onChange }: ListProps) {
  const { t } = useTranslation();
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  /** A requested wait: a new one, or that of an entry. */
  const [waiting, setWaiting] = useState<{ readonly at: number } | null>(null);
  // The next focus, once the list has the requested change.
  const next = useRef<{ readonly at: number; readonly tool: Tool } | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    const { at, tool } = next.current;
    next.current = null;
    const place = entries.length === 0 ? "[data-tool=add]" : `li:nth-child(${at + 1}) [data-tool=${tool}]`;
    list.current?.querySelector<HTMLElement>(place)?.focus();
  }, [entries]);

  const change = async (what: Parameters<ChangeScript>[0], at: number, tool: Tool) => {
    next.current = { at, tool };
    if (!(await onChange(what))) next.current = null;
  };
  const move = (from: number, to: number, tool: Tool) => {
    if (to >= 0 && to < entries.length) void change({ change: "move", who, from, to }, to, tool);
  };
  const remove = (at: number) => void change({ change: "remove", who, at }, Math.min(at, entries.length - 2), "remove");
  const add = (written: ScriptChoice["entries"]) =>
    onChange({ change: "insert", who, at: entries.length, entries: written });
  const onKey = (at: number) => (event: KeyboardEvent) => {
    const does = KEYS.find(([keys]) => matchesShortcut(keys, event, mac))?.[1];
    if (does === undefined) return;
    event.preventDefault();
    if (does === "remove") remove(at);
    else move(at, does === "up" ? at - 1 : at + 1, does);
  };
  const title = who ?? t("scripts.then");
  return (
    <fieldset ref={list} className="script" data-last={who === null || undefined}>
      <legend id={id}>{title}</legend>
      {entries.length === 0 && <p className="soft">{t("scripts.nothing")}</p>}
      {entries.length > 0 && (
        <ol className="script-entries" aria-labelledby={id}>
          {entries.map((entry, at) => (
            <Entry
              // Entries have no names of their own: one is its place.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={at}
              {...{ who, entry, at, move, remove }}
              isLast={at === entries.length - 1}
              isFailing={failing === entry.range.from}
              onKey={onKey(at)}
              onEdit={() => setWaiting({ at })}
            />
          ))}
        </ol>
      )}
      <Menu
        trigger={
          <Button look="ghost" icon={Plus} writes data-tool="add" aria-label={t("outline.addTo", { what: title })}>
            {t("common.add")}
          </Button>
        }
        entries={[
          ...choices.map(({ label, entries: written }) => ({ label, writes: true, run: () => void add(written) })),
          { label: t("scripts.wait"), writes: true, run: () => setWaiting({ at: entries.length }) },
        ]}
      />
      {waiting !== null && (
        <WaitDialog
          value={entries[waiting.at]?.shown.waits ?? null}
          onDone={(time) => {
            const entry = writtenStep({ kind: "wait", ...time });
            return entries[waiting.at] === undefined
              ? add([entry])
              : onChange({ change: "replace", who, at: waiting.at, entry });
          }}
          onClose={() => setWaiting(null)}
        />
      )}
    </fieldset>
  );
}

const KEYS = [
  ["Alt+ArrowUp", "up"],
  ["Alt+ArrowDown", "down"],
  ["Delete", "remove"],
] as const;

interface EntryProps {
  readonly who: string | null;
  readonly entry: PlayedStep;
  readonly at: number;
  readonly isLast: boolean;
  readonly isFailing: boolean;
  readonly move: (from: number, to: number, tool: Tool) => void;
  readonly remove: (at: number) => void;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onEdit: () => void;
}

function Entry({ who, entry: { shown }, at, isLast, isFailing, move, remove, onKey, onEdit }: EntryProps) {
  const { t } = useTranslation();
  const what = who === null ? stepText(t, shown) : ownStepText(t, shown);
  return (
    <li onKeyDown={onKey}>
      <span className="script-words">
        {what}
        {isFailing && (
          <span className="scenario-mark tone-bad">
            <CircleX className="icon" aria-hidden /> {t("scenarios.failsHere")}
          </span>
        )}
      </span>
      <span className="script-tools">
        {shown.waits && <IconButton icon={Pencil} writes label={t("common.changeThis", { what })} onClick={onEdit} />}
        <IconButton
          icon={ArrowUp}
          data-tool="up"
          writes
          shortcut={KEYS[0][0]}
          label={t("scripts.up", { what })}
          blocked={at === 0 ? t("outline.isFirst") : null}
          onClick={() => move(at, at - 1, "up")}
        />
        <IconButton
          icon={ArrowDown}
          data-tool="down"
          writes
          shortcut={KEYS[1][0]}
          label={t("scripts.down", { what })}
          blocked={isLast ? t("outline.isLast") : null}
          onClick={() => move(at, at + 1, "down")}
        />
        <IconButton
          icon={Trash2}
          data-tool="remove"
          writes
          shortcut={KEYS[2][0]}
          label={t("common.removeThis", { what })}
          onClick={() => remove(at)}
        />
      </span>
    </li>
  );
}
