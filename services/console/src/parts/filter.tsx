interface Props {
  readonly label: string;
  /** What the choice is called that leaves nothing out. */
  readonly any: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [string, string])[];
  /** Undefined: nothing is left out. */
  readonly onChange: (value: string | undefined) => void;
}

/** Leaves rows out of a list. */
export function Filter({ label, any, value = '', choices, onChange }: Props) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      <option value="">{any}</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
