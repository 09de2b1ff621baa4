import type { ComponentChildren } from 'preact';
import { api } from '../api/client.ts';
import { resource, useRefreshEvery, useResource, type Resource } from '../data/resource.ts';
import { may } from '../data/session.ts';
import { addressOf } from '../shell/addresses.ts';
import { noContactWords } from '../words/no-contact.ts';
import { contactTrouble, works, type ContactTrouble } from './contact-trouble.ts';

interface Judgement {
  readonly trouble: ContactTrouble | undefined;
}

/** No event tells of the outcome of a message. */
const EVERY_MS = 30_000;

/** Reads pages of contacts until one contact works. */
async function judgeContacts(): Promise<Judgement> {
  const now = new Date();
  const seen = [];
  for await (const contact of api().alertContacts.list({ limit: 100 })) {
    if (works(contact, now)) return { trouble: undefined };
    seen.push(contact);
  }
  return { trouble: contactTrouble(seen, now) };
}

function judgement(): Resource<Judgement> {
  return resource('alert contact judgement', judgeContacts, ['incidents']);
}

/** Warns while an outage would reach nobody, and leads to where that can be mended. */
export function NoContact() {
  const texts = noContactWords();
  const known = useResource(judgement());
  useRefreshEvery(known, EVERY_MS);
  const { trouble } = known.value.value ?? {};
  if (trouble === undefined) return null;
  return (
    <ContactTroubleNotice trouble={trouble}>
      {trouble !== 'none' ? (
        <a class="button" href={addressOf('contacts')}>
          {texts.look}
        </a>
      ) : (
        may('MEMBER') && (
          <a class="button" href={addressOf('contacts/new')}>
            {texts.add}
          </a>
        )
      )}
    </ContactTroubleNotice>
  );
}

interface Props {
  readonly trouble: ContactTrouble;
  readonly children?: ComponentChildren;
}

export function ContactTroubleNotice({ trouble, children }: Props) {
  const texts = noContactWords();
  return (
    <div class={`notice ${trouble === 'failing' ? 'bad' : 'slow'}`}>
      <p>
        <strong>{texts.title}</strong> {texts.reasons[trouble]}
      </p>
      {children}
    </div>
  );
}
