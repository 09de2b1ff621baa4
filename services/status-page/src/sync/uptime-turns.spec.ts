import { describe, expect, it } from '@jest/globals';
import { MOST_MONITORS, pagesToAsk, type AskedPage } from './uptime-turns.ts';

const NOW = 10_000_000;
const ids = (prefix: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${prefix}${i}`);

/** The first letter of a page's id is its organization. */
function page(id: string, agoMs: number, more: Partial<AskedPage> = {}): AskedPage {
  return {
    id,
    organizationId: id.slice(0, 1),
    timezone: 'UTC',
    monitorIds: [`mon_${id}`],
    isAnswered: true,
    askedAt: NOW - agoMs,
    viewedAt: 0,
    ...more,
  };
}
const chosen = (...pages: AskedPage[]): string =>
  pagesToAsk(pages, NOW)
    .map(({ id }) => id)
    .join(' ');

describe('the uptimes of a page', () => {
  const changed = { isAnswered: false };
  const watched = { viewedAt: NOW - 599_999 };
  it.each<{ name: string; agoMs: number; more?: Partial<AskedPage>; isDue: boolean }>([
    { name: 'that is new are asked for at once', agoMs: NOW, more: changed, isDue: true },
    { name: 'that has changed are asked for again', agoMs: 5_000, more: changed, isDue: true },
    { name: 'that has changed again are not asked for within 5 s', agoMs: 4_999, more: changed, isDue: false },
    { name: 'that is read are a minute old', agoMs: 60_000, more: watched, isDue: true },
    { name: 'that is read are asked for once a minute', agoMs: 59_999, more: watched, isDue: false },
    {
      name: 'that nobody has read for ten minutes may be older',
      agoMs: 60_000,
      more: { viewedAt: NOW - 600_000 },
      isDue: false,
    },
    { name: 'that nobody reads are 15 minutes old', agoMs: 900_000, isDue: true },
    { name: 'that nobody reads are asked for once in 15 minutes', agoMs: 899_999, isDue: false },
  ])('$name', ({ agoMs, more, isDue }) => {
    expect(chosen(page('a1', agoMs, more))).toBe(isDue ? 'a1' : '');
  });
});

describe('one request', () => {
  const hour = 3_600_000;
  it('asks for pages of all organizations', () => {
    expect(chosen(page('a1', hour), page('b1', hour), page('c1', 1_000))).toBe('a1 b1');
  });

  it('has the organization first that was asked for longest ago, however many pages others have', () => {
    const many = ids('a', 300).map((id) => page(id, 3 * hour));
    expect(chosen(...many, page('a300', 5_000), page('b1', 2 * hour)).startsWith('b1 a0 a1')).toBe(true);
  });

  it('takes one page of each organization before a second one', () => {
    expect(chosen(page('a1', 2 * hour), page('a2', 3 * hour), page('b1', 2 * hour), page('b2', hour))).toBe(
      'a2 b1 a1 b2',
    );
  });

  it('asks for as many monitors as one page may have', () => {
    const large = { monitorIds: ids('x', MOST_MONITORS) };
    expect(chosen(page('a1', 2 * hour, large), page('b1', hour))).toBe('a1');
    const almost = { monitorIds: ids('x', MOST_MONITORS - 1) };
    expect(chosen(page('a1', 2 * hour, almost), page('b1', hour), page('c1', hour))).toBe('a1 b1');
  });

  it('counts a monitor of several pages once', () => {
    const same = { monitorIds: ids('x', MOST_MONITORS) };
    expect(chosen(page('a1', 3 * hour, same), page('a2', 2 * hour, same))).toBe('a1 a2');
  });

  it('asks for days of one time zone: others have the next one', () => {
    const tokyo = { timezone: 'Asia/Tokyo' };
    expect(chosen(page('a1', 2 * hour, tokyo), page('b1', hour), page('c1', hour, tokyo))).toBe('a1 c1');
  });
});
