import { describe, expect, it } from '@jest/globals';
import {
  ACKNOWLEDGE_URL,
  INCIDENT_URL,
  LONGEST,
  sampleAlert,
  sampleDigest,
  sampleTest,
  type SampleOptions,
} from './alert-sample.ts';
import { slack, type SlackMessage } from './slack.ts';

const now = new Date('2026-11-15T10:00:05.000Z');
const urls = { telegram: '', pagerDuty: '' };
const contact = {
  type: 'SLACK',
  name: null,
  address: 'https://hooks.slack.com/services/T0/B0/x',
  secret: null,
} as const;

function written(options: Omit<SampleOptions, 'contact'> = {}) {
  const { url, headers, body } = slack.write(sampleAlert({ ...options, contact }), urls, now);
  return { url, headers, message: JSON.parse(body) as SlackMessage };
}

describe('Slack', () => {
  it('gets a message in which nothing that was written is a link or a mention', () => {
    const { url, headers, message } = written({ name: '<!channel> & Co' });
    expect(url).toBe(contact.address);
    expect(headers).toEqual({ 'content-type': 'application/json', 'x-vedette-alert-id': 'inc_1.ac_1.opened' });
    expect(message).toEqual({
      text: '*&lt;!channel&gt; &amp; Co is down*',
      attachments: [
        {
          color: '#d93a2f',
          fallback: '&lt;!channel&gt; &amp; Co is down: Expected status 200, got 503',
          fields: [
            { title: 'Monitor', value: '&lt;!channel&gt; &amp; Co (HTTP)', short: true },
            { title: 'Target', value: 'https://shop.example/health', short: true },
            { title: 'Down since', value: '2026-11-15 10:00:03 UTC', short: true },
            { title: 'Why', value: 'Expected status 200, got 503', short: true },
            { title: 'Outages', value: 'the first in 30 days', short: true },
            { title: 'Incident', value: 'inc_1', short: true },
            {
              title: 'Failed attempts',
              value: '2026-11-15 10:00:03 UTC by worker-0, eu: Expected status 200, got 503',
              short: false,
            },
            { title: 'Open the incident', value: `<${INCIDENT_URL}>`, short: false },
            { title: 'Acknowledge', value: `<${ACKNOWLEDGE_URL}>`, short: false },
          ],
        },
      ],
    });
  });

  it.each([
    { kind: 'OPENED', color: '#d93a2f', text: '*Shop is down*' },
    { kind: 'REMINDED', color: '#d93a2f', text: '*Shop is still down*' },
    { kind: 'ACKNOWLEDGED', color: '#3b7bea', text: '*Somebody has acknowledged that Shop is down*' },
    { kind: 'RESOLVED', color: '#23a566', text: '*Shop is up again*' },
  ] as const)('sees by the colour what $kind means', ({ kind, color, text }) => {
    const { message } = written({ kind });
    expect(message.text).toBe(text);
    expect(message.attachments[0]?.color).toBe(color);
  });

  it('gets the failed attempts line by line, cut to what fits', () => {
    const fieldOf = (options: Omit<SampleOptions, 'contact'>) =>
      written(options).message.attachments[0]?.fields.find(({ title }) => title === 'Failed attempts')?.value ?? '';
    expect(fieldOf({ attempts: 3 }).split('\n')).toHaveLength(3);
    expect(fieldOf(LONGEST).length).toBeLessThanOrEqual(2_000);
    expect(written({ attempts: 0 }).message.attachments[0]?.fields.map(({ title }) => title)).not.toContain(
      'Failed attempts',
    );
  });

  it('gets a test that says so', () => {
    const { text, attachments } = JSON.parse(slack.write(sampleTest(contact), urls, now).body) as SlackMessage;
    expect(text).toBe('*This is a test: nothing is down*');
    expect(attachments[0]?.fallback).toBe('This is a test: nothing is down');
  });

  it.each([
    { status: 200, outcome: { ok: true } },
    { status: 404, outcome: { ok: false, isPermanent: true } },
    { status: 429, retryAfter: '30', outcome: { ok: false, isPermanent: false, retryAfterMs: 30_000 } },
  ])('answers $status', ({ status, retryAfter, outcome }) => {
    expect(slack.judge({ status, retryAfter, body: '' }, now)).toMatchObject(outcome);
  });
});

describe('many alerts in Slack', () => {
  const fieldsOf = (count: number, sample?: Parameters<typeof sampleDigest>[2]) => {
    const { headers, body } = slack.digests?.write(sampleDigest(contact, count, sample), urls) ?? {
      headers: {},
      body: '',
    };
    expect(headers).toMatchObject({ 'x-vedette-alert-id': 'ad_1' });
    return (JSON.parse(body) as SlackMessage).attachments[0]?.fields ?? [];
  };

  it('are one message with a line and links for each', () => {
    const listed = fieldsOf(2)
      .find(({ title }) => title === 'Monitors')
      ?.value.split('\n');
    expect(listed).toHaveLength(2);
    expect(listed?.[1]).toContain(`|Open> <${ACKNOWLEDGE_URL}|Acknowledge>`);
  });

  it.each(['&'.repeat(120), 'Shop'])('of monitors called %s are divided among fields that it takes', (name) => {
    const fields = fieldsOf(60, { name });
    expect(fields.every(({ value }) => value.length <= 2_000)).toBe(true);
    const lines = fields.flatMap(({ value }) => value.split('\n'));
    const shown = lines.filter((line) => line.startsWith('DOWN: ')).length;
    expect(shown).toBeGreaterThan(15);
    expect(lines).toContain(`and ${60 - shown} more`);
  });

  it.each([
    { name: 'a bar', runbookUrl: 'https://wiki.example/a|b', link: '<https://wiki.example/a%7Cb|Runbook>' },
    { name: 'entities', runbookUrl: 'https://wiki.example/?a&b', link: '<https://wiki.example/?a&amp;b|Runbook>' },
  ])('link to a runbook whose address has $name', ({ runbookUrl, link }) => {
    expect(
      fieldsOf(1, { runbookUrl })
        .map(({ value }) => value)
        .join('\n'),
    ).toContain(link);
  });

  it('leave out a link that a field has no room for', () => {
    const runbookUrl = `https://wiki.example/?${'&'.repeat(470)}`;
    const [line = ''] = fieldsOf(1, { runbookUrl }).flatMap(({ title, value }) =>
      title === 'Monitors' ? [value] : [],
    );
    expect(line).toMatch(/\|Acknowledge>$/);
  });
});
