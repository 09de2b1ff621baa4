import type { ErrorDetail, Key, KeyWithSecret } from '@vedette/sdk';
import { validate } from 'virtual:validators/createKey';
import { api } from '../api/client.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { Dialog } from '../parts/dialog.tsx';
import { organizationWords } from '../words/organization.ts';

interface Props {
  readonly onCreated: (key: KeyWithSecret) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly name: string;
  readonly access: Key['access'];
  /** In the zone of the browser, as its field gives it; empty: never. */
  readonly expiresAt: string;
}

type Body = Pick<Key, 'name' | 'access' | 'expiresAt'>;

const ACCESSES: readonly Key['access'][] = ['READ_ONLY', 'FULL'];
const EMPTY: Draft = { name: '', access: 'READ_ONLY', expiresAt: '' };

function bodyOf({ name, access, expiresAt }: Draft): Body {
  return { name: name.trim(), access, expiresAt: expiresAt === '' ? null : new Date(expiresAt).toISOString() };
}

function faultsOf(body: Body): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

export function NewKey({ onCreated, onClose }: Props) {
  const { keys: texts } = organizationWords();
  const send = async (body: Body): Promise<void> => onCreated(await api().keys.create(body));
  const form = useForm({ initial: EMPTY, bodyOf, faultsOf, send });
  const { draft, change, fault } = form;
  return (
    <Dialog title={texts.new} onClose={onClose}>
      <FormFrame form={form} action={texts.create} cancel={onClose} isInDialog>
        <TextField label={texts.name} value={draft.name} fault={fault('name')} onChange={(name) => change({ name })} />
        <ChoiceField
          label={texts.access}
          hint={texts.accessHints[draft.access]}
          value={draft.access}
          choices={ACCESSES.map((each) => [each, texts.accesses[each]])}
          onChange={(access) => change({ access })}
        />
        <TextField
          label={texts.expires}
          hint={texts.expiresHint}
          kind="date-time"
          value={draft.expiresAt}
          fault={fault('expiresAt')}
          onChange={(expiresAt) => change({ expiresAt })}
        />
      </FormFrame>
    </Dialog>
  );
}
