import { describe, expect, it } from '@jest/globals';
import {
  ACKNOWLEDGE_URL,
  INCIDENT_URL,
  LONGEST,
  sampleAlert,
  sampleDigest,
  type SampleOptions,
} from './alert-sample.ts';
import { teams } from './teams.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const urls = { telegram: '', pagerDuty: '' };
const address = 'https://prod-1.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=x';
const contact = { type: 'TEAMS', name: null, address, secret: null } as const;

function written(options: Omit<SampleOptions, 'contact'> = {}) {
  return teams.write(sampleAlert({ ...options, contact }), urls, now);
}

describe('a workflow of Teams', () => {
  it('gets an adaptive card with a button to the incident', () => {
    const { url, body } = written({ name: 'Shop [x](https://evil.example)' });
    expect(url).toBe(address);
    expect(JSON.parse(body)).toMatchObject({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          content: {
            type: 'AdaptiveCard',
            body: [
              {
                type: 'TextBlock',
                text: String.raw`DOWN: Shop \[x\]\(https://evil.example\) is down`,
                color: 'Attention',
              },
              { type: 'FactSet', facts: expect.arrayContaining([{ title: 'Outages', value: 'the first in 30 days' }]) },
              { type: 'TextBlock', text: expect.stringContaining('worker-0, eu') },
            ],
            actions: [
              { type: 'Action.OpenUrl', title: 'Open the incident', url: INCIDENT_URL },
              { type: 'Action.OpenUrl', title: 'Acknowledge', url: ACKNOWLEDGE_URL },
            ],
          },
        },
      ],
    });
  });

  it.each([
    { kind: 'ACKNOWLEDGED', color: 'Accent' },
    { kind: 'RESOLVED', color: 'Good' },
  ] as const)('sees by the colour what $kind means', ({ kind, color }) => {
    expect(written({ kind }).body).toContain(`"color":"${color}"`);
  });

  it('gets no block about attempts without any', () => {
    const card = JSON.parse(written({ attempts: 0 }).body) as { attachments: [{ content: { body: unknown[] } }] };
    expect(card.attachments[0].content.body).toHaveLength(2);
  });

  it('gets at most 28 KB', () => {
    expect(Buffer.byteLength(written(LONGEST).body)).toBeLessThanOrEqual(28 * 1_024);
  });

  it.each([
    { status: 202, outcome: { ok: true } },
    { status: 400, outcome: { ok: false, isPermanent: true } },
    { status: 429, retryAfter: '5', outcome: { ok: false, isPermanent: false, retryAfterMs: 5_000 } },
  ])('answers $status', ({ status, retryAfter, outcome }) => {
    expect(teams.judge({ status, retryAfter, body: '' }, now)).toMatchObject(outcome);
  });
});

describe('many alerts in Teams', () => {
  const bodyOf = (count: number, sample?: Parameters<typeof sampleDigest>[2]): string =>
    teams.digests?.write(sampleDigest(contact, count, sample), urls).body ?? '';

  it('are one card with a line and links for each', () => {
    expect(bodyOf(2)).toContain(`[Acknowledge](${ACKNOWLEDGE_URL})`);
    expect(bodyOf(2).match(/- DOWN: Shop/g)).toHaveLength(2);
  });

  it.each(['😀'.repeat(60), '*'.repeat(120), 'Shop'])('of monitors called %s are at most 28 KB', (name) => {
    const body = bodyOf(60, { name, cause: name, runbookUrl: LONGEST.runbookUrl });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(28 * 1_024);
    expect(body).toMatch(/and \d+ more"/);
  });
});
