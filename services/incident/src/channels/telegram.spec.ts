import { describe, expect, it } from '@jest/globals';
import {
  ACKNOWLEDGE_URL,
  INCIDENT_URL,
  LONGEST,
  sampleAlert,
  sampleDigest,
  type SampleOptions,
} from './alert-sample.ts';
import { telegram } from './telegram.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const urls = { telegram: 'https://api.telegram.org', pagerDuty: '' };
const contact = { type: 'TELEGRAM', name: null, address: '-100123', secret: '42:token' } as const;

function written(options: Omit<SampleOptions, 'contact'> = {}) {
  const { url, body } = telegram.write(sampleAlert({ ...options, contact }), urls, now);
  return { url, message: JSON.parse(body) as { chat_id: string; text: string; parse_mode?: string } };
}

describe('a chat of Telegram', () => {
  it('gets plain text from the bot', () => {
    const { url, message } = written({ name: 'Shop <b>' });
    expect(url).toBe('https://api.telegram.org/bot42:token/sendMessage');
    expect(message).toMatchObject({ chat_id: '-100123', link_preview_options: { is_disabled: true } });
    expect(message).not.toHaveProperty('parse_mode');
    expect(message.text.split('\n')[0]).toBe('DOWN: Shop <b> is down');
    expect(message.text).toContain(`Open the incident: ${INCIDENT_URL}`);
    expect(message.text).toContain(`Acknowledge: ${ACKNOWLEDGE_URL}`);
  });

  it('gets at most 4,096 characters', () => {
    expect(written(LONGEST).message.text.length).toBeLessThanOrEqual(4_096);
  });

  const refusal = (description: string, parameters?: object) => JSON.stringify({ ok: false, description, parameters });
  it.each([
    { name: 'takes it', status: 200, body: '{"ok":true}', outcome: { ok: true } },
    {
      name: 'has the text already',
      status: 400,
      body: refusal('Bad Request: message is not modified: specified new message content is the same'),
      outcome: { ok: true },
    },
    {
      name: 'has lost the message',
      status: 400,
      body: refusal('Bad Request: message to edit not found'),
      outcome: { ok: false, isPermanent: true },
    },
    {
      name: 'asks for patience in the body',
      status: 429,
      body: refusal('Too Many Requests: retry after 34', { retry_after: 34 }),
      outcome: {
        ok: false,
        isPermanent: false,
        retryAfterMs: 34_000,
        reason: 'Telegram answered "Too Many Requests: retry after 34"',
        maskedReason: 'the receiver answered 429',
      },
    },
    {
      name: 'is closed to the bot',
      status: 403,
      body: refusal('Forbidden: bot was blocked by the user'),
      outcome: { ok: false, isPermanent: true, reason: 'Telegram answered "Forbidden: bot was blocked by the user"' },
    },
    {
      name: 'does not say why',
      status: 502,
      body: '<html>',
      outcome: { ok: false, isPermanent: false, retryAfterMs: null, reason: 'the receiver answered 502' },
    },
    { name: 'says something odd', status: 400, body: '{"description":7}', outcome: { ok: false, isPermanent: true } },
  ])('$name', ({ status, body, outcome }) => {
    expect(telegram.judge({ status, retryAfter: undefined, body }, now)).toMatchObject(outcome);
  });
});

describe('many alerts in Telegram', () => {
  const { digests } = telegram;

  it('are one message, which grows', () => {
    const sent = digests?.write(sampleDigest(contact, 2), urls);
    expect(sent?.url).toBe('https://api.telegram.org/bot42:token/sendMessage');
    const grown = digests?.growing?.rewrite(sampleDigest(contact, 3), '123', urls);
    expect(grown?.url).toBe('https://api.telegram.org/bot42:token/editMessageText');
    const message = JSON.parse(grown?.body ?? '') as { text: string };
    expect(message).toMatchObject({ chat_id: '-100123', message_id: 123 });
    expect(message.text).toMatch(/^ALERTS: 3 down\n/);
    expect(message.text).toContain(`Acknowledge: ${ACKNOWLEDGE_URL}`);
  });

  it.each([
    { body: '{"ok":true,"result":{"message_id":123}}', id: '123' },
    { body: '{"ok":true,"result":{"message_id":"x"}}', id: undefined },
    { body: '{"ok":true}', id: undefined },
    { body: '', id: undefined },
  ])('are in the message $id of $body', ({ body, id }) => {
    expect(digests?.growing?.messageIdOf({ status: 200, retryAfter: undefined, body })).toBe(id);
  });

  it.each(['😀'.repeat(60), 'Shop'])('of monitors called %s are no longer than it takes', (name) => {
    const { body } =
      digests?.write(sampleDigest(contact, 60, { name, cause: name, runbookUrl: LONGEST.runbookUrl }), urls) ?? {};
    const { text } = JSON.parse(body ?? '') as { text: string };
    expect(text.length).toBeLessThanOrEqual(4_096);
    expect(text).toMatch(/- DOWN: .*\nand \d+ more$/u);
  });
});
