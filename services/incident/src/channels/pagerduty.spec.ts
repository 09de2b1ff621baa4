import { describe, expect, it } from '@jest/globals';
import {
  ACKNOWLEDGE_URL,
  INCIDENT_URL,
  LONGEST,
  MONITOR_URL,
  sampleAlert,
  sampleNews,
  sampleTest,
  type SampleOptions,
} from './alert-sample.ts';
import { pagerDuty } from './pagerduty.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const urls = { telegram: '', pagerDuty: 'https://events.pagerduty.com' };
const key = 'R0UT1NGKEYR0UT1NGKEYR0UT1NGKEY32';
const contact = { type: 'PAGERDUTY', name: null, address: key, secret: null } as const;

function written(options: Omit<SampleOptions, 'contact'> = {}) {
  const { url, body } = pagerDuty.write(sampleAlert({ ...options, contact }), urls, now);
  return { url, body, event: JSON.parse(body) as { payload: { summary: string } } };
}

describe('PagerDuty', () => {
  it('gets a trigger with everything that a person acts on', () => {
    const { url, event } = written();
    expect(url).toBe('https://events.pagerduty.com/v2/enqueue');
    expect(event).toEqual({
      routing_key: key,
      event_action: 'trigger',
      dedup_key: 'inc_1',
      client: 'Vedette',
      client_url: INCIDENT_URL,
      links: [
        { href: INCIDENT_URL, text: 'Open the incident' },
        { href: ACKNOWLEDGE_URL, text: 'Acknowledge' },
      ],
      payload: {
        summary: 'Shop is down: Expected status 200, got 503',
        source: 'https://shop.example/health',
        severity: 'critical',
        timestamp: '2026-11-15T10:00:03.250Z',
        component: 'Shop',
        class: 'HTTP',
        custom_details: expect.objectContaining({ Why: 'Expected status 200, got 503' }),
      },
    });
  });

  it('gets the same key with every event of an incident', () => {
    expect(written({ kind: 'REMINDED', number: 2 }).event).toMatchObject({
      event_action: 'trigger',
      dedup_key: 'inc_1',
    });
    for (const [kind, action] of [['ACKNOWLEDGED', 'acknowledge'] as const, ['RESOLVED', 'resolve'] as const]) {
      expect(written({ kind }).event).toEqual({ routing_key: key, event_action: action, dedup_key: 'inc_1' });
    }
  });

  it.each([
    {
      subject: 'DEGRADED',
      summary: 'Shop is degraded: A check took 801 ms, which is above 500 ms',
      timestamp: '2026-11-15T10:00:03.250Z',
    },
    {
      subject: 'EXPIRY',
      summary: 'The certificate of Shop expires in 14 days: at 2026-11-29T10:00:00.000Z',
      timestamp: '2026-11-15T10:00:04.000Z',
    },
  ] as const)('gets a warning about $subject', ({ subject, summary, timestamp }) => {
    const { body } = pagerDuty.write(sampleNews(contact, subject), urls, now);
    expect(JSON.parse(body)).toMatchObject({
      event_action: 'trigger',
      dedup_key: 'sub_1',
      client_url: MONITOR_URL,
      payload: { summary, severity: 'warning', timestamp, component: 'Shop', class: 'HTTP' },
    });
  });

  it('gets the end of a slow period with the same key', () => {
    const { body } = pagerDuty.write(sampleNews(contact, 'DEGRADED', 'RESOLVED'), urls, now);
    expect(JSON.parse(body)).toEqual({ routing_key: key, event_action: 'resolve', dedup_key: 'sub_1' });
  });

  it('gets a test that is no emergency and that ends at once', () => {
    const test = sampleTest(contact);
    expect(JSON.parse(pagerDuty.write(test, urls, now).body)).toMatchObject({
      routing_key: key,
      event_action: 'trigger',
      dedup_key: 'at_1',
      payload: { summary: 'This is a test: nothing is down', severity: 'info' },
    });
    const end = pagerDuty.writeEnd?.(test, urls);
    expect([end?.url, JSON.parse(end?.body ?? '')]).toEqual([
      'https://events.pagerduty.com/v2/enqueue',
      { routing_key: key, event_action: 'resolve', dedup_key: 'at_1' },
    ]);
  });

  it('gets a summary of at most 1,024 characters, and at most 512 KB', () => {
    const { event, body } = written(LONGEST);
    expect(event.payload.summary.length).toBeLessThanOrEqual(1_024);
    expect(Buffer.byteLength(body)).toBeLessThan(512 * 1_024);
  });

  it.each([
    { status: 202, outcome: { ok: true } },
    { status: 400, outcome: { ok: false, isPermanent: true } },
    { status: 429, outcome: { ok: false, isPermanent: false } },
    { status: 500, outcome: { ok: false, isPermanent: false } },
  ])('answers $status', ({ status, outcome }) => {
    expect(pagerDuty.judge({ status, retryAfter: undefined, body: '' }, now)).toMatchObject(outcome);
  });
});
