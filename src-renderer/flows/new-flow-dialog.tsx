import { Trash2, UserPlus } from "lucide-react";
import { useId, useState } from "react";
import { titleOfFile } from "../../src-shared/basics/index.ts";
import {
  Button,
  FORM_PROBLEM,
  FormDialog,
  IconButton,
  InputField,
  Select,
  useBusy,
  useTranslation,
} from "../components/index.ts";
import type { Part } from "./flow-of-pdfs.ts";
import type { NewFlow } from "./import-flow.ts";
import { peopleOf, problemOf, type TypedPerson } from "./new-flow-people.ts";
import "./new-flow-dialog.css";

const PARTS: readonly Part[] = ["sign", "approve", "copy"];
const nobody = (key: number): TypedPerson => ({ key, name: "", contact: "", part: "sign", turn: 1 });
const LONGEST = 200;

interface Props {
  /** More may come while it is open. */
  readonly fileNames: readonly string[];
  /** Why each file cannot be taken; null for one that can. */
  readonly refusals?: readonly (string | null)[];
  /** Resolves once the flow is there, or could not be made. */
  readonly onDone: (flow: NewFlow) => Promise<void>;
  readonly onClose: () => void;
}

/** The files that were not taken out, by whether they can be used. */
function filesByUse(
  fileNames: readonly string[],
  titles: readonly (string | null)[],
  refusals: readonly (string | null)[],
) {
  const ofRefused = (wanted: boolean) =>
    fileNames.filter((_, at) => titles[at] !== null && ((refusals[at] ?? null) !== null) === wanted);
  const [usable, refused] = [ofRefused(false), ofRefused(true)];
  return { usable, refused, kept: usable.length + refused.length };
}

