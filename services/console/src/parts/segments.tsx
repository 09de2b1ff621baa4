interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

/** One of a few. */
export function Segments<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <div class="segments" role="group" aria-label={label}>
      {choices.map(([each, text]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {text}
        </button>
      ))}
    </div>
  );
}
