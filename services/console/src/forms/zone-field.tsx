import { ChoiceField } from './form-field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly fault?: string | undefined;
  readonly value: string;
  /** What an empty value means; undefined: there must be a value. */
  readonly none?: string;
  readonly onChange: (zone: string) => void;
}

const KNOWN = Intl.supportedValuesOf('timeZone');

export function ZoneField({ label, hint, fault, value, none, onChange }: Props) {
  const zones = [...new Set(['UTC', value, ...KNOWN])].filter((zone) => zone !== '');
  const choices = zones.map((zone): [string, string] => [zone, zone.replaceAll('_', ' ')]);
  return (
    <ChoiceField
      label={label}
      hint={hint}
      fault={fault}
      value={value}
      choices={none === undefined ? choices : [['', none], ...choices]}
      onChange={onChange}
    />
  );
}
