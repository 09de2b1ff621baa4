import { describe, expect, it } from '@jest/globals';
import type { IncidentDetail } from '@vedette/contract';
import { alertEmail } from './alert-email.ts';
import { alertMessage, type AlertMessage, type OutageNews } from './alert-message.ts';

const nothing = { dns: null, connect: null, tls: null, firstByte: null, total: null };

const ongoing: IncidentDetail = {
  id: 'inc_1',
  monitor: { id: 'mon_1', name: 'Shop <1>', type: 'HTTP' },
  startedAt: '2026-11-15T10:00:03.250Z',
  resolvedAt: null,
  durationSec: null,
  cause: 'Expected status 200, got 503',
  acknowledged: false,
  acknowledgedAt: null,
  maintenance: false,
  evidence: [
    {
      checkedAt: '2026-11-15T10:00:03.250Z',
      worker: 'worker-1',
      region: 'eu',
      error: 'Expected status 200, got 503',
      statusCode: 503,
      responseMs: 120,
      phases: { dns: 2, connect: 5, tls: 9, firstByte: 100, total: 120 },
    },
    {
      checkedAt: '2026-11-15T10:00:04.000Z',
      worker: 'monitor',
      region: '',
      error: 'No ping came',
      statusCode: null,
      responseMs: null,
      phases: nothing,
    },
  ],
  timeline: [],
};
const over: IncidentDetail = { ...ongoing, resolvedAt: '2026-11-15T10:05:06.250Z', durationSec: 303 };

const CONSOLE = 'https://console.example';
const acknowledgeUrl = 'https://console.example/console/ack#token';

function written(kind: OutageNews['kind'], incident: IncidentDetail, more: Partial<OutageNews> = {}): AlertMessage {
  const target = 'https://shop.example/health';
  const news: OutageNews = {
    subject: 'INCIDENT',
    kind,
    incident,
    organizationId: 'org_1',
    resolution: null,
    target,
    recentOutages: 1,
    unreached: null,
    changes: [],
    runbookUrl: null,
    acknowledgeUrl,
    ...more,
  };
  return alertMessage(news, CONSOLE);
}

