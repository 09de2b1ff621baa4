import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  /** Makes the control with what ties it to its label, hint and fault. */
  readonly control: (ties: Ties) => ComponentChildren;
}

export interface Ties {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

/** A control with its label above, and what helps or is wrong below. */
export function FormField({ label, hint, fault, control }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      {control({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-hint ${id}-fault` })}
      <span id={`${id}-hint`} class="hint">
        {hint}
      </span>
      <span id={`${id}-fault`} class="fault" aria-live="polite">
        {fault}
      </span>
    </div>
  );
}

interface TextProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly kind?: 'text' | 'number' | 'long' | 'email' | 'date-time' | 'time';
  readonly placeholder?: string | undefined;
}

export function TextField({ label, hint, fault, value, onChange, kind = 'text', placeholder }: TextProps) {
  return (
    <FormField
      label={label}
      hint={hint}
      fault={fault}
      control={(ties) => {
        const given = {
          ...ties,
          value,
          placeholder,
          onInput: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
        };
        switch (kind) {
          case 'long':
            return <textarea {...given} />;
          case 'email':
            return <input {...given} type="email" />;
          case 'date-time':
            return <input {...given} type="datetime-local" />;
          case 'time':
            return <input {...given} type="time" />;
          case 'number':
            return <input {...given} type="text" inputMode="numeric" />;
          case 'text':
            return <input {...given} type="text" />;
        }
      }}
    />
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}

export function ChoiceField<Value extends string>(props: ChoiceProps<Value>) {
  const { label, hint, fault, value, choices, onChange } = props;
  return (
    <FormField
      label={label}
      hint={hint}
      fault={fault}
      control={(ties) => (
        <select {...ties} value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
          {choices.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </select>
      )}
    />
  );
}

interface SwitchProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function SwitchField({ label, value, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
