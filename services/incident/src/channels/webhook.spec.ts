import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  INCIDENT_URL,
  MONITOR_URL,
  RUNBOOK_URL,
  sampleAlert,
  sampleNews,
  sampleTest,
  type SampleOptions,
} from './alert-sample.ts';
import { webhook } from './webhook.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const later = new Date('2026-11-15T10:00:15.000Z');
const urls = { telegram: '', pagerDuty: '' };
const key = Buffer.alloc(32, 7);
const contact = {
  type: 'WEBHOOK',
  name: null,
  address: 'https://hooks.example.com/x',
  secret: `whsec_${key.toString('base64')}`,
} as const;

function written(options: Omit<SampleOptions, 'contact'> = {}, at = now) {
  return webhook.write(sampleAlert({ ...options, contact }), urls, at);
}

describe('a webhook', () => {
  it('gets a signed event of Standard Webhooks', () => {
    const { url, headers, body } = written();
    expect(url).toBe(contact.address);
    const timestamp = String(now.getTime() / 1_000);
    const signature = createHmac('sha256', key).update(`inc_1.ac_1.opened.${timestamp}.${body}`).digest('base64');
    expect(headers).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'inc_1.ac_1.opened',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    });
    expect(JSON.parse(body)).toEqual({
      type: 'alert.opened',
      timestamp: '2026-11-15T10:00:04.000Z',
      data: {
        contactId: 'ac_1',
        number: 0,
        headline: 'Shop is down',
        target: 'https://shop.example/health',
        url: INCIDENT_URL,
        runbookUrl: null,
        subject: 'INCIDENT',
        monitor: { id: 'mon_1', name: 'Shop', type: 'HTTP' },
        degraded: null,
        expiry: null,
        incident: {
          id: 'inc_1',
          monitor: { id: 'mon_1', name: 'Shop', type: 'HTTP' },
          startedAt: '2026-11-15T10:00:03.250Z',
          resolvedAt: null,
          durationSec: null,
          cause: 'Expected status 200, got 503',
          acknowledged: false,
        },
      },
    });
  });

  it.each([
    {
      subject: 'DEGRADED',
      kind: 'RESOLVED',
      id: 'sub_1.ac_1.resolved',
      details: {
        headline: 'Shop is no longer degraded',
        degraded: {
          startedAt: '2026-11-15T10:00:03.250Z',
          endedAt: '2026-11-15T10:10:03.250Z',
          cause: 'A check took 801 ms, which is above 500 ms',
        },
        expiry: null,
      },
    },
    {
      subject: 'EXPIRY',
      kind: 'OPENED',
      id: 'sub_1.ac_1.opened.14',
      details: {
        headline: 'The certificate of Shop expires in 14 days',
        degraded: null,
        expiry: { expiresAt: '2026-11-29T10:00:00.000Z', days: 14 },
      },
    },
  ] as const)('gets an event about $subject', ({ subject, kind, id, details }) => {
    const { headers, body } = webhook.write(sampleNews(contact, subject, kind), urls, now);
    expect(headers['webhook-id']).toBe(id);
    const monitor = { id: 'mon_1', name: 'Shop', type: 'HTTP' };
    expect(JSON.parse(body)).toMatchObject({
      type: `alert.${kind.toLowerCase()}`,
      data: { subject, monitor, incident: null, url: MONITOR_URL, ...details },
    });
  });

  it('gets the address of the runbook', () => {
    expect(JSON.parse(written({ runbookUrl: RUNBOOK_URL }).body)).toMatchObject({ data: { runbookUrl: RUNBOOK_URL } });
  });

  it('gets the same id and body on every attempt', () => {
    const [first, second] = [written(), written({}, later)];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.headers['webhook-signature']).not.toBe(first.headers['webhook-signature']);
  });

  it.each([
    { kind: 'REMINDED', number: 2, type: 'alert.reminded', id: 'inc_1.ac_1.reminded.2' },
    { kind: 'ACKNOWLEDGED', number: 0, type: 'alert.acknowledged', id: 'inc_1.ac_1.acknowledged' },
    { kind: 'RESOLVED', number: 0, type: 'alert.resolved', id: 'inc_1.ac_1.resolved' },
  ] as const)('gets $type', ({ kind, number, type, id }) => {
    const { headers, body } = written({ kind, number });
    expect(JSON.parse(body)).toMatchObject({ type, data: { number } });
    expect(headers['webhook-id']).toBe(id);
  });

  it('gets alert.test for a test', () => {
    const { headers, body } = webhook.write(sampleTest(contact), urls, now);
    expect(headers['webhook-id']).toBe('at_1');
    expect(headers['webhook-signature']).toMatch(/^v1,/);
    expect(JSON.parse(body)).toEqual({
      type: 'alert.test',
      timestamp: '2026-11-15T10:00:04.000Z',
      data: {
        contactId: 'ac_1',
        headline: 'This is a test: nothing is down',
        url: 'https://console.example/console/o/org_1/contacts/ac_1',
      },
    });
  });

  it.each([
    { status: 204, outcome: { ok: true } },
    { status: 410, outcome: { ok: false, isPermanent: true } },
    { status: 503, retryAfter: '9', outcome: { ok: false, isPermanent: false, retryAfterMs: 9_000 } },
  ])('answers $status', ({ status, retryAfter, outcome }) => {
    expect(webhook.judge({ status, retryAfter, body: '' }, now)).toMatchObject(outcome);
  });
});
