import { useSignal } from '@preact/signals';
import type { AlertContact } from '@vedette/sdk';
import { locale } from '../data/preferences.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { date } from '../format/format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Screen } from '../parts/screen.tsx';
import { Time } from '../parts/time.tsx';
import { ToneLabel } from '../parts/tone-label.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { words } from '../words/words.ts';
import { contactList } from './contact-data.ts';
import { ContactTabs } from './contact-tabs.tsx';
import { RehearsalButton, RehearsalResult, type RehearsalOutcome } from './rehearsal.tsx';
import { settingsWords } from './settings-words.ts';

export function ContactsScreen() {
  const texts = contactWords();
  const list = useResource(contactList());
  const rehearsal = useSignal<RehearsalOutcome>(undefined);
  return (
    <Screen
      title={texts.title}
      recipe={{ method: 'alertContacts.list' }}
      actions={
        <>
          {may('ADMIN') && <RehearsalButton outcome={rehearsal} />}
          {may('MEMBER') && (
            <a class="button primary" href={addressOf('contacts/new')}>
              {texts.new}
            </a>
          )}
        </>
      }
    >
      <ContactTabs />
      <RehearsalResult outcome={rehearsal} />
      <Loaded from={list}>
        {(contacts) =>
          contacts.length === 0 ? (
            <p class="lead">{texts.none}</p>
          ) : (
            <section class="card">
              <ContactTable contacts={contacts} />
            </section>
          )
        }
      </Loaded>
    </Screen>
  );
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
          <th>{texts.settings.title}</th>
          <th>{texts.created}</th>
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
              <ul>
                {settingsWords(contact, texts, types, locale.value).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </td>
            <td class="soft" data-label={texts.created}>
              <Time at={contact.createdAt} format={date} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
