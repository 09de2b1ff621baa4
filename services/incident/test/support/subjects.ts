import { newId, type ContactSettings, type ResponseOf } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { expect } from '@jest/globals';
import type { Organization } from './organization.ts';
import type { Suite } from './suite.ts';

export interface Contact {
  readonly id: string;
  readonly to: string;
}

export async function contact(organization: Organization, settings: Partial<ContactSettings> = {}): Promise<Contact> {
  const to = `${newId('req')}@example.com`;
  const { id } = await organization.addContact({ to, settings });
  return { id, to };
}

export function pageOfAlerts(
  organization: Organization,
  query: Readonly<Record<string, string | number>> = {},
): Promise<ResponseOf<'listAlerts'>> {
  return organization.call('listAlerts', { query: { limit: 100, ...query } });
}

/** The decisions about a contact, oldest first, as `SUBJECT KIND NUMBER STATE REASON` lines. */
export async function decisions(organization: Organization, contactId: string): Promise<string[]> {
  const { data } = await pageOfAlerts(organization, { contactId });
  return data
    .toReversed()
    .map(({ subject, kind, number, state, reason }) =>
      [subject, kind, number, state, ...(reason === null ? [] : [reason])].join(' '),
    );
}

export async function decided(organization: Organization, contactId: string, expected: string[]): Promise<void> {
  let seen: string[] = [];
  await waitFor(`the decisions ${expected.join(', ')}`, async () => {
    seen = await decisions(organization, contactId);
    return seen.join() === expected.join();
  }).catch(() => expect(seen).toEqual(expected));
}

export async function subjectsOf({ pool }: Suite, monitorId: string): Promise<unknown[]> {
  return (await pool.query('SELECT FROM incident.alert_subject WHERE monitor_id = $1', [monitorId])).rows;
}
