import { api } from '../api/client.ts';
import { resource, useResource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { addressOf } from '../shell/addresses.ts';
import { overviewWords } from '../words/overview.ts';

/** Warns while an outage would reach nobody. */
export function NoContact() {
  const texts = overviewWords();
  const found = useResource(resource('alert contact count', async () => await api().alertContacts.list({ limit: 1 })));
  if (found.value.value?.pagination.total !== 0) return null;
  return (
    <div class="notice slow">
      <p>{texts.noContact}</p>
      {may('MEMBER') && (
        <a class="button" href={addressOf('contacts/new')}>
          {texts.addContact}
        </a>
      )}
    </div>
  );
}
