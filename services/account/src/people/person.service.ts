import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import { keyedOf, originOf, type SignedIn } from '../acting.ts';
import { AuditRepository } from '../audit/audit.repository.ts';
import { CredentialSignal } from '../credential-signal.ts';
import { AccountMutations } from '../mutations.ts';
import { shownPerson } from './person-view.ts';
import { PersonRepository, type Person, type PersonChange } from './person.repository.ts';

/** What people see and change of themselves. */
@Injectable()
export class PersonService {
  constructor(
    private readonly people: PersonRepository,
    private readonly audit: AuditRepository,
    private readonly mutations: AccountMutations,
    private readonly signal: CredentialSignal,
  ) {}

  async get(personId: string): Promise<Reply> {
    return Reply.of(shownPerson(found(await this.people.find(personId), personId)));
  }

  async update(by: SignedIn, change: PersonChange): Promise<Reply> {
    const { id } = by.person;
    const reply = await this.mutations.once(keyedOf(by), async (tx, now) => {
      const person = found(await this.people.lock(tx, id), id);
      const changed: Person = {
        ...person,
        name: change.name ?? person.name,
        timezone: change.timezone === undefined ? person.timezone : change.timezone,
        locale: change.locale === undefined ? person.locale : change.locale,
        theme: change.theme ?? person.theme,
      };
      await this.people.update(tx, changed);
      const changedFields = (['name', 'timezone', 'locale', 'theme'] as const).filter(
        (field) => person[field] !== changed[field],
      );
      const act = { ...originOf(by), organizationId: null, operation: 'updateMe', resource: person, changedFields };
      await this.audit.append(tx, act, now);
      return shownPerson(changed);
    });
    this.signal.announce({ personId: id });
    return reply;
  }
}

function found(person: Person | undefined, id: string): Person {
  if (person === undefined) throw ApiError.notFound('person', id);
  return person;
}