describe('what an alert says', () => {
  it('is what, since when, why and the evidence', () => {
    expect(written('OPENED', ongoing)).toEqual({
      label: 'DOWN',
      tone: 'bad',
      headline: 'Shop <1> is down',
      facts: [
        { label: 'Monitor', value: 'Shop <1> (HTTP)' },
        { label: 'Target', value: 'https://shop.example/health' },
        { label: 'Down since', value: '2026-11-15 10:00:03 UTC' },
        { label: 'Why', value: 'Expected status 200, got 503' },
        { label: 'Outages', value: 'the first in 30 days' },
        { label: 'Incident', value: 'inc_1' },
      ],
      list: {
        title: 'Failed attempts',
        items: [
          {
            text: '2026-11-15 10:00:03 UTC by worker-1, eu: Expected status 200, got 503 (status 503, answered in 120 ms, DNS 2 ms, connect 5 ms, TLS 9 ms, first byte 100 ms, total 120 ms)',
            links: [],
          },
          { text: '2026-11-15 10:00:04 UTC by monitor: No ping came', links: [] },
        ],
        more: 0,
      },
      links: [
        { label: 'Open the incident', url: 'https://console.example/console/o/org_1/incidents/inc_1' },
        { label: 'Acknowledge', url: acknowledgeUrl },
      ],
    });
  });

  it.each([
    { name: 'is reminded of', kind: 'REMINDED', incident: ongoing, links: ['Open the incident', 'Acknowledge'] },
    { name: 'is over', kind: 'RESOLVED', incident: over, links: ['Open the incident'] },
    { name: 'is over by the time it is told', kind: 'OPENED', incident: over, links: ['Open the incident'] },
    {
      name: 'is acknowledged',
      kind: 'ACKNOWLEDGED',
      incident: { ...ongoing, acknowledged: true },
      links: ['Open the incident'],
    },
  ] as const)('is where to acknowledge an outage that $name, if it still can be', ({ kind, incident, links }) => {
    expect(written(kind, incident).links.map(({ label }) => label)).toEqual(links);
  });

  it.each([
    {
      name: 'goes on',
      kind: 'OPENED',
      incident: ongoing,
      links: ['Open the incident', 'Acknowledge', 'Open the runbook'],
    },
    { name: 'is over', kind: 'RESOLVED', incident: over, links: ['Open the incident', 'Open the runbook'] },
  ] as const)('links to the runbook last: an outage that $name', ({ kind, incident, links }) => {
    const runbookUrl = 'https://wiki.example.com/runbooks/shop';
    const message = written(kind, incident, { runbookUrl });
    expect(message.links.map(({ label }) => label)).toEqual(links);
    expect(message.links.at(-1)?.url).toBe(runbookUrl);
  });

  it('is no target where there is none to name', () => {
    const { facts } = written('OPENED', ongoing, { target: null });
    expect(facts.map(({ label }) => label)).toEqual(['Monitor', 'Down since', 'Why', 'Outages', 'Incident']);
  });

  it.each([
    { recentOutages: 0, value: 'the first in 30 days' },
    { recentOutages: 1, value: 'the first in 30 days' },
    { recentOutages: 2, value: '2 in 30 days, with this one' },
  ])('is how often that happens: $recentOutages', ({ recentOutages, value }) => {
    const { facts } = written('OPENED', ongoing, { recentOutages });
    expect(facts).toContainEqual({ label: 'Outages', value });
  });

  it('is what was changed shortly before', () => {
    const changes = [{ at: '2026-11-15T09:40:00.000Z', kind: 'UPDATED', fields: ['url'] }] as const;
    const { facts } = written('OPENED', ongoing, { changes });
    expect(facts).toContainEqual({ label: 'Changed', value: 'url at 2026-11-15 09:40 UTC' });
  });

  it('is who could not be reached, if this contact is told in its place', () => {
    const { facts } = written('REMINDED', ongoing, { unreached: 'Chat by Slack: the receiver answered 404' });
    expect(facts).toContainEqual({ label: 'Not reached', value: 'Chat by Slack: the receiver answered 404' });
  });

  it('is for how long when it is over', () => {
    expect(written('RESOLVED', over, { resolution: 'RECOVERED' })).toMatchObject({
      headline: 'Shop <1> is up again',
      facts: [
        { label: 'Monitor' },
        { label: 'Target' },
        { label: 'Down from', value: '2026-11-15 10:00:03 UTC' },
        { label: 'Until', value: '2026-11-15 10:05:06 UTC' },
        { label: 'Down for', value: '5 min 3 s' },
        { label: 'Why' },
        { label: 'Outages' },
        { label: 'Incident' },
      ],
    });
  });

  it('does not claim that it goes on when it is over by the time it is told', () => {
    const { facts } = written('OPENED', over, { resolution: 'RECOVERED' });
    expect(facts.map(({ label }) => label)).toEqual([
      'Monitor',
      'Target',
      'Down from',
      'Until',
      'Down for',
      'Why',
      'Outages',
      'Incident',
    ]);
  });

  it('does not claim that a monitor is up whose type was changed', () => {
    const message = written('RESOLVED', over, { resolution: 'TYPE_CHANGED' });
    expect(message).toMatchObject({
      tone: 'none',
      headline: 'Shop <1> is not known to be down any more: its type was changed',
    });
  });

  it('stays on one line whatever the monitor is called', () => {
    const monitor = { ...ongoing.monitor, name: 'Shop\r\nBcc: all@example.com\t2\u202E' };
    expect(written('OPENED', { ...ongoing, monitor }).headline).toBe('Shop Bcc: all@example.com 2 is down');
  });

  it('shows the first ten attempts', () => {
    const [attempt] = ongoing.evidence;
    if (attempt === undefined) throw new Error('There are two');
    const evidence = Array.from({ length: 12 }, () => attempt);
    expect(written('OPENED', { ...ongoing, evidence }).list?.items).toHaveLength(10);
  });
});

describe('the words of an alert', () => {
  it.each([
    { kind: 'REMINDED', label: 'STILL DOWN', tone: 'bad', headline: 'Shop <1> is still down' },
    {
      kind: 'ACKNOWLEDGED',
      label: 'ACKNOWLEDGED',
      tone: 'work',
      headline: 'Somebody has acknowledged that Shop <1> is down',
    },
    { kind: 'RESOLVED', label: 'RESOLVED', tone: 'good', headline: 'Shop <1> is up again' },
  ] as const)('of the kind $kind', ({ kind, ...words }) => {
    expect(written(kind, ongoing)).toMatchObject(words);
  });
});

describe('an alert as a mail', () => {
  it('has a plain part for people', () => {
    const { subject, text } = alertEmail(written('RESOLVED', { ...over, evidence: [] }, { resolution: 'RECOVERED' }));
    expect(subject).toBe('RESOLVED: Shop <1> is up again');
    expect(text).toBe(
      [
        'Shop <1> is up again.',
        '',
        'Monitor:   Shop <1> (HTTP)',
        'Target:    https://shop.example/health',
        'Down from: 2026-11-15 10:00:03 UTC',
        'Until:     2026-11-15 10:05:06 UTC',
        'Down for:  5 min 3 s',
        'Why:       Expected status 200, got 503',
        'Outages:   the first in 30 days',
        'Incident:  inc_1',
        '',
        'Open the incident: https://console.example/console/o/org_1/incidents/inc_1',
        '',
      ].join('\n'),
    );
  });

  it('has an HTML part in which nothing that was written is markup', () => {
    const { html } = alertEmail(written('OPENED', ongoing));
    expect(html).toContain('<h1');
    expect(html).toContain('Shop &lt;1&gt; is down');
    expect(html).not.toContain('<1>');
    expect(html).toContain('<li>2026-11-15 10:00:04 UTC by monitor: No ping came</li>');
  });
});
