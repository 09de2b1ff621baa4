import type { ErrorDetail } from '@vedette/sdk';
import { validate } from 'virtual:validators/retryFailedWebhookDeliveries';
import { api } from '../api/client.ts';
import { readersZone } from '../data/preferences.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { now } from '../format/format.ts';
import { instantOf, wallTimeOf } from '../format/zoned-time.ts';
import { Dialog } from '../parts/dialog.tsx';
import { webhookWords } from '../words/webhooks.ts';

interface Props {
  readonly endpointId: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

function faultsOf(body: object): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

export function RetryFailed({ endpointId, onDone, onClose }: Props) {
  const texts = webhookWords();
  const zone = readersZone();
  const form = useForm({
    initial: { since: wallTimeOf(new Date(now.peek() - DAY_MS).toISOString(), zone) },
    bodyOf: ({ since }) => ({ endpointId, since: instantOf(since, zone) }),
    faultsOf,
    send: async (body) => {
      await api().webhookDeliveries.retryFailed(body);
      onDone();
    },
  });
  return (
    <Dialog title={texts.retryFailedTitle} onClose={onClose}>
      <p class="lead">{texts.retryFailedText}</p>
      <FormFrame form={form} action={texts.retryFailed} cancel={onClose} isInDialog>
        <TextField
          label={texts.since}
          kind="date-time"
          value={form.draft.since}
          fault={form.fault('since')}
          onChange={(since) => form.change({ since })}
        />
      </FormFrame>
    </Dialog>
  );
}
