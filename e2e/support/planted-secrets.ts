import type { Monitor } from '@vedette/contract';
import type { Vedette } from '@vedette/sdk';
import { waitFor } from '@vedette/test-kit';
import type { TargetServer } from '@vedette/test-kit/target-server';
import { NOWHERE } from '../attacks/support/samples.ts';
import type { Secrets } from '../attacks/support/secrets.ts';
import type { SharedFixture, Tenant } from './fixture.ts';
import { createMonitor } from './monitors.ts';
import { signedIn } from './sdk-clients.ts';

interface Field {
  readonly fixture: SharedFixture;
  readonly tenant: Tenant;
  readonly member: Vedette;
  readonly secrets: Secrets;
  /** Refuses what is sent to it, and quotes the path. */
  readonly receiver: TargetServer;
}

export interface Planted {
  /** By the parameter of a path: the resources that hold secrets. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly site: Monitor;
  /** Of an event before all those that hold secrets. */
  readonly firstCursor: string;
}

/** Timelines name chats by their addresses. */
const CHATS = ['a chat', 'a chat that is removed'] as const;
const FAILURES = ['by email: ', 'by ntfy: ', 'by webhook: '] as const;

/** Monitors with secrets, contacts of which none can be reached, and all that becomes of an outage. */
export async function plantSecrets(field: Field): Promise<Planted> {
  const { fixture, tenant, member, secrets } = field;
  const [first] = (await member.events.list({ limit: 1 })).data;
  const contactIds = await addContacts(field);
  const site = await createSite(field);
  const job = await createMonitor(tenant.api, { name: 'Job with secrets', type: 'CRON' });
  secrets.add('the token of a job', job.heartbeatUrl?.split('/').at(-1) ?? '');
  await member.monitors.check(site.id);
  const [incident] = (await member.incidents.list({ monitorId: site.id })).data;
  const incidentId = incident?.id ?? '';
  await waitFor('what became of the alerts', async () => {
    const text = JSON.stringify(await member.incidents.get(incidentId));
    const known = secrets.in(text);
    return CHATS.every((each) => known.includes(each)) && FAILURES.every((each) => text.includes(each));
  });
  await member.alertContacts.delete(contactIds.pop() ?? '');
  await member.incidents.acknowledge(incidentId);
  const ids = {
    monitorId: [site.id, job.id],
    incidentId: [incidentId],
    contactId: contactIds,
    deliveryId: [await deliveryAbout(incidentId, member)],
    rehearsalId: [await rehearse(fixture, tenant)],
  };
  return { ids, site, firstCursor: first?.cursor ?? '' };
}

/** Of the types whose addresses members see; the last one is for removal. */
async function addContacts({ fixture, tenant, member, secrets, receiver }: Field): Promise<string[]> {
  const ids: string[] = [];
  for (const [type, to] of [
    ['EMAIL', `${secrets.make('the address of a mailbox')}@example.com`],
    ['NTFY', receiver.url(secrets.make('the topic of ntfy'))],
    ['WEBHOOK', receiver.url(secrets.make('the address of a webhook'))],
  ] as const) {
    const given = ['--org', tenant.organizationId, '--type', type, '--to', to];
    const { id } = (await fixture.stack.operator.run('contact', 'add', ...given)) as { id: string };
    ids.push(id);
  }
  for (const name of CHATS) {
    const chat = { type: 'TELEGRAM', to: `@${secrets.make(name)}`, secret: `42:${'t'.repeat(35)}` } as const;
    const { id } = await member.alertContacts.create({ ...chat, delayMinutes: 60 });
    ids.push(id);
  }
  return ids;
}

function createSite({ tenant, secrets }: Field): Promise<Monitor> {
  const credentials = `${secrets.make('a user')}:${secrets.make('a password')}`;
  return createMonitor(tenant.api, {
    name: 'Site',
    url: NOWHERE.replace('://', `://${credentials}@`),
    method: 'POST',
    requestHeaders: { authorization: `Bearer ${secrets.make('a token')}`, 'x-key': secrets.make('a header') },
    requestBody: secrets.make('a request body'),
    intervalSeconds: 86_400,
    timeoutSeconds: 2,
  });
}

function deliveryAbout(incidentId: string, member: Vedette): Promise<string> {
  return waitFor('the delivery', async () => {
    for await (const { id } of member.webhookDeliveries.list({ eventType: 'incident.acknowledged' })) {
      const { payload } = await member.webhookDeliveries.get(id);
      if (JSON.stringify(payload).includes(incidentId)) return id;
    }
    return undefined;
  });
}

async function rehearse(fixture: SharedFixture, { organizationId }: Tenant): Promise<string> {
  const { vedette } = await signedIn(fixture, organizationId, 'ADMIN');
  const { id } = await vedette.rehearsals.start();
  await waitFor('the rehearsal', async () => (await vedette.rehearsals.get(id)).state === 'DONE');
  return id;
}
