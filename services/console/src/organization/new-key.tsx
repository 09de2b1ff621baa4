import { useSignal } from '@preact/signals';
import type { ErrorDetail, Key, KeyWithSecret } from '@vedette/sdk';
import { validate } from 'virtual:validators/createKey';
import { api, type Failure } from '../api/client.ts';
import { attempt } from '../data/attempt.ts';
import { bodyFaults, faultOf } from '../forms/body-faults.ts';
import { ChoiceField, TextField } from '../forms/form-field.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { organizationWords } from '../words/organization.ts';
import { words } from '../words/words.ts';

interface Props {
  readonly onCreated: (key: KeyWithSecret) => void;
  readonly onClose: () => void;
}

const ACCESSES: readonly Key['access'][] = ['READ_ONLY', 'FULL'];

export function NewKey({ onCreated, onClose }: Props) {
  const { keys: texts } = organizationWords();
  const { common } = words();
  const name = useSignal('');
  const access = useSignal<Key['access']>('READ_ONLY');
  const expiresAt = useSignal('');
  const faults = useSignal<readonly ErrorDetail[]>([]);
  const failure = useSignal<Failure | undefined>(undefined);
  const isBusy = useSignal(false);
  const create = async (): Promise<void> => {
    const expiry = expiresAt.value === '' ? null : new Date(expiresAt.value).toISOString();
    const body = { name: name.value.trim(), access: access.value, expiresAt: expiry };
    faults.value = bodyFaults(validate, body, () => []);
    failure.value = undefined;
    if (faults.value.length > 0) return;
    isBusy.value = true;
    failure.value = await attempt(async () => onCreated(await api().keys.create(body)));
    faults.value = failure.value?.details ?? [];
    isBusy.value = false;
  };
  return (
    <Dialog title={texts.new} onClose={onClose}>
      <form
        class="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {failure.value !== undefined && <FailureNotice failure={failure.value} isWrite />}
        <TextField
          label={texts.name}
          value={name.value}
          fault={faultOf(faults.value, 'name')}
          onChange={(value) => void (name.value = value)}
        />
        <ChoiceField
          label={texts.access}
          hint={texts.accessHints[access.value]}
          value={access.value}
          choices={ACCESSES.map((each) => [each, texts.accesses[each]])}
          onChange={(value) => void (access.value = value)}
        />
        <TextField
          label={texts.expires}
          hint={texts.expiresHint}
          kind="date-time"
          value={expiresAt.value}
          fault={faultOf(faults.value, 'expiresAt')}
          onChange={(value) => void (expiresAt.value = value)}
        />
        <div class="dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy.value}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
