import { Check } from "../controls/inputs.tsx";
import "./check-list.css";

interface CheckListProps {
  readonly label: string;
  readonly names: readonly string[];
  /** Content beside the checkbox of a name. */
  readonly words?: (name: string) => string;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Names with checkboxes; keeps their order. */
export function CheckList({ label, names, words = (name) => name, chosen, onChange }: CheckListProps) {
  const all = [...new Set([...names, ...chosen])];
  return (
    <fieldset className="check-list">
      <legend>{label}</legend>
      <div className="check-list-items">
        {all.map((name) => (
          <Check
            key={name}
            checked={chosen.includes(name)}
            onChange={(on) => onChange(all.filter((each) => (each === name ? on : chosen.includes(each))))}
          >
            <span className="truncate" title={words(name)}>
              {words(name)}
            </span>
          </Check>
        ))}
      </div>
    </fieldset>
  );
}
