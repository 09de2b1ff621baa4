import { describe, expect, it } from '@jest/globals';
import { degradedMessage, type DegradedNews } from './degraded-message.ts';

const CONSOLE = 'https://console.example';
const monitor = { id: 'mon_1', name: 'Shop\n1', type: 'HTTP' } as const;
const links = [{ label: 'Open the monitor', url: 'https://console.example/console/o/org_1/monitors/mon_1' }];

const slow: DegradedNews = {
  subject: 'DEGRADED',
  kind: 'OPENED',
  organizationId: 'org_1',
  monitor,
  target: 'https://shop.example/health',
  runbookUrl: null,
  startedAt: '2026-11-15T10:00:03.250Z',
  endedAt: null,
  endedBy: null,
  cause: 'A check took 801 ms, which is above 500 ms',
};
const over: DegradedNews = { ...slow, kind: 'RESOLVED', endedAt: '2026-11-15T10:05:06.250Z', endedBy: 'RECOVERED' };

describe('an alert about a slow period', () => {
  it('says what, since when and why', () => {
    expect(degradedMessage(slow, CONSOLE)).toEqual({
      label: 'DEGRADED',
      tone: 'slow',
      headline: 'Shop 1 is degraded',
      facts: [
        { label: 'Monitor', value: 'Shop 1 (HTTP)' },
        { label: 'Target', value: 'https://shop.example/health' },
        { label: 'Degraded since', value: '2026-11-15 10:00:03 UTC' },
        { label: 'Why', value: 'A check took 801 ms, which is above 500 ms' },
      ],
      list: null,
      links,
    });
  });

  it('links to the runbook', () => {
    const runbookUrl = 'https://wiki.example.com/runbooks/shop';
    expect(degradedMessage({ ...slow, runbookUrl }, CONSOLE).links).toEqual([
      ...links,
      { label: 'Open the runbook', url: runbookUrl },
    ]);
  });

  it('says for how long when it is over', () => {
    expect(degradedMessage(over, CONSOLE)).toMatchObject({
      label: 'RESOLVED',
      tone: 'good',
      headline: 'Shop 1 is no longer degraded',
      facts: [
        { label: 'Monitor' },
        { label: 'Target' },
        { label: 'Degraded from', value: '2026-11-15 10:00:03 UTC' },
        { label: 'Until', value: '2026-11-15 10:05:06 UTC' },
        { label: 'Degraded for', value: '5 min 3 s' },
        { label: 'Why' },
      ],
    });
  });

  it.each([
    { endedBy: 'DOWN', tone: 'slow', headline: 'Shop 1 is no longer degraded: it is down' },
    { endedBy: 'TYPE_CHANGED', tone: 'none', headline: 'Shop 1 is no longer degraded: its type was changed' },
    { endedBy: 'PAUSED', tone: 'none', headline: 'Shop 1 is no longer degraded: it was paused' },
  ] as const)('does not claim that all is well after $endedBy', ({ endedBy, tone, headline }) => {
    expect(degradedMessage({ ...over, endedBy }, CONSOLE)).toMatchObject({ tone, headline });
  });

  it('names no cause and no target where none is known', () => {
    const { facts } = degradedMessage({ ...slow, cause: null, target: null }, CONSOLE);
    expect(facts.map(({ label }) => label)).toEqual(['Monitor', 'Degraded since', 'Why']);
    expect(facts.at(-1)?.value).toBe('unknown');
  });
});
