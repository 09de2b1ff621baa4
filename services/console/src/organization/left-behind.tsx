import type { Member } from '@vedette/sdk';
import { contactList } from '../contacts/contact-data.ts';
import { useResource } from '../data/resource.ts';
import { NamedLinks } from '../parts/named-links.tsx';
import { PartFailure } from '../parts/part-failure.tsx';
import { addressOf } from '../shell/addresses.ts';
import { organizationWords } from '../words/organization.ts';
import { keyList } from './organization-data.ts';

/** The keys that a removed person may still know, and the contacts that still notify them. */
export function LeftBehind({ member: { id, name, email } }: { readonly member: Member }) {
  const { people: texts } = organizationWords();
  const keys = useResource(keyList());
  const contacts = useResource(contactList());
  const known = keys.value.value?.filter(({ secretShownTo }) => secretShownTo.includes(`person:${id}`)) ?? [];
  const told = contacts.value.value?.filter(({ type, to }) => type === 'EMAIL' && to.toLowerCase() === email) ?? [];
  return (
    <>
      <PartFailure from={keys} />
      <PartFailure from={contacts} />
      {known.length > 0 && (
        <>
          <p>{texts.keysLeft(name)}</p>
          <NamedLinks ids={known.map((each) => each.id)} names={namesOf(known)} addressOf={() => addressOf('keys')} />
        </>
      )}
      {told.length > 0 && (
        <>
          <p>{texts.contactsLeft(name)}</p>
          <NamedLinks
            ids={told.map((each) => each.id)}
            names={namesOf(told.map((each) => ({ id: each.id, name: each.name ?? each.to })))}
            addressOf={(contactId) => addressOf(`contacts/${contactId}`)}
          />
        </>
      )}
    </>
  );
}

function namesOf(named: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map(named.map(({ id, name }) => [id, name]));
}
