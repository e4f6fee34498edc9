import { ChevronDown, ChevronRight } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { type Diagnostic, marksShown } from "../../../src-shared/basics/index.ts";
import { MessageText, plainText, useTranslation } from "../../components/index.ts";
import { SeverityIcon, TONES } from "../forms/problems.tsx";
import type { Row } from "./tree.ts";

interface Props {
  readonly row: Row;
  readonly index: number;
  readonly focused: boolean;
  readonly problems: readonly Diagnostic[];
  /** Replaces the name or the value while it is edited. */
  readonly field: { readonly of: "name" | "value"; readonly node: ReactNode } | null;
  readonly style: CSSProperties;
}

/** One line of the tree. Screen readers announce what is visible: name, value, problems. */
export function OutlineRow({ row, index, focused, problems, field, style }: Props) {
  const { t } = useTranslation();
  const { item, level, position, siblings, open } = row;
  const { icon: Icon, unset } = item;
  const [label, value] = [marksShown(item.label), marksShown(item.value ?? "")];
  const messages = problems.map(({ severity, message }) => `${t(`problems.${severity}`)}: ${plainText(message)}`);
  return (
    <div
      role="treeitem"
      className="outline-row"
      data-index={index}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={open ?? undefined}
      aria-selected={focused}
      aria-label={[value ? `${label}: ${value}` : label, ...messages].join(". ")}
      tabIndex={focused ? 0 : -1}
      style={{ ...style, "--level": level - 1 } as CSSProperties}
    >
      <span className="outline-toggle" aria-hidden>
        {open !== null && (open ? <ChevronDown className="icon" /> : <ChevronRight className="icon" />)}
      </span>
      <Icon className="icon outline-icon" aria-hidden />
      {field?.of !== "name" && (
        <span className="outline-label truncate" title={label}>
          {label}
        </span>
      )}
      {field?.node ??
        (value && (
          <span className={unset ? "outline-value outline-unset" : "outline-value"} title={value}>
            {value}
          </span>
        ))}
      {!field && problems[0] && <RowProblem problem={problems[0]} count={problems.length} />}
    </div>
  );
}

interface RowProblemProps {
  readonly problem: Diagnostic;
  readonly count: number;
}

/** The text of the first problem, and the number of problems. */
function RowProblem({ problem: { severity, message }, count }: RowProblemProps) {
  const { t } = useTranslation();
  return (
    <span className={`outline-problem ${TONES[severity]}`} title={plainText(message)}>
      <SeverityIcon severity={severity} />
      <span className="truncate">
        <MessageText text={message} />
      </span>
      {count > 1 && <span className="outline-more">{t("common.more", { count: count - 1 })}</span>}
    </span>
  );
}
