import { FileUp } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { parsedJson } from "../../../src-shared/basics/index.ts";
import { type DialectFile, dialectFile } from "../../../src-shared/dialect/index.ts";
import { Button, FileInput, useTranslation } from "../../components/index.ts";
import { dialectProblem } from "./dialect-problem.ts";

/** The last chosen file: an unusable one is reported. */
export interface GivenDialect {
  readonly file: DialectFile | null;
  /** The problem and the remedy; null: none. */
  readonly problem: string | null;
}
export const NO_DIALECT: GivenDialect = { file: null, problem: null };

interface Props {
  readonly dialect: GivenDialect;
  readonly onChange: (dialect: GivenDialect) => void;
}

/** For a service with other names. */
export function Dialect({ dialect: { file, problem }, onChange }: Props) {
  const { t } = useTranslation();
  const picker = useRef<HTMLInputElement>(null);
  const part = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  // Below the fields of a low window it would open, and say what is wrong, out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it shows decides how long it is
  useEffect(() => {
    if (isOpen) part.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, file, problem]);
  const take = async ([picked]: readonly File[]) => {
    if (picked === undefined) return;
    const json = parsedJson(await picked.text());
    const read = dialectFile.safeParse(json);
    const issues = json === undefined ? null : (read.error?.issues ?? []);
    const problem = read.success ? null : dialectProblem(t, picked.name, issues);
    onChange({ file: read.data ?? null, problem });
  };
  return (
    <details ref={part} className="dialect" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("sync.dialect")}</summary>
      <div className="credentials-file">
        <FileInput ref={picker} accept=".json" onFiles={(files) => void take(files)} />
        <Button icon={FileUp} onClick={() => picker.current?.click()}>
          {t("sync.chooseFile")}
        </Button>
        <span className="soft">{file?.name ?? t("sync.dialectHint")}</span>
        {(file !== null || problem !== null) && (
          <Button onClick={() => onChange(NO_DIALECT)}>{t("sync.dialectNone")}</Button>
        )}
      </div>
      {problem !== null && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
    </details>
  );
}
