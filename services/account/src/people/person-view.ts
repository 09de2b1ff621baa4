import type { Person } from './person.repository.ts';

/** A person as they see themself. */
export function shownPerson({ id, name, email, timeZone, locale, theme }: Person) {
  return { id, name, email, timeZone, locale, theme };
}
