import type { Subscription } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internal, servedOperations, type IncidentDetail, type StreamPage } from '@vedette/contract';
import { waitFor } from '@vedette/test-kit';
import { Receiver } from './receiver.ts';
import { startSuite, type Organization, type Suite } from './suite.ts';

// What people read in events, depending on their role. Only the incident service knows the addresses of contacts.

let suite: Suite;
let receiver: Receiver;
let peer: Subscription | undefined;
const asked: unknown[] = [];

beforeAll(async () => {
  [suite, receiver] = await Promise.all([startSuite(), Receiver.start()]);
  peer = standIn();
});

/** For the incident service. */
function standIn(): Subscription | undefined {
  return suite.service.host.link.connection?.subscribe(internal.maskedMessages.subject, {
    callback: (_, message) => {
      const request = message.json<{ organizationId: string; entries: { message: string }[] }>();
      asked.push(request);
      const messages = request.entries.map((entry) => entry.message.replace('ops@', '•••@'));
      message.respond(JSON.stringify({ messages }));
    },
  });
}

afterAll(async () => {
  await suite.stop();
  await receiver.stop();
});

const at = '2026-11-15T10:00:04.250Z';
const timeline: IncidentDetail['timeline'] = [
  { at, type: 'OPENED', message: 'No answer' },
  { at, type: 'ALERT_SENT', message: 'Told ops@example.com' },
];
const incident = {
  id: 'inc_1',
  monitor: { id: 'mon_1', name: 'ops@example.com', type: 'HTTP' },
  startedAt: at,
  resolvedAt: null,
  durationSec: null,
  cause: 'No answer',
  acknowledged: false,
  acknowledgedAt: null,
  maintenance: false,
  evidence: [],
  timeline,
} as const satisfies IncidentDetail;

const SHOWN = 'Told ops@example.com';
const MASKED = 'Told •••@example.com';

/** What the reader is answered, as text: the list of events, the stream, and the delivery. */
async function read(reader: Pick<Organization, 'forward' | 'context'>, deliveryId: string): Promise<string[]> {
  const list = await reader.forward('listEvents', {});
  const delivery = await reader.forward('getWebhookDelivery', { id: deliveryId });
  const first = JSON.parse(Buffer.from(list.body).toString('utf8')) as { data: { cursor: string }[] };
  const { subject, deadlineMs } = servedOperations.streamEvents;
  const page: StreamPage = await suite.rpc.readStream(
    subject,
    { after: first.data[0]?.cursor ?? null },
    reader.context(deadlineMs),
  );
  return [Buffer.from(list.body).toString('utf8'), Buffer.from(delivery.body).toString('utf8'), JSON.stringify(page)];
}

async function delivered(organization: Organization): Promise<string> {
  await organization.createEndpoint(receiver.url, ['incident.opened']);
  await organization.publish('monitor.down', { monitor: { id: 'mon_1' } });
  await organization.publish('incident.opened', { incident });
  return waitFor('the delivery', async () => {
    const { data } = await organization.call('listWebhookDeliveries', { query: { state: 'SUCCEEDED' } });
    return data[0]?.id;
  });
}

describe('the addresses of contacts in events', () => {
  it.each(['MEMBER', 'ADMIN', 'OWNER'] as const)('are shown to the role %s and to keys, byte by byte', async (role) => {
    const organization = suite.organization();
    const id = await delivered(organization);
    const byKey = await read(organization, id);
    const askedBefore = asked.length;
    expect(await read(organization.as(role), id)).toEqual(byKey);
    for (const text of byKey) expect(text).toContain(SHOWN);
    expect(asked).toHaveLength(askedBefore);
  });

  it('are hidden from viewers, and nothing else is', async () => {
    const organization = suite.organization();
    const id = await delivered(organization);
    const byKey = await read(organization, id);
    expect(await read(organization.as('VIEWER'), id)).toEqual(byKey.map((text) => text.replace(SHOWN, MASKED)));
    expect(asked.at(-1)).toEqual({
      organizationId: organization.id,
      entries: timeline.map(({ type, message }) => ({ incidentId: 'inc_1', type, message })),
    });
  });

  it('stay hidden from viewers while the incident service is away; other events are shown', async () => {
    const organization = suite.organization();
    const id = await delivered(organization);
    const viewer = organization.as('VIEWER');
    peer?.unsubscribe();
    try {
      const query = { types: 'monitor.down' };
      expect((await viewer.call('listEvents', { query })).data).toHaveLength(1);
      await expect(viewer.call('listEvents')).rejects.toMatchObject({ code: 'internal_error' });
      await expect(viewer.call('getWebhookDelivery', { id })).rejects.toMatchObject({ code: 'internal_error' });
    } finally {
      peer = standIn();
    }
  });

  it('are sent to receivers as they are', async () => {
    const organization = suite.organization();
    await delivered(organization);
    expect(receiver.received.at(-1)?.body.toString('utf8')).toContain(SHOWN);
  });
});
