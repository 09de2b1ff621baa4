import { useSignal } from '@preact/signals';
import type { ErrorDetail } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { validate } from 'virtual:validators/setMonitorAlertContacts';
import { api } from '../api/client.ts';
import { monitorChoices, monitorNames } from '../data/monitor-names.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { bodyFaults } from '../forms/body-faults.ts';
import { FormFrame } from '../forms/form-frame.tsx';
import { useForm } from '../forms/use-form.ts';
import { locale } from '../language/catalogue.ts';
import { Loaded } from '../parts/loaded.tsx';
import { MonitorPicker } from '../parts/monitor-picker.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Picker, type Choice } from '../parts/picker.tsx';
import { RecipeCard } from '../parts/recipe-card.tsx';
import { Screen } from '../parts/screen.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { words } from '../words/words.ts';
import { contactList, contactsOfMonitor } from './contact-data.ts';
import { ContactTabs } from './contact-tabs.tsx';

/** Who is notified about a monitor. The monitor is in the address, so that people can share it. */
export function MonitorContactsScreen() {
  const texts = contactWords();
  const { query } = useRoute();
  const { route } = useLocation();
  const chosen = query['monitor'];
  const all = useResource(monitorChoices(''));
  return (
    <Screen
      title={texts.title}
      recipe={
        chosen === undefined ? { method: 'alertContacts.list' } : { method: 'monitors.getAlertContacts', ids: [chosen] }
      }
    >
      <ContactTabs />
      <Loaded from={all}>
        {({ total }) =>
          total === 0 ? (
            <Nothing>{texts.noMonitor}</Nothing>
          ) : (
            <div class="stack">
              <div class="card form-card narrow">
                <MonitorPicker
                  label={texts.monitor}
                  isSingle
                  chosen={chosen === undefined ? [] : [chosen]}
                  onChange={([id = '']) => route(addressOf(`contacts/by-monitor?monitor=${id}`), true)}
                />
              </div>
              {chosen !== undefined && <Told key={chosen} monitorId={chosen} />}
            </div>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Told({ monitorId }: { readonly monitorId: string }) {
  const attached = useResource(contactsOfMonitor(monitorId));
  const contacts = useResource(contactList());
  const name = useResource(monitorNames([monitorId])).value.value?.get(monitorId);
  return (
    <>
      {/* A search may hide the monitor in the list above. */}
      {name !== undefined && <h2 dir="auto">{name}</h2>}
      <Loaded from={contacts}>
        {(all) => (
          <Loaded from={attached}>
            {(ids) => (
              <ToldForm
                monitorId={monitorId}
                initial={ids}
                choices={all.map(({ id, name: given, to }) => ({ id, name: given ?? to }))}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </>
  );
}

interface FormProps {
  readonly monitorId: string;
  readonly initial: readonly string[];
  readonly choices: readonly Choice[];
}

function faultsOf(body: object): ErrorDetail[] {
  return bodyFaults(validate, body, () => []);
}

function ToldForm({ monitorId, initial, choices }: FormProps) {
  const texts = contactWords();
  const isSaved = useSignal(false);
  const form = useForm({
    initial: { contactIds: initial },
    bodyOf: ({ contactIds }) => ({ contactIds: [...contactIds] }),
    faultsOf,
    send: async (body) => {
      const { contactIds: saved } = await api().monitors.setAlertContacts(monitorId, body);
      contactsOfMonitor(monitorId).set(saved);
      isSaved.value = true;
    },
  });
  const { contactIds } = form.draft;
  if (!may('MEMBER')) {
    const told = choices.filter(({ id }) => initial.includes(id)).map(({ name }) => name);
    return <p class="lead">{told.length === 0 ? texts.none : new Intl.ListFormat(locale.value).format(told)}</p>;
  }
  return (
    <div class="form-columns">
      <FormFrame form={form} action={words().common.save}>
        <p class="soft">{texts.toldLead}</p>
        <Picker
          label={texts.told}
          choices={choices}
          chosen={contactIds}
          fault={form.fault('contactIds')}
          onChange={(ids) => {
            isSaved.value = false;
            form.change({ contactIds: ids });
          }}
        />
        <p role="status" class="good-text">
          {isSaved.value && texts.saved}
        </p>
      </FormFrame>
      <RecipeCard call={{ method: 'monitors.setAlertContacts', ids: [monitorId], body: { contactIds } }} />
    </div>
  );
}
