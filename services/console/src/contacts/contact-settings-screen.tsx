import { EXPIRY_DAYS } from '@vedette/contract/contact-type';
import type { AlertContact, ErrorDetail } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { validate } from 'virtual:validators/updateAlertContact';
import { api } from '../api/client.ts';
import { readersZone } from '../data/preferences.ts';
import { useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { SwitchField, TextField } from '../forms/form-field.tsx';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm, type Form } from '../forms/use-form.ts';
import { ZoneField } from '../forms/zone-field.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Picker } from '../parts/picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { partsWords } from '../words/parts.ts';
import { words } from '../words/words.ts';
import { contactResource } from './contact-data.ts';
import { notifiedOn, settingsBody, settingsDraft, type MonitorType, type SettingsDraft } from './contact-draft.ts';

function faultsOf(body: object): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

/** The name of a contact, and of what and when it is notified. */
export function EditContactScreen() {
  const { params } = useRoute();
  const texts = contactWords();
  const id = params['contactId'] ?? '';
  const known = useResource(contactResource(id));
  const contact = known.value.value;
  return (
    <Screen
      title={texts.settings.title}
      above={
        <a href={addressOf(`contacts/${id}`)} dir="auto">
          {contact?.name ?? contact?.to ?? texts.contact}
        </a>
      }
    >
      <Loaded from={known}>
        {(found) =>
          may('MEMBER') ? (
            <SettingsForm key={found.id} contact={found} known={known} />
          ) : (
            <p class="lead">{partsWords().notAllowed}</p>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface FormProps {
  readonly contact: AlertContact;
  readonly known: Resource<AlertContact>;
}

function SettingsForm({ contact: { id, type }, contact, known }: FormProps) {
  const texts = contactWords();
  const { route } = useLocation();
  const address = addressOf(`contacts/${id}`);
  const form = useForm({
    initial: settingsDraft(contact, readersZone()),
    bodyOf: settingsBody,
    faultsOf,
    send: async (body) => {
      known.set(await api().alertContacts.update(id, body));
      route(address);
    },
  });
  const { draft, change, fault } = form;
  return (
    <div class="form-columns">
      <FormFrame form={form} action={words().common.save} cancel={address}>
        <TextField
          label={texts.name}
          hint={texts.nameHint}
          value={draft.name}
          fault={fault('name')}
          onChange={(name) => change({ name })}
        />
        <div class="field-row">
          <TextField
            label={texts.form.delayMinutes}
            hint={texts.form.delayHint}
            kind="number"
            value={draft.delayMinutes}
            fault={fault('delayMinutes')}
            onChange={(delayMinutes) => change({ delayMinutes })}
          />
          <TextField
            label={texts.form.remindEveryMinutes}
            hint={texts.form.remindHint}
            kind="number"
            value={draft.remindEveryMinutes}
            fault={fault('remindEveryMinutes')}
            onChange={(remindEveryMinutes) => change({ remindEveryMinutes })}
          />
        </div>
        <Occasion form={form} occasion="EXPIRY" />
        {draft.notifyOn.includes('EXPIRY') && (
          <TextField
            label={texts.form.expiryDays}
            hint={texts.form.expiryHint}
            value={draft.expiryDays}
            fault={expiryFault(fault)}
            onChange={(expiryDays) => change({ expiryDays })}
          />
        )}
        <Occasion form={form} occasion="DEGRADED" />
        {/* PagerDuty is always notified of acknowledgements. */}
        {type !== 'PAGERDUTY' && <Occasion form={form} occasion="ACKNOWLEDGED" />}
        <MonitorTypes form={form} />
        <QuietHours form={form} />
      </FormFrame>
      <RecipeCard call={{ method: 'alertContacts.update', ids: [id], body: settingsBody(draft) }} />
    </div>
  );
}

/** All numbers are in one field, so the fault of any of them is shown there. */
function expiryFault(fault: Form<SettingsDraft>['fault']): string | undefined {
  const places = Array.from({ length: EXPIRY_DAYS.mostSteps }, (_, index) => `expiryDays.${index}`);
  return ['expiryDays', ...places].map(fault).find((message) => message !== undefined);
}

interface OccasionProps {
  readonly form: Form<SettingsDraft>;
  readonly occasion: SettingsDraft['notifyOn'][number];
}

function Occasion({ form: { draft, change }, occasion }: OccasionProps) {
  const { occasions } = contactWords().form;
  return (
    <SwitchField
      label={occasions[occasion]}
      value={draft.notifyOn.includes(occasion)}
      onChange={(isOn) => change({ notifyOn: notifiedOn(draft.notifyOn, occasion, isOn) })}
    />
  );
}

interface PartProps {
  readonly form: Form<SettingsDraft>;
}

function MonitorTypes({ form: { draft, change, fault } }: PartProps) {
  const { form: texts } = contactWords();
  const names = Object.entries(words().types) as [MonitorType, string][];
  return (
    <>
      <SwitchField
        label={texts.everyType}
        value={draft.isEveryType}
        onChange={(isEveryType) => change({ isEveryType })}
      />
      {!draft.isEveryType && (
        <Picker
          label={texts.monitorTypes}
          choices={names.map(([id, name]) => ({ id, name }))}
          chosen={draft.monitorTypes}
          fault={fault('monitorTypes')}
          onChange={(chosen) =>
            change({ monitorTypes: names.map(([each]) => each).filter((each) => chosen.includes(each)) })
          }
        />
      )}
    </>
  );
}

function QuietHours({ form: { draft, change, fault } }: PartProps) {
  const { form: texts } = contactWords();
  const { isQuiet, quietHours } = draft;
  const set = (part: Partial<typeof quietHours>): void => change({ quietHours: { ...quietHours, ...part } });
  return (
    <>
      <SwitchField label={texts.isQuiet} value={isQuiet} onChange={(isOn) => change({ isQuiet: isOn })} />
      {isQuiet && (
        <>
          <div class="field-row">
            <TextField
              label={texts.from}
              hint={texts.quietHint}
              kind="time"
              value={quietHours.from}
              fault={fault('quietHours.from')}
              onChange={(from) => set({ from })}
            />
            <TextField
              label={texts.to}
              kind="time"
              value={quietHours.to}
              fault={fault('quietHours.to')}
              onChange={(to) => set({ to })}
            />
          </div>
          <ZoneField
            label={texts.timezone}
            value={quietHours.timezone}
            fault={fault('quietHours.timezone')}
            onChange={(timezone) => set({ timezone })}
          />
        </>
      )}
    </>
  );
}
