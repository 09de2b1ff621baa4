import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal } from '@vedette/contract';
import { Resealing, SecretBox } from '@vedette/sealing';
import { startService } from '@vedette/service-host';
import { tablesWith, waitFor } from '@vedette/test-kit';
import { newOutage } from '@vedette/test-kit/facts';
import { AppModule, TokenResealing } from '../src/app.module.ts';
import { startSuite, type Suite } from './support/suite.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await startSuite();
});

afterAll(() => suite.stop());

interface Sealed {
  readonly sealed: Buffer;
  readonly token: Buffer;
}

/** Seals anew until both columns of the contact have the key: whoever seals one of them passes over a row that is locked. */
async function sealedWith(
  service: { get(wanted: typeof Resealing | typeof TokenResealing): Resealing },
  key: Buffer,
  contactId: string,
): Promise<Sealed> {
  const { keyId } = new SecretBox(key, null);
  return waitFor('both columns to be sealed anew', async () => {
    await service.get(Resealing).reseal();
    await service.get(TokenResealing).reseal();
    const { rows } = await suite.pool.query<Sealed>(
      'SELECT sealed, sealed_secret AS token FROM incident.contact WHERE id = $1',
      [contactId],
    );
    const isAnew = (column: Buffer): boolean => column.toString('hex').startsWith(keyId);
    return rows.find(({ sealed, token }) => isAnew(sealed) && isAnew(token));
  });
}

describe('the address of a contact', () => {
  it('stands in no table, before and after it is told something and removed', async () => {
    const organization = suite.organization();
    const marker = `marker-${randomBytes(8).toString('hex')}`;
    const to = `${suite.chatUrl}/services/${marker}`;
    const { id: contactId } = await organization.addContact({ to });
    const outage = newOutage();
    await organization.apply(outage);
    await organization.timeline(outage.incidentId, 'ALERT_SENT');
    expect(await tablesWith(suite.pool, 'incident', contactId)).toContain('contact');
    expect(await tablesWith(suite.pool, 'incident', marker)).toEqual([]);
    expect(await suite.rpc.ask(internal.removeContact, { contactId })).toMatchObject({ to: `${suite.chatUrl}/•••` });
    const { rows } = await suite.pool.query('SELECT sealed FROM incident.contact WHERE id = $1', [contactId]);
    expect(rows).toEqual([{ sealed: null }]);
  });

  it('is sealed anew with another key, after which the old one is needed no more', async () => {
    const organization = suite.organization();
    const to = `${suite.chatUrl}/hook`;
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const { secret: shown, ...contact } = await organization.addContact({ type: 'WEBHOOK', to, secret });
    expect(shown).toBe(secret);
    const { config } = suite;
    const secretKey = randomBytes(32);
    const replacing = { ...config, secretKey, previousSecretKey: config.secretKey };
    const both = await startService({ name: 'incident', module: AppModule, config: replacing });
    const { sealed, token } = await sealedWith(both, secretKey, contact.id);
    await both.stop();
    const after = new SecretBox(secretKey, null);
    expect(after.open(sealed, contact.id)).toBe(contact.to);
    expect(after.open(token, `${contact.id} secret`)).toBe(secret);
    const back = { ...config, previousSecretKey: secretKey };
    const again = await startService({ name: 'incident', module: AppModule, config: back });
    await sealedWith(again, config.secretKey, contact.id);
    await again.stop();
    const { id: organizationId } = organization;
    expect(await suite.rpc.ask(internal.listContacts, { organizationId })).toEqual({ contacts: [contact] });
  });
});
