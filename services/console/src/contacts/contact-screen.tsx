import { useSignal } from '@preact/signals';
import type { AlertContact } from '@vedette/sdk';
import { useLocation, useRoute } from 'preact-iso';
import { api } from '../api/client.ts';
import { forgetResources, remove, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { dateAndTime } from '../format/format.ts';
import { locale } from '../language/catalogue.ts';
import { Button } from '../parts/button.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { partsWords } from '../words/parts.ts';
import { words } from '../words/words.ts';
import { AlertTable } from './alert-table.tsx';
import { alertsOfContact, contactResource } from './contact-data.ts';
import { LastOutcomePill } from './last-outcome.tsx';
import { TestButton, TestResult, type TestOutcome } from './contact-test.tsx';
import { settingsWords } from './settings-words.ts';

/** A contact with its settings in words, and its latest alerts with their outcomes. */
export function ContactScreen() {
  const { params } = useRoute();
  const { route } = useLocation();
  const texts = contactWords();
  const id = params['contactId'] ?? '';
  const known = useResource(contactResource(id));
  const isRemoving = useSignal(false);
  const outcome = useSignal<TestOutcome>(undefined);
  const contact = known.value.value;
  const title = contact?.name ?? contact?.to ?? texts.contact;
  return (
    <Screen
      title={title}
      recipe={{ method: 'alertContacts.get', ids: [id] }}
      above={<a href={addressOf('contacts')}>{texts.title}</a>}
      beside={contact !== undefined && <LastOutcomePill contact={contact} />}
      actions={
        may('MEMBER') &&
        contact !== undefined && (
          <>
            <TestButton contactId={id} outcome={outcome} onTested={() => void known.refresh()} />
            <a class="button" href={addressOf(`contacts/${id}/edit`)}>
              {texts.edit}
            </a>
            <Button onClick={() => void (isRemoving.value = true)}>{texts.remove}</Button>
          </>
        )
      }
    >
      <TestResult outcome={outcome} />
      {contact?.state === 'UNCONFIRMED' && (
        <div class="notice slow">
          <p>{texts.unconfirmedLead}</p>
        </div>
      )}
      <Loaded from={known}>
        {(found) => (
          <div class="columns">
            <LatestAlerts contactId={id} />
            <Properties contact={found} />
          </div>
        )}
      </Loaded>
      {isRemoving.value && (
        <ConfirmDialog
          title={texts.deleteTitle(title)}
          text={texts.deleteText}
          action={texts.remove}
          onConfirm={async () => {
            await remove([`alert-contact ${id}`], () => api().alertContacts.delete(id));
            forgetResources('alert contact');
            route(addressOf('contacts'));
          }}
          onClose={() => void (isRemoving.value = false)}
        />
      )}
    </Screen>
  );
}

function LatestAlerts({ contactId }: { readonly contactId: string }) {
  const { alerts: texts, monitor } = contactWords();
  const found = useResource(alertsOfContact(contactId));
  return (
    <section class="card">
      <header>
        <h2>{texts.recent}</h2>
      </header>
      <Loaded from={found}>
        {(alerts) =>
          alerts.length === 0 ? (
            <p class="card-body soft">{texts.noneOfContact}</p>
          ) : (
            <AlertTable
              label={texts.recent}
              alerts={alerts}
              head={monitor}
              subject={({ incidentId, monitor: { id, name } }) => (
                <a
                  class="name"
                  href={addressOf(incidentId === null ? `monitors/${id}` : `incidents/${incidentId}`)}
                  dir="auto"
                >
                  {name}
                </a>
              )}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Properties({ contact }: { readonly contact: AlertContact }) {
  const texts = contactWords();
  const { types } = words();
  return (
    <div class="stack">
      <section class="card">
        <Facts
          rows={[
            [texts.type, texts.types[contact.type]],
            [texts.to, contact.to],
            [texts.created, <Time key="created" at={contact.createdAt} format={dateAndTime} />],
          ]}
        />
        {!may('MEMBER') && <p class="card-body hint">{partsWords().masked}</p>}
      </section>
      <section class="card">
        <header>
          <h2>{texts.settings.title}</h2>
        </header>
        <ul class="card-body rules">
          {settingsWords(contact, texts, types, locale.value).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}
