import { Info } from "lucide-react";
import { useId, useState } from "react";
import { MessageText, plainText, useTranslation } from "../../components/index.ts";
import { AcceptButton } from "../expectations/accept.tsx";
import { FixButton, SeverityIcon } from "../forms/problems.tsx";
import { AskedRun } from "./asked-run.tsx";
import type { PlacedFinding } from "./foreseen.ts";
import { useRunReader } from "./run-reader.ts";
import { ShowRunButton } from "./show-run-button.tsx";

/** Most rows shown. */
const MOST = 200;

interface Props {
  readonly rows: readonly PlacedFinding[];
  /** One list for each kind of finding, with its title. */
  readonly isGrouped?: boolean;
}

export function FindingRows({ rows, isGrouped = false }: Props) {
  const { t } = useTranslation();
  const shown = rows.slice(0, MOST);
  const groups = isGrouped ? Map.groupBy(shown, ({ finding }) => finding.id) : new Map([[null, shown]]);
  return (
    <>
      {[...groups].map(([id, group]) => (
        <div key={id}>
          {id !== null && <h3>{t(`foresight.kinds.${id}`)}</h3>}
          <ul className="foresight-rows">
            {group.map(({ finding, at }) => (
              <FindingRow key={at} {...{ finding, at }} />
            ))}
          </ul>
        </div>
      ))}
      {rows.length > MOST && <p className="soft">{t("common.more", { count: rows.length - MOST })}</p>}
    </>
  );
}

function FindingRow({ finding, at }: PlacedFinding) {
  const { id: rule, severity, message, range } = finding;
  const { t } = useTranslation();
  const { text, lineOf, reveal } = useRunReader();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="foresight-finding">
      {severity === "information" ? (
        <Info className="icon tone-info" aria-label={t("foresight.information")} />
      ) : (
        <SeverityIcon severity={severity} />
      )}
      <span className="foresight-words">
        <MessageText text={message} />
      </span>
      <button type="button" className="foresight-place" onClick={() => reveal(range)}>
        {rule} · {t("problems.line", { line: lineOf(range) })}
      </button>
      {finding.hasRun && (
        <ShowRunButton problem={plainText(message)} controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      )}
      {text !== null && <FixButton problem={finding} text={text} />}
      {severity !== "information" && <AcceptButton finding={finding} />}
      {isOpen && <AskedRun run={{ of: "findings", at }} title={message} {...{ id }} />}
    </li>
  );
}
