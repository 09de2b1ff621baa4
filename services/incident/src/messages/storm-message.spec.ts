import { describe, expect, it } from '@jest/globals';
import { alertEmail } from './alert-email.ts';
import { stormMessage, type GatheredNews } from './storm-message.ts';

const CONSOLE = 'https://console.example';
const acknowledgeUrl = 'https://console.example/console/ack#token';

function outage(number: number, more: Partial<GatheredNews> = {}): GatheredNews {
  return {
    subject: 'INCIDENT',
    aboutId: `inc_${number}`,
    kinds: ['OPENED'],
    monitor: { id: `mon_${number}`, name: `Shop ${number}`, type: 'HTTP' },
    at: `2026-11-15T10:00:${String(number % 60).padStart(2, '0')}.250Z`,
    endedAt: null,
    endedBy: null,
    isAcknowledged: false,
    cause: 'Expected status 200, got 503',
    unreached: null,
    acknowledgeUrl,
    runbookUrl: null,
    ...more,
  };
}

const over = {
  kinds: ['OPENED', 'RESOLVED'],
  endedAt: '2026-11-15T10:05:00.250Z',
  endedBy: 'RECOVERED',
} as const;
const slow = { subject: 'DEGRADED', aboutId: 'sub_1', acknowledgeUrl: null, cause: 'A check took 801 ms' } as const;
const expiry = { subject: 'EXPIRY', aboutId: 'sub_2', acknowledgeUrl: null, at: '2026-11-29T10:00:00.000Z' } as const;

function written(news: readonly GatheredNews[]) {
  return stormMessage(news, CONSOLE, 'org_1');
}

function lineOf(news: GatheredNews): string {
  return written([news]).list?.items[0]?.text ?? '';
}

