import { useSignal } from '@preact/signals';
import { CONTACT_TYPES } from '@vedette/contract/contact-type';
import { maskFaults } from '@vedette/contract/masks';
import type { AlertContactCreate, ErrorDetail } from '@vedette/sdk';
import { useLocation } from 'preact-iso';
import { validate } from 'virtual:validators/createAlertContact';
import { api } from '../api/client.ts';
import { forgetResources } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { ChoiceField, SwitchField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { MonitorPicker } from '../parts/monitor-picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { Screen } from '../parts/screen.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { partsWords } from '../words/parts.ts';
import { hasSecret, NEW_CONTACT, newContactBody } from './contact-draft.ts';

function faultsOf(body: AlertContactCreate): ErrorDetail[] {
  return bodyFaults(validate, body, () => maskFaults({ ...body }));
}

export function NewContactScreen() {
  const texts = contactWords();
  return (
    <Screen title={texts.new} above={<a href={addressOf('contacts')}>{texts.title}</a>}>
      {may('MEMBER') ? <ContactForm /> : <p class="lead">{partsWords().notAllowed}</p>}
    </Screen>
  );
}

/** Who is notified. Of what and when is set afterwards, because the defaults of the server depend on the type. */
function ContactForm() {
  const texts = contactWords();
  const { route } = useLocation();
  const made = useSignal<{ readonly id: string; readonly secret: string } | undefined>(undefined);
  const open = (id: string): void => route(addressOf(`contacts/${id}`));
  const form = useForm({
    initial: NEW_CONTACT,
    bodyOf: newContactBody,
    faultsOf,
    send: async (body) => {
      const { id, secret } = await api().alertContacts.create(body);
      forgetResources('alert contact');
      // A secret that the person typed is not shown again.
      if (secret === null || secret === body.secret) open(id);
      else made.value = { id, secret };
    },
  });
  const { draft, change, fault } = form;
  const { type } = draft;
  const created = made.value;
  return (
    <div class="form-columns">
      <FormFrame form={form} action={texts.create} cancel={addressOf('contacts')}>
        <ChoiceField
          label={texts.type}
          value={type}
          fault={fault('type')}
          choices={CONTACT_TYPES.map((each) => [each, texts.types[each]])}
          // The faults of the address were those of the previous type.
          onChange={(chosen) => change({ type: chosen, to: draft.to, secret: '' })}
        />
        <TextField
          label={texts.to}
          hint={texts.toHints[type]}
          value={draft.to}
          fault={fault('to')}
          onChange={(to) => change({ to })}
        />
        {hasSecret(type) && (
          <TextField
            label={texts.secrets[type]}
            hint={texts.secretHints[type]}
            value={draft.secret}
            fault={fault('secret')}
            onChange={(secret) => change({ secret })}
          />
        )}
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={draft.name}
          fault={fault('name')}
          onChange={(name) => change({ name })}
        />
        <SwitchField
          label={texts.everyMonitor}
          value={draft.isEveryMonitor}
          onChange={(isEveryMonitor) => change({ isEveryMonitor })}
        />
        {!draft.isEveryMonitor && (
          <MonitorPicker
            label={texts.monitors}
            hint={texts.laterToo}
            chosen={draft.monitorIds}
            fault={fault('monitorIds')}
            onChange={(monitorIds) => change({ monitorIds })}
          />
        )}
      </FormFrame>
      <RecipeCard call={{ method: 'alertContacts.create', body: newContactBody(draft) }} />
      {created !== undefined && (
        <SecretDialog secret={created.secret} text={texts.secretText} onClose={() => open(created.id)} />
      )}
    </div>
  );
}
