import { describe, expect, it } from '@jest/globals';
import { CONTACT_TYPES } from '@vedette/contract';
import { RUNBOOK_URL, sampleAlert, sampleDigest } from './alert-sample.ts';
import { VENDORS } from './vendors.ts';

const urls = { telegram: 'https://api.telegram.org', pagerDuty: 'https://events.pagerduty.com' };
const types = CONTACT_TYPES.filter((type) => type !== 'EMAIL');

describe('every receiver over HTTP', () => {
  it.each(types.map((type) => ({ type })))('gets the link to the runbook: $type', ({ type }) => {
    const contact = { type, name: null, address: 'https://receiver.example/x', secret: null };
    const { body } = VENDORS[type].write(sampleAlert({ contact, runbookUrl: RUNBOOK_URL }), urls, new Date());
    expect(body).toContain(RUNBOOK_URL);
  });
});

describe('alerts that come at once', () => {
  it.each(['SLACK', 'TEAMS', 'NTFY', 'DISCORD', 'TELEGRAM'] as const)('link to their runbooks: %s', (type) => {
    const contact = { type, name: null, address: 'https://receiver.example/x', secret: null };
    const { body } = VENDORS[type].digests?.write(sampleDigest(contact, 3, { runbookUrl: RUNBOOK_URL }), urls) ?? {};
    expect(body?.split(RUNBOOK_URL)).toHaveLength(4);
  });

  it.each([
    { type: 'WEBHOOK', way: 'one by one' },
    { type: 'PAGERDUTY', way: 'one by one' },
    { type: 'SLACK', way: 'in another message' },
    { type: 'TEAMS', way: 'in another message' },
    { type: 'NTFY', way: 'in another message' },
    { type: 'DISCORD', way: 'in a message that grows' },
    { type: 'TELEGRAM', way: 'in a message that grows' },
  ] as const)('are told to $type $way', ({ type, way }) => {
    const { digests } = VENDORS[type];
    const growing = digests?.growing === undefined ? 'in another message' : 'in a message that grows';
    expect(digests === undefined ? 'one by one' : growing).toBe(way);
  });
});
