import { ChoiceField, SwitchField, TextField } from '../forms/form-field.tsx';
import { formWords } from '../words/form.ts';
import type { Draft, FieldName } from './monitor-draft.ts';

interface Props {
  readonly name: FieldName;
  readonly draft: Draft;
  readonly fault: string | undefined;
  readonly onChange: (fields: Partial<Draft>) => void;
}

const CHOICES = {
  method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  dnsRecordType: ['A', 'AAAA', 'CNAME', 'MX', 'TXT', 'NS'],
} as const;
const LONG = new Set<FieldName>(['requestHeaders', 'requestBody']);
const TEXTS = new Set<FieldName>(['url', 'host', 'keyword', 'expectedStatus', 'dnsExpected']);

/** One field of the form, in the shape that its values have. */
export function MonitorField({ name, draft, fault, onChange }: Props) {
  const { form } = formWords();
  const label = form[name];
  const hint = (form.hints as Partial<Record<FieldName, string>>)[name];
  switch (name) {
    case 'followRedirects':
    case 'verifySsl':
    case 'dnsAlertOnChange':
      return <SwitchField label={label} value={draft[name]} onChange={(value) => onChange({ [name]: value })} />;
    case 'method':
    case 'dnsRecordType':
      return (
        <ChoiceField
          label={label}
          hint={hint}
          fault={fault}
          value={draft[name]}
          choices={CHOICES[name].map((each) => [each, each])}
          onChange={(value) => onChange({ [name]: value })}
        />
      );
    case 'keywordMatch':
      return (
        <ChoiceField
          label={label}
          fault={fault}
          value={draft.keywordMatch}
          choices={[
            ['EXISTS', form.keywordMatches.EXISTS],
            ['NOT_EXISTS', form.keywordMatches.NOT_EXISTS],
          ]}
          onChange={(keywordMatch) => onChange({ keywordMatch })}
        />
      );
    case 'degradedThresholdMode':
      return (
        <ChoiceField
          label={label}
          fault={fault}
          value={draft.degradedThresholdMode}
          choices={[
            ['LAST', form.degradedModes.LAST],
            ['P95', form.degradedModes.P95],
          ]}
          onChange={(degradedThresholdMode) => onChange({ degradedThresholdMode })}
        />
      );
    default:
      return (
        <TextField
          label={label}
          hint={hint}
          fault={fault}
          kind={LONG.has(name) ? 'long' : TEXTS.has(name) ? 'text' : 'number'}
          value={draft[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      );
  }
}
