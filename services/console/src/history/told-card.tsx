import { contactList, contactsOfMonitor } from '../contacts/contact-data.ts';
import { useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { PartFailure } from '../parts/part-failure.tsx';
import { addressOf } from '../shell/addresses.ts';
import { contactWords } from '../words/contacts.ts';
import { historyWords } from '../words/history.ts';

/** The contacts that are told when the monitor goes down. */
export function ToldCard({ monitorId }: { readonly monitorId: string }) {
  const texts = historyWords();
  const { told, types } = contactWords();
  const attached = useResource(contactsOfMonitor(monitorId));
  const ids = attached.value.value;
  const contacts = useResource(contactList()).value.value ?? [];
  return (
    <section class="card">
      <header>
        <h2>{told}</h2>
        <div class="space" />
        {may('MEMBER') && <a href={addressOf(`contacts/by-monitor?monitor=${monitorId}`)}>{texts.chooseContacts}</a>}
      </header>
      <PartFailure from={attached} />
      {ids !== undefined && ids.length === 0 && <p class="card-body soft">{texts.noContact}</p>}
      {ids !== undefined && ids.length > 0 && (
        <ul class="pages">
          {contacts
            .filter(({ id }) => ids.includes(id))
            .map(({ id, name, to, type }) => (
              <li key={id}>
                <a href={addressOf(`contacts/${id}`)} dir="auto">
                  {name ?? to}
                </a>
                <span class="soft">{types[type]}</span>
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
