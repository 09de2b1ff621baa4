import { describe, expect, it } from '@jest/globals';
import { dateWords, LocalTime } from './local-time.ts';

describe('a date', () => {
  it('is written with the name of its month', () => {
    expect(dateWords('2026-05-02')).toBe('2 May 2026');
  });
});

describe('instants in the zone of a page', () => {
  const time = new LocalTime('Europe/Berlin');
  it('carry the instant for machines', () => {
    expect(time.element('2026-05-12T12:03:00.000Z').text).toBe(
      '<time datetime="2026-05-12T12:03:00.000Z">12 May 2026, 14:03 CEST</time>',
    );
  });

  it('of one day name it once', () => {
    const { text } = time.range('2026-01-12T12:00:00.000Z', '2026-01-12T13:30:00.000Z');
    expect(text.replaceAll(/<[^>]+>/g, '')).toBe('12 Jan 2026, 13:00 CET – 14:30 CET');
  });

  it('of two days name both', () => {
    const { text } = time.range('2026-01-12T22:30:00.000Z', '2026-01-13T01:00:00.000Z');
    expect(text.replaceAll(/<[^>]+>/g, '')).toBe('12 Jan 2026, 23:30 CET – 13 Jan 2026, 02:00 CET');
  });
});
