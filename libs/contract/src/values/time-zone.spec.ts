import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from './time-zone.ts';

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'US/Eastern'])(
    'knows %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true);
    },
  );

  it.each(['', 'Mars/Olympus', 'Europe', '+01:00', '-05:00', 'Europe/Berlin ', '../etc/passwd'])(
    'does not know "%s"',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
});
