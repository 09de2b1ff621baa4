import type { Person } from './person.repository.ts';

/** A person as they see themself. */
export function shownPerson({ id, name, email, timezone, locale, theme }: Person) {
  return { id, name, email, timezone, locale, theme };
}
