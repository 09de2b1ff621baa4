import { describe, expect, it } from '@jest/globals';
import { ACKNOWLEDGE_URL, INCIDENT_URL, LONGEST, sampleAlert, type SampleOptions } from './alert-sample.ts';
import { discord } from './discord.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const urls = { telegram: '', pagerDuty: '' };
const contact = { type: 'DISCORD', name: null, address: 'https://discord.com/api/webhooks/1/x', secret: null } as const;

interface Embed {
  readonly title: string;
  readonly url: string;
  readonly color: number;
  readonly description?: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

function written(options: Omit<SampleOptions, 'contact'> = {}) {
  const { url, body } = discord.write(sampleAlert({ ...options, contact }), urls, now);
  const message = JSON.parse(body) as { allowed_mentions: object; embeds: [Embed] };
  return { url, message, embed: message.embeds[0] };
}

describe('Discord', () => {
  it('gets one embed that links to the incident and mentions nobody', () => {
    const { url, message, embed } = written({ name: '@everyone [x](https://evil.example)' });
    expect(url).toBe(contact.address);
    expect(message.allowed_mentions).toEqual({ parse: [] });
    expect(embed).toMatchObject({
      title: String.raw`DOWN: @everyone \[x\]\(https://evil.example\) is down`,
      url: INCIDENT_URL,
      color: 0xd93a2f,
    });
    expect(embed.fields.map(({ name }) => name)).toEqual([
      'Monitor',
      'Target',
      'Down since',
      'Why',
      'Outages',
      'Incident',
      'Acknowledge',
    ]);
    expect(embed.fields.at(-1)?.value).toBe(ACKNOWLEDGE_URL);
    expect(embed.description).toContain('worker-0, eu');
  });

  it('gets no description without failed attempts', () => {
    expect(written({ attempts: 0 }).embed).not.toHaveProperty('description');
  });

  it.each([{ options: LONGEST }, { options: { ...LONGEST, name: '*'.repeat(120), cause: '*'.repeat(1_000) } }])(
    'gets no text that is longer than it takes',
    ({ options }) => {
      const { title, description = '', fields } = written(options).embed;
      expect(title.length).toBeLessThanOrEqual(256);
      expect(description.length).toBeLessThanOrEqual(4_096);
      expect(fields.length).toBeLessThanOrEqual(25);
      expect(fields.every(({ name, value }) => name.length <= 256 && value.length <= 1_024 && value !== '')).toBe(true);
      const texts = [title, description, ...fields.flatMap(({ name, value }) => [name, value])];
      expect(texts.join('').length).toBeLessThanOrEqual(6_000);
    },
  );

  it.each([
    { status: 204, outcome: { ok: true } },
    { status: 404, outcome: { ok: false, isPermanent: true } },
    { status: 429, retryAfter: '0.65', outcome: { ok: false, isPermanent: false, retryAfterMs: 650 } },
  ])('answers $status', ({ status, retryAfter, outcome }) => {
    expect(discord.judge({ status, retryAfter, body: '' }, now)).toMatchObject(outcome);
  });
});
