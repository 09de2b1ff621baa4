import type { ContactSettings } from '@vedette/contract';
import type { Organization } from './organization.ts';
import type { Suite } from './suite.ts';

let unique = 0;

/** Adds a contact with a mail address of its own; returns the address. */
export async function mailContact(organization: Organization, name: string | null = null): Promise<string> {
  unique += 1;
  const to = `ops-${unique}@example.com`;
  await organization.addContact({ to, name });
  return to;
}

/** Adds a contact with a chat of its own; returns the path of its address. */
export async function chatContact(
  { chatUrl }: Suite,
  organization: Organization,
  name: string | null = null,
  settings: Partial<ContactSettings> = {},
): Promise<string> {
  unique += 1;
  const path = `/hook-${unique}`;
  await organization.addContact({ to: `${chatUrl}${path}`, name, settings });
  return path;
}