describe('one message about many things', () => {
  it('counts them, lists the worst first, and links to each', () => {
    const message = written([outage(3, over), outage(2), outage(1)]);
    expect(message).toEqual({
      label: 'ALERTS',
      tone: 'bad',
      headline: '2 down, 1 up again',
      facts: [{ label: 'Why together', value: 'More than 5 alerts within a minute are told in one message' }],
      list: {
        title: 'Monitors',
        items: [
          {
            text: 'DOWN: Shop 1 (HTTP), since 2026-11-15 10:00:01 UTC: Expected status 200, got 503',
            links: [
              { label: 'Open', url: 'https://console.example/console/o/org_1/incidents/inc_1' },
              { label: 'Acknowledge', url: acknowledgeUrl },
            ],
          },
          expect.objectContaining({ text: expect.stringContaining('DOWN: Shop 2') }),
          {
            text: 'UP AGAIN: Shop 3 (HTTP), after 4 min 57 s, from 2026-11-15 10:00:03 UTC',
            links: [{ label: 'Open', url: 'https://console.example/console/o/org_1/incidents/inc_3' }],
          },
        ],
        more: 0,
      },
      links: [{ label: 'Open the incidents', url: 'https://console.example/console/o/org_1/incidents' }],
    });
  });

  it.each([
    { name: 'a reminder', news: outage(1, { kinds: ['REMINDED'] }), line: /^STILL DOWN: Shop 1/ },
    { name: 'an opening and its reminder', news: outage(1, { kinds: ['OPENED', 'REMINDED'] }), line: /^DOWN: Shop 1/ },
    { name: 'an acknowledged outage', news: outage(1, { isAcknowledged: true }), line: /^ACKNOWLEDGED: Shop 1/ },
    { name: 'a slow period', news: outage(1, slow), line: /^DEGRADED: Shop 1 .*: A check took 801 ms$/ },
    {
      name: 'the end of it',
      news: outage(1, { ...slow, ...over }),
      line: /^NO LONGER DEGRADED: Shop 1 .*, after 4 min/,
    },
    { name: 'an expiry', news: outage(1, expiry), line: /^EXPIRES SOON: Shop 1 \(HTTP\), at 2026-11-29 10:00:00 UTC$/ },
    {
      name: 'an outage whose monitor was paused',
      news: outage(1, { ...over, endedBy: 'PAUSED' }),
      line: /^PAUSED: Shop 1 \(HTTP\), after 4 min 59 s, from /,
    },
    {
      name: 'an outage whose monitor got another type',
      news: outage(1, { ...over, endedBy: 'TYPE_CHANGED' }),
      line: /^TYPE CHANGED: Shop 1 .*, after 4 min/,
    },
    {
      name: 'an outage that another one followed',
      news: outage(1, { ...over, endedBy: 'SUPERSEDED' }),
      line: /^OVER: Shop 1 .*, after 4 min/,
    },
    {
      name: 'a slow period that an outage ended',
      news: outage(1, { ...slow, ...over, endedBy: 'DOWN' }),
      line: /^DEGRADED UNTIL DOWN: Shop 1 .*, after 4 min/,
    },
    {
      name: 'a slow period that a pause ended',
      news: outage(1, { ...slow, ...over, endedBy: 'PAUSED' }),
      line: /^PAUSED: Shop 1 .*, after 4 min/,
    },
    {
      name: 'what was renewed before it expired',
      news: outage(1, { ...expiry, endedAt: over.endedAt, endedBy: 'OVER' }),
      line: /^NO LONGER EXPIRING: Shop 1 \(HTTP\), at 2026-11-29 10:00:00 UTC$/,
    },
    {
      name: 'what was not renewed before it expired',
      news: outage(1, { ...expiry, endedAt: expiry.at, endedBy: 'OVER' }),
      line: /^PAST EXPIRY: Shop 1 \(HTTP\), at 2026-11-29 10:00:00 UTC$/,
    },
    {
      name: 'an expiry whose monitor was paused',
      news: outage(1, { ...expiry, endedAt: over.endedAt, endedBy: 'PAUSED' }),
      line: /^PAUSED: Shop 1 /,
    },
    { name: 'no known cause', news: outage(1, { cause: null }), line: /: unknown$/ },
    { name: 'a long cause', news: outage(1, { cause: 'x'.repeat(999) }), line: /: x{70,119}…$/ },
    {
      name: 'a contact that was not reached',
      news: outage(1, { unreached: 'Ops by email: refused' }),
      line: /503 \(not reached: Ops by email: refused\)$/,
    },
    {
      name: 'a name with line breaks',
      news: outage(1, { monitor: { id: 'mon_1', name: 'a\r\nb', type: 'PING' } }),
      line: /^DOWN: a b \(PING\)/,
    },
  ])('shows $name', ({ news, line }) => {
    expect(lineOf(news)).toMatch(line);
  });

  it.each([
    { news: [outage(1), outage(2, slow)], tone: 'bad' },
    { news: [outage(1, { isAcknowledged: true }), outage(2, slow)], tone: 'slow' },
    { news: [outage(1, { isAcknowledged: true }), outage(2, over)], tone: 'work' },
    { news: [outage(1, { ...slow, ...over, endedBy: 'DOWN' }), outage(2, over)], tone: 'slow' },
    { news: [outage(1, over), outage(2, { ...over, endedBy: 'PAUSED' })], tone: 'good' },
    { news: [outage(1, { ...over, endedBy: 'PAUSED' })], tone: 'none' },
    { news: [outage(1, over)], tone: 'good' },
    { news: [], tone: 'none' },
  ])('has the tone of the worst: $tone', ({ news, tone }) => {
    expect(written(news).tone).toBe(tone);
  });

  it('can be acknowledged only where somebody has to', () => {
    const labels = (news: GatheredNews): string[] =>
      written([news]).list?.items[0]?.links.map(({ label }) => label) ?? [];
    expect(labels(outage(1))).toEqual(['Open', 'Acknowledge']);
    for (const news of [
      outage(1, over),
      outage(1, { ...over, endedBy: 'SUPERSEDED' }),
      outage(1, { isAcknowledged: true }),
      outage(1, slow),
    ])
      expect(labels(news)).toEqual(['Open']);
  });

  it.each([
    { name: 'an outage', news: outage(1), labels: ['Open', 'Acknowledge', 'Runbook'] },
    { name: 'its end', news: outage(1, over), labels: ['Open', 'Runbook'] },
    { name: 'a slow period', news: outage(1, slow), labels: ['Open', 'Runbook'] },
    { name: 'an expiry', news: outage(1, expiry), labels: ['Open', 'Runbook'] },
  ])('links to the runbook of $name last', ({ news, labels }) => {
    const runbookUrl = 'https://wiki.example/runbooks/shop';
    const links = written([{ ...news, runbookUrl }]).list?.items[0]?.links ?? [];
    expect(links.map(({ label }) => label)).toEqual(labels);
    expect(links.at(-1)?.url).toBe(runbookUrl);
  });

  it.each([
    { count: 50, shown: 50, more: 0 },
    { count: 51, shown: 50, more: 1 },
  ])('has at most 50 names: of $count, $shown', ({ count, shown, more }) => {
    const { list, headline } = written(Array.from({ length: count }, (_, number) => outage(number)));
    expect(list?.items).toHaveLength(shown);
    expect(list?.more).toBe(more);
    expect(headline).toBe(`${count} down`);
  });

  it('is a mail with a line for each, its links, and the number of the others', () => {
    const { subject, text, html } = alertEmail(written(Array.from({ length: 52 }, (_, number) => outage(number))));
    expect(subject).toBe('ALERTS: 52 down');
    expect(text.match(/^- DOWN: Shop \d+/gm)).toHaveLength(50);
    expect(text).toContain(`  Acknowledge: ${acknowledgeUrl}`);
    expect(text).toContain('- and 2 more');
    expect(html.match(/>Acknowledge<\/a>/g)).toHaveLength(50);
  });
});
