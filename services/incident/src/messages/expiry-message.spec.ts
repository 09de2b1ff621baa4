import { describe, expect, it } from '@jest/globals';
import { expiryMessage, type ExpiryNews } from './expiry-message.ts';

const CONSOLE = 'https://console.example';
const monitor = { id: 'mon_1', name: 'Shop\n1', type: 'HTTP' } as const;
const links = [{ label: 'Open the monitor', url: 'https://console.example/console/o/org_1/monitors/mon_1' }];

const expiring: ExpiryNews = {
  subject: 'EXPIRY',
  kind: 'OPENED',
  organizationId: 'org_1',
  monitor,
  target: 'https://shop.example/health',
  runbookUrl: null,
  expiresAt: '2026-12-01T12:00:00.000Z',
  days: 14,
};

describe('an alert about an expiry', () => {
  const now = new Date('2026-11-17T12:00:01.000Z');

  it('says what expires when', () => {
    expect(expiryMessage(expiring, CONSOLE, now)).toEqual({
      label: 'EXPIRES SOON',
      tone: 'slow',
      headline: 'The certificate of Shop 1 expires in 14 days',
      facts: [
        { label: 'Monitor', value: 'Shop 1 (HTTP)' },
        { label: 'Target', value: 'https://shop.example/health' },
        { label: 'Expires at', value: '2026-12-01 12:00:00 UTC' },
      ],
      list: null,
      links,
    });
  });

  it('links to the runbook', () => {
    const runbookUrl = 'https://wiki.example.com/runbooks/shop';
    expect(expiryMessage({ ...expiring, runbookUrl }, CONSOLE, now).links).toEqual([
      ...links,
      { label: 'Open the runbook', url: runbookUrl },
    ]);
  });

  it('calls the registration of a domain by its name', () => {
    const { headline } = expiryMessage({ ...expiring, monitor: { ...monitor, type: 'DOMAIN' } }, CONSOLE, now);
    expect(headline).toBe('The domain of Shop 1 expires in 14 days');
  });

  it.each([
    { at: '2026-11-28T12:00:01.000Z', ends: 'expires in 3 days' },
    { at: '2026-11-30T12:00:00.000Z', ends: 'expires in 1 day' },
    { at: '2026-12-01T11:00:00.000Z', ends: 'expires within a day' },
  ])('counts from when it was decided: $ends', ({ at, ends }) => {
    expect(expiryMessage(expiring, CONSOLE, new Date(at)).headline.endsWith(ends)).toBe(true);
  });
});