/** What a flow of PDFs needs to be known: what its documents are called, who takes part, and in which order. */
export function NewFlowDialog({ fileNames, refusals = [], onDone, onClose }: Props) {
  const { t } = useTranslation();
  /** null: it follows the first document. */
  const [typed, setTyped] = useState<string | null>(null);
  /** By the place of the file, where its own name is not the title; null: it was taken out. */
  const [changed, setChanged] = useState<Readonly<Record<number, string | null>>>({});
  const titles: NewFlow["titles"] = fileNames.map((file, at) => {
    const title = changed[at];
    return title === undefined ? titleOfFile(file) : title;
  });
  const [rows, setRows] = useState<readonly TypedPerson[]>([nobody(0)]);
  const [added, setAdded] = useState(1);
  const [tried, setTried] = useState(false);
  const { busy, unlessBusy } = useBusy();
  const wrong = rows.find((row) => problemOf(row) !== null);
  const { usable, refused, kept } = filesByUse(fileNames, titles, refusals);
  const title = typed ?? titleOfFile(usable[0] ?? refused[0] ?? "");
  const problem = wrong && problemOf(wrong);
  const refusal = kept === 1 ? "newFlow.refusedOnly" : "newFlow.refused";
  const said = problem && t(`newFlow.${problem}`, { name: wrong.name.trim() || wrong.contact.trim() });

  const change = (key: number, part: Partial<TypedPerson>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const add = () => {
    const turn = rows.at(-1)?.turn ?? 1;
    setRows([...rows, { ...nobody(added), turn }]);
    setAdded(added + 1);
  };
  const submit = () =>
    unlessBusy(async () => {
      await onDone({ title, titles, people: peopleOf(rows) });
    });
  return (
    <FormDialog
      wide
      title={t("newFlow.title", { count: kept })}
      description={t("newFlow.text")}
      done={t("newFlow.create")}
      busy={busy}
      holds
      problem={(tried ? said : null) ?? (refused.length > 0 ? t(refusal, { count: refused.length }) : null)}
      blocked={said}
      onRefused={() => setTried(true)}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField label={t("newFlow.flowTitle")} value={title} maxLength={LONGEST} onChange={setTyped} />
      <fieldset className="new-flow-part">
        <legend>{t("common.documents")}</legend>
        {fileNames.map((file, index) => (
          <DocumentRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the files stay as they were dropped
            key={index}
            {...{ file, title: titles[index] ?? null, refusal: refusals[index] ?? null, isOnly: kept === 1 }}
            onChange={(title) => setChanged({ ...changed, [index]: title })}
          />
        ))}
      </fieldset>
      <fieldset className="new-flow-part">
        <legend>{t("common.participants")}</legend>
        <ul className="new-flow-people">
          {rows.map((row, index) => (
            <PersonRow
              key={row.key}
              row={row}
              number={index + 1}
              turns={rows.length}
              isWrong={tried && problemOf(row) !== null}
              isNew={row.key === added - 1 && added > 1}
              onChange={(part) => change(row.key, part)}
              {...(rows.length > 1 && { onRemove: () => setRows(rows.filter(({ key }) => key !== row.key)) })}
            />
          ))}
        </ul>
        <Button icon={UserPlus} onClick={add}>
          {t("newFlow.addPerson")}
        </Button>
      </fieldset>
    </FormDialog>
  );
}

interface DocumentRowProps {
  readonly file: string;
  /** null: it was taken out. */
  readonly title: string | null;
  readonly refusal: string | null;
  /** It cannot be taken out: no other is left. */
  readonly isOnly: boolean;
  readonly onChange: (title: string | null) => void;
}

function DocumentRow({ file, title, refusal, isOnly, onChange }: DocumentRowProps) {
  const { t } = useTranslation();
  const id = useId();
  if (title === null) return null;
  return (
    <div className="new-flow-document">
      <InputField
        label={t("newFlow.documentTitle", { file })}
        value={title}
        maxLength={LONGEST}
        aria-describedby={id}
        onChange={onChange}
      />
      {!isOnly && (
        <IconButton icon={Trash2} label={t("common.removeNamed", { name: file })} onClick={() => onChange(null)} />
      )}
      <p id={id} className="form-problem">
        {refusal}
      </p>
    </div>
  );
}

interface RowProps {
  readonly row: TypedPerson;
  /** From 1. */
  readonly number: number;
  readonly turns: number;
  readonly isWrong: boolean;
  /** It was added last: the focus goes to it. */
  readonly isNew: boolean;
  readonly onChange: (part: Partial<TypedPerson>) => void;
  readonly onRemove?: () => void;
}

function PersonRow({ row, number, turns, isWrong, isNew, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const parts = PARTS.map((part) => [part, t(`newFlow.part.${part}`)] as const);
  const numbers = Array.from({ length: Math.max(turns, row.turn) }, (_, index) => String(index + 1));
  return (
    <li className="new-flow-person">
      <fieldset>
        <legend className="visually-hidden">{t("newFlow.person", { number })}</legend>
        <InputField
          label={t("common.name")}
          value={row.name}
          maxLength={LONGEST}
          autoFocus={isNew}
          onChange={(name) => onChange({ name })}
        />
        <InputField
          label={t("newFlow.contact")}
          value={row.contact}
          maxLength={LONGEST}
          aria-invalid={isWrong}
          {...(isWrong && { "aria-describedby": FORM_PROBLEM })}
          onChange={(contact) => onChange({ contact })}
        />
        <Select
          label={t("common.whatTheyDo")}
          value={row.part}
          options={parts}
          onChange={(part) => onChange({ part })}
        />
        <Select
          label={t("newFlow.turn")}
          value={String(row.turn)}
          disabled={row.part === "copy"}
          options={numbers.map((turn) => [turn, turn] as const)}
          onChange={(turn) => onChange({ turn: Number(turn) })}
        />
        {onRemove && <IconButton icon={Trash2} label={t("newFlow.removePerson", { number })} onClick={onRemove} />}
      </fieldset>
    </li>
  );
}
