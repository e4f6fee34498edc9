import { CircleDot, ListPlus, ListVideo, Plus, UsersRound } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { type Names, unusedName } from "../../../src-shared/foresight/index.ts";
import { CompareThere, setChoice } from "../../app/index.ts";
import {
  Button,
  Choice,
  EmptyState,
  MessageText,
  NameDialog,
  type Translate,
  toggled,
  useTranslation,
} from "../../components/index.ts";
import { CompanionEditor } from "../editor/companion-editor.tsx";
import { type ShownAs, useShownAs } from "../editor/use-shown-as.ts";
import { useNames } from "../expectations/use-expected.ts";
import { NotChecked } from "../foresight/not-checked.tsx";
import type { AnalysisView } from "../language/analysis-view.ts";
import { useAsked } from "../language/use-asked.ts";
import { useSession } from "../session/use-session.ts";
import { useSaved, useStart } from "../session/use-start.ts";
import { useFlowActions } from "../use-flow-actions.ts";
import { askScenarios } from "./ask-scenarios.ts";
import { CoveragePart } from "./coverage.tsx";
import type { PlayedScenarios } from "./played.ts";
import { scenarioProblems } from "./scenario-problems.ts";
import { ScenarioRow } from "./scenario-row.tsx";
import { type ScenarioCommands, useCommands } from "./use-commands.ts";
import { SHOW_COVERAGE } from "./use-coverage.ts";
import { useScenariosHere } from "./use-scenarios.ts";
import "./scenarios.css";

/** The flow's scenarios: their results, and the steps that they do not cover; as a list, or as text. */
export function ScenariosView({ analysis }: { readonly analysis: AnalysisView }) {
  const { t } = useTranslation();
  const session = useSession();
  const { played, isNewest, isSound, text } = useScenariosHere();
  const [shown, show] = useShownAs("scenarios");
  const [naming, setNaming] = useState<"steps" | "people" | null>(null);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const commands = useCommands(analysis.text, isSound);
  const names = useNames(analysis);
  const wrong = useMemo(
    () => ({ text: played?.text ?? "", problems: played ? scenarioProblems(t, played) : [] }),
    [t, played],
  );
  return (
    <section className="scenarios" aria-label={t("sides.scenarios")} aria-busy={isSound && !isNewest}>
      <div className="scenarios-bar">
        <Choice
          label={t("scenarios.shownAs")}
          value={shown}
          onChange={show}
          options={[
            ["list", t("common.list")],
            ["text", t("authoring.text")],
          ]}
        />
        <Tools {...{ commands, show }} played={isNewest ? played : null} onNew={setNaming} />
      </div>
      {shown === "list" ? (
        <div className="scenarios-list">
          {!isSound && <NotChecked analysis={analysis} isOlder={played !== null} />}
          {text.trim() === "" && (
            <EmptyState icon={ListVideo} title={t("scenarios.empty")}>
              <p>{t("scenarios.emptyText")}</p>
            </EmptyState>
          )}
          {played && (
            <PlayedList
              {...{ played, isNewest, commands, names, open }}
              onToggle={(key) => setOpen(toggled(open, key))}
            />
          )}
        </div>
      ) : (
        <CompanionEditor
          companion={session.companion("scenarios")}
          label={t("scenarios.text")}
          names={names}
          wrong={wrong}
        />
      )}
      {naming !== null && (
        <NameDialog
          title={t(naming === "steps" ? "scenarios.new" : "scripts.new")}
          label={t("scenarios.name")}
          done={t("common.add")}
          maxLength={200}
          onDone={async (name) => {
            if (!(await commands.add(name, naming))) return t("scenarios.fixFirst");
            // Its lists are open, to be filled.
            if (naming === "people") setOpen(new Set([...open, unusedName(name, namesIn(played))]));
            return null;
          }}
          onClose={() => setNaming(null)}
        />
      )}
    </section>
  );
}

interface ToolsProps {
  readonly commands: ScenarioCommands;
  /** null: newer texts are being played. */
  readonly played: PlayedScenarios | null;
  readonly show: (as: ShownAs) => void;
  readonly onNew: (as: "steps" | "people") => void;
}

