import type { AlertContact } from '@vedette/sdk';
import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { historyWords } from '../words/history.ts';

/** The contacts that are told when the monitor goes down. */
export function ToldCard({ monitorId }: { readonly monitorId: string }) {
  const texts = historyWords();
  const found = useResource(
    resource(`contacts of ${monitorId}`, async () => {
      const { contactIds } = await api().monitors.getAlertContacts(monitorId);
      const contacts: AlertContact[] = contactIds.length === 0 ? [] : await Array.fromAsync(api().alertContacts.list());
      return contacts.filter(({ id }) => contactIds.includes(id));
    }),
  );
  const contacts = found.value.value;
  return (
    <section class="card">
      <header>
        <h2>{texts.contacts}</h2>
      </header>
      {found.failure.value !== undefined && <FailureNotice failure={found.failure.value} />}
      {contacts !== undefined && contacts.length === 0 && <p class="card-body soft">{texts.noContact}</p>}
      {contacts !== undefined && contacts.length > 0 && (
        <ul class="pages">
          {contacts.map(({ id, name, to, type }) => (
            <li key={id}>
              <bdi>{name ?? to}</bdi>
              <span class="soft">{texts.kinds[type]}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
