import { InputField } from "../../components/index.ts";

interface Props {
  readonly label: string;
  readonly most: number;
  readonly value: number;
  /** NaN while nothing is typed. */
  readonly onChange: (value: number) => void;
}

/** A number from 0 on. */
export function NumberInput({ label, most, value, onChange }: Props) {
  return (
    <InputField
      label={label}
      type="number"
      min={0}
      max={most}
      className="number-field"
      value={Number.isNaN(value) ? "" : value}
      onChange={(typed) => onChange(typed === "" ? Number.NaN : Number(typed))}
    />
  );
}
