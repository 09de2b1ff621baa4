import { describe, expect, it } from '@jest/globals';
import {
  ACKNOWLEDGE_URL,
  INCIDENT_URL,
  LONGEST,
  sampleAlert,
  sampleDigest,
  type SampleOptions,
} from './alert-sample.ts';
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

describe('many alerts in Discord', () => {
  const { digests } = discord;
  const inThread = { ...contact, address: `${contact.address}?thread_id=7` };

  it('are one message, whose id Discord is asked for', () => {
    const { method, url, body } = digests?.write(sampleDigest(inThread, 2), urls) ?? {};
    expect(method).toBeUndefined();
    expect(url).toBe(`${contact.address}?thread_id=7&wait=true`);
    const { embeds } = JSON.parse(body ?? '') as { embeds: [Embed] };
    expect(embeds[0].title).toBe('ALERTS: 2 down');
    expect(embeds[0].description?.split('\n')).toHaveLength(2);
    expect(embeds[0].description).toContain(`[Acknowledge](${ACKNOWLEDGE_URL})`);
  });

  it('are added to that message', () => {
    const { method, url, body } = digests?.growing?.rewrite(sampleDigest(inThread, 3), '123', urls) ?? {};
    expect(method).toBe('PATCH');
    expect(url).toBe(`${contact.address}/messages/123?thread_id=7`);
    expect(JSON.parse(body ?? '')).not.toHaveProperty('username');
  });

  it.each([
    { body: '{"type":0,"id":"1234567890123456789"}', id: '1234567890123456789' },
    { body: '{"id":7}', id: undefined },
    { body: '{"id":"../../x"}', id: undefined },
    { body: '', id: undefined },
  ])('are in the message $id of $body', ({ body, id }) => {
    expect(digests?.growing?.messageIdOf({ status: 200, retryAfter: undefined, body })).toBe(id);
  });

  it.each(['😀'.repeat(60), '*'.repeat(120), 'Shop'])('of monitors called %s are no longer than it takes', (name) => {
    const { body } =
      digests?.write(sampleDigest(contact, 60, { name, cause: name, runbookUrl: LONGEST.runbookUrl }), urls) ?? {};
    const { title, description = '', fields } = (JSON.parse(body ?? '') as { embeds: [Embed] }).embeds[0];
    expect(description.length).toBeLessThanOrEqual(4_096);
    expect(description).toMatch(/and \d+ more$/);
    const texts = [title, description, ...fields.flatMap((field) => [field.name, field.value])];
    expect(texts.join('').length).toBeLessThanOrEqual(6_000);
  });
});
