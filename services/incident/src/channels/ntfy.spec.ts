import { describe, expect, it } from '@jest/globals';
import { INCIDENT_URL, LONGEST, sampleAlert, sampleDigest, type SampleOptions } from './alert-sample.ts';
import { ntfy } from './ntfy.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const urls = { telegram: '', pagerDuty: '' };
const contact = { type: 'NTFY', name: null, address: 'https://ntfy.sh/shop-alerts', secret: null } as const;

function written(options: Partial<SampleOptions> = {}) {
  const { url, headers, body } = ntfy.write(sampleAlert({ contact, ...options }), urls, now);
  const message = JSON.parse(body) as { title: string; message: string };
  return { url, headers, message, bytes: Buffer.byteLength(body) };
}

describe('a topic of ntfy', () => {
  it('gets a title, a text and a link', () => {
    const { url, headers, message } = written({ name: 'Läden' });
    expect(url).toBe('https://ntfy.sh/');
    expect(headers).toEqual({ 'content-type': 'application/json' });
    expect(message).toMatchObject({
      topic: 'shop-alerts',
      title: 'DOWN: Läden is down',
      priority: 5,
      tags: ['rotating_light'],
      click: INCIDENT_URL,
    });
    expect(message.message).toContain('Why: Expected status 200, got 503');
  });

  it('is opened by its token', () => {
    const { headers } = written({ contact: { ...contact, secret: 'tk_1' } });
    expect(headers).toMatchObject({ authorization: 'Bearer tk_1' });
  });

  it.each([
    { kind: 'REMINDED', priority: 5, tags: ['rotating_light'] },
    { kind: 'ACKNOWLEDGED', priority: 3, tags: ['eyes'] },
    { kind: 'RESOLVED', priority: 3, tags: ['white_check_mark'] },
  ] as const)('is as urgent as $kind', ({ kind, priority, tags }) => {
    expect(written({ kind }).message).toMatchObject({ priority, tags });
  });

  it.each(['😀', '語', '"', '\\', '\u0001'])('gets at most 4,096 bytes, and 8,192 with everything: %j', (each) => {
    const { message, bytes } = written({ ...LONGEST, name: each.repeat(120), cause: each.repeat(2_000) });
    expect(Buffer.byteLength(message.message)).toBeLessThanOrEqual(4_096);
    expect(Buffer.byteLength(message.title)).toBeLessThanOrEqual(1_024);
    expect(bytes).toBeLessThanOrEqual(8_192);
  });

  it.each([
    { status: 200, outcome: { ok: true } },
    { status: 403, outcome: { ok: false, isPermanent: true } },
    { status: 429, outcome: { ok: false, isPermanent: false } },
  ])('answers $status', ({ status, outcome }) => {
    expect(ntfy.judge({ status, retryAfter: undefined, body: '' }, now)).toMatchObject(outcome);
  });
});

describe('many alerts in ntfy', () => {
  it.each(['😀'.repeat(60), '"'.repeat(120), 'Shop'])('of monitors called %s are one message that it takes', (name) => {
    const { body } =
      ntfy.digests?.write(sampleDigest(contact, 60, { name, cause: name, runbookUrl: LONGEST.runbookUrl }), urls) ?? {};
    const { title, message } = JSON.parse(body ?? '') as { title: string; message: string };
    expect(title).toBe('ALERTS: 60 down');
    expect(Buffer.byteLength(body ?? '')).toBeLessThanOrEqual(8_192);
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
    expect(message).toMatch(/- DOWN: .*\nand \d+ more$/u);
  });
});
