import type { AlertContact } from '@vedette/sdk';
import { useRefreshEvery, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { locale } from '../language/catalogue.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Nothing } from '../parts/nothing.tsx';
import { Screen } from '../parts/screen.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { partsWords } from '../words/parts.ts';
import { words } from '../words/words.ts';
import { contactList, rehearsalResource } from './contact-data.ts';
import { contactTrouble } from './contact-trouble.ts';
import { ContactTabs } from './contact-tabs.tsx';
import { LastOutcomeCell } from './last-outcome.tsx';
import { ContactTroubleNotice } from './no-contact.tsx';
import { RehearsalButton, RehearsalResult } from './rehearsal.tsx';
import { settingsWords } from './settings-words.ts';

/** No event tells of the outcome of a message. */
const EVERY_MS = 30_000;

export function ContactsScreen() {
  const texts = contactWords();
  const list = useResource(contactList());
  useRefreshEvery(list, EVERY_MS);
  const rehearsal = useResource(rehearsalResource());
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'alertContacts.list' }}
      actions={
        <>
          {may('ADMIN') && <RehearsalButton known={rehearsal} />}
          {may('MEMBER') && (
            <a class="button primary" href={addressOf('contacts/new')}>
              {texts.new}
            </a>
          )}
        </>
      }
    >
      <ContactTabs />
      <RehearsalResult known={rehearsal} onEnd={() => void list.refresh()} />
      <Loaded from={list}>
        {(contacts) =>
          contacts.length === 0 ? (
            <Nothing>{texts.none}</Nothing>
          ) : (
            <>
              <Trouble contacts={contacts} />
              <section class="card">
                <ContactTable contacts={contacts} />
                {!may('MEMBER') && <p class="card-body hint">{partsWords().masked}</p>}
              </section>
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Trouble({ contacts }: { readonly contacts: readonly AlertContact[] }) {
  const trouble = contactTrouble(contacts, new Date());
  return trouble === undefined ? null : <ContactTroubleNotice trouble={trouble} />;
}

function ContactTable({ contacts }: { readonly contacts: readonly AlertContact[] }) {
  const texts = contactWords();
  const { types } = words();
  return (
    <table class="stacked" aria-label={texts.title}>
      <thead>
        <tr>
          <th>{texts.name}</th>
          <th>{texts.type}</th>
          <th class="c-told">{texts.settings.title}</th>
          <th>{texts.last.title}</th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact) => (
          <tr key={contact.id}>
            <td>
              <a class="name" href={addressOf(`contacts/${contact.id}`)} dir="auto">
                {contact.name ?? contact.to}
              </a>
              {contact.name !== null && <span class="target">{contact.to}</span>}
            </td>
            <td>
              {texts.types[contact.type]}
              {contact.state === 'UNCONFIRMED' && <ToneLabel tone="slow" text={texts.unconfirmed} />}
            </td>
            <td class="soft">
              <ul class="rules">
                {settingsWords(contact, texts, types, locale.value).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </td>
            <td class="c-outcome" data-label={texts.last.title}>
              <LastOutcomeCell contact={contact} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
