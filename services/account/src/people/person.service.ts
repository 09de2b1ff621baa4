import { Injectable } from '@nestjs/common';
import { ApiError } from '@vedette/contract';
import { Reply } from '@vedette/messaging';
import type { SignedIn } from '../acting.ts';
import { Acts } from '../acts.ts';
import { shownPerson } from './person-view.ts';
import { PersonRepository, type Person, type PersonChange } from './person.repository.ts';

/** What people see and change of themselves. */
@Injectable()
export class PersonService {
  constructor(
    private readonly people: PersonRepository,
    private readonly acts: Acts,
  ) {}

  async get(personId: string): Promise<Reply> {
    return Reply.of(shownPerson(found(await this.people.find(personId), personId)));
  }

  update(by: SignedIn, change: PersonChange): Promise<Reply> {
    const { id } = by.person;
    return this.acts.once(by, { changed: { personId: id } }, async (tx, now) => {
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
      await this.acts.record(tx, by, { operation: 'updateMe', resource: person, changedFields }, now);
      return shownPerson(changed);
    });
  }
}

function found(person: Person | undefined, id: string): Person {
  if (person === undefined) throw ApiError.notFound('person', id);
  return person;
}
