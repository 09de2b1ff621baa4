import { describe, expect, it } from '@jest/globals';
import { degradedMessage, type DegradedNews } from './degraded-message.ts';
import { expiryMessage, type ExpiryNews } from './expiry-message.ts';
import { newsMessage, summaryOf } from './news-message.ts';

const CONSOLE = 'https://console.example';
const monitor = { id: 'mon_1', name: 'Shop\n1', type: 'HTTP' } as const;

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

describe('news', () => {
  it('have the words of their subject', () => {
    const now = new Date();
    expect(newsMessage(slow, CONSOLE, now)).toEqual(degradedMessage(slow, CONSOLE));
    expect(newsMessage(expiring, CONSOLE, now)).toEqual(expiryMessage(expiring, CONSOLE, now));
  });

  it.each([
    { news: slow, is: { monitor, cause: slow.cause, since: slow.startedAt } },
    { news: expiring, is: { monitor, cause: 'at 2026-12-01T12:00:00.000Z', since: null } },
  ])('are summed up: $news.subject', ({ news, is }) => {
    expect(summaryOf(news)).toEqual(is);
  });
});