function Tools({ commands, played, show, onNew }: ToolsProps) {
  const { t } = useTranslation();
  const missing = useMissing(played);
  const { blocked, writeMissing } = commands;
  const { busy, start } = useStart();
  const record = () => void start("virtual", "recorded");
  useFlowActions([
    ["scenarios.new", t("scenarios.new"), () => onNew("steps"), { writes: true, disabled: blocked }],
    ["scenarios.newByPeople", t("scripts.new"), () => onNew("people"), { writes: true, disabled: blocked }],
    ["scenarios.record", t("scenarios.record"), record, { writes: true, disabled: blocked }],
    ["scenarios.writeMissing", t("scenarios.writeAll"), writeMissing, { writes: true, disabled: blocked }],
    ["scenarios.list", t("scenarios.showList"), () => show("list")],
    ["scenarios.text", t("scenarios.showText"), () => show("text")],
  ]);
  const nothing = missing?.scenarios === 0 ? t("scenarios.nothingMissing") : null;
  return (
    <span className="buttons">
      <Button
        icon={CircleDot}
        writes
        busy={busy}
        blocked={blocked}
        aria-description={t("scenarios.recordText")}
        onClick={record}
      >
        {t("scenarios.recordShort")}
      </Button>
      <Button icon={Plus} writes blocked={blocked} onClick={() => onNew("steps")}>
        {t("scenarios.new")}
      </Button>
      <Button icon={UsersRound} writes blocked={blocked} onClick={() => onNew("people")}>
        {t("scripts.newShort")}
      </Button>
      <Button icon={ListPlus} writes blocked={blocked ?? nothing} onClick={() => void writeMissing()}>
        {missing && missing.scenarios > 0
          ? t("scenarios.writeMissing", { count: missing.scenarios })
          : t("scenarios.writeAll")}
      </Button>
    </span>
  );
}

interface ListProps {
  readonly played: PlayedScenarios;
  readonly isNewest: boolean;
  readonly commands: ScenarioCommands;
  readonly names: Names;
  /** The keys of the expanded ones. */
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

function PlayedList({ played, isNewest, commands, names, open, onToggle }: ListProps) {
  const { t } = useTranslation();
  const { showBeside, draft } = useSession();
  const [comparing, setComparing] = useState<string | null>(null);
  const saved = useSaved();
  const compareThere = async (name: string) => {
    if (await saved()) setComparing(name);
  };
  const list = useRef<HTMLUListElement>(null);
  const { text, scenarios, problems } = played;
  const failed = scenarios.filter((one) => one.failed !== null).length;
  const keys = keysOf(scenarios);
  const remove = async (at: number, name: string) => {
    if (!(await commands.remove({ at, name, seen: text }))) return;
    const heads = list.current?.querySelectorAll<HTMLElement>(".scenario > .fold-row") ?? [];
    (heads[at + 1] ?? heads[at - 1])?.focus();
  };
  const [problem] = problems;
  return (
    <div className="foresight-seen" data-older={!isNewest || undefined}>
      {scenarios.length > 0 && <p role="status">{totals(t, failed, scenarios.length)}</p>}
      {problem && (
        <p className="foresight-note">
          {t("scenarios.textProblems", { count: problems.length })}{" "}
          <button type="button" className="foresight-place" onClick={() => showBeside("scenarios", problem.range)}>
            <MessageText text={problem.message} />
          </button>
        </p>
      )}
      {scenarios.length > 0 && (
        <ul ref={list} className="foresight-rows">
          {scenarios.map((scenario, at) => (
            <ScenarioRow
              key={keys[at]}
              {...{ scenario, names }}
              isOpen={open.has(keys[at] ?? "")}
              onToggle={() => onToggle(keys[at] ?? "")}
              onChangeScript={(change) => commands.changeScript({ at: scenario.at, seen: text }, change)}
              onCompareThere={() => void compareThere(scenario.name)}
              onWriteAsSteps={() => void commands.writeAsSteps({ at: scenario.at, seen: text })}
              onEditText={() => showBeside("scenarios", scenario.range)}
              onDuplicate={() => void commands.duplicate({ at: scenario.at, seen: text })}
              onDelete={() => void remove(scenario.at, scenario.name)}
            />
          ))}
        </ul>
      )}
      <CoveragePart played={played} onShowOnCanvas={showOnCanvas} />
      {comparing !== null && (
        <CompareThere of={{ draftId: draft.id, scenario: comparing }} onClose={() => setComparing(null)} />
      )}
    </div>
  );
}

function totals(t: Translate, failed: number, all: number): string {
  if (failed === 0) return t("scenarios.allPass", { count: all });
  return failed === all ? t("scenarios.allFail", { count: all }) : t("scenarios.someFail", { count: failed, all });
}

function showOnCanvas(): void {
  setChoice(SHOW_COVERAGE, "yes");
  setChoice("authoring.side", "canvas");
}

function namesIn(played: PlayedScenarios | null): ReadonlySet<string> {
  return new Set(played?.scenarios.map(({ name }) => name));
}

/** A stable key for each while others are added and removed; two may share a name. */
function keysOf(scenarios: PlayedScenarios["scenarios"]): readonly string[] {
  const names = new Set<string>();
  return scenarios.map(({ name }) => {
    const key = unusedName(name, names);
    names.add(key);
    return key;
  });
}

interface Missing extends Pick<PlayedScenarios, "flow" | "text"> {
  readonly scenarios: number;
}

/** How many scenarios would cover the rest; null while unknown. */
function useMissing(played: PlayedScenarios | null): Pick<Missing, "scenarios"> | null {
  const { flow = null, text = null } = played ?? {};
  const found = useAsked(async (): Promise<Missing | null> => {
    if (flow === null || text === null) return null;
    const count = await askScenarios("countMissing", { flow, text });
    return count && { flow, text, scenarios: count.scenarios };
  }, [flow, text]);
  return found?.flow === flow && found.text === text ? found : null;
}
