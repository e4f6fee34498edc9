/** Names to choose some of; keeps their order. */
export function CheckList({
  label,
  names,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const all = [...new Set([...names, ...chosen])];
  return (
    <fieldset className="check-list">
      <legend>{label}</legend>
      <div className="check-list-items">
        {all.map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? all.filter((each) => each === name || chosen.includes(each))
                    : chosen.filter((each) => each !== name),
                )
              }
            />
            <span className="truncate">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
