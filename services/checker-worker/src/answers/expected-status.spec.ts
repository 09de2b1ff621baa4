import { describe, expect, it } from '@jest/globals';
import { statusFault } from './expected-status.ts';

const defaults = [200, 201, 202, 203, 204, 205, 206, 301, 302, 307, 308];

describe('statusFault', () => {
  it.each<[string, number[], number, string | null]>([
    ['an expected status', defaults, 204, null],
    ['the first of a range', defaults, 200, null],
    ['the last of a range', defaults, 206, null],
    ['just below a range', defaults, 199, 'Expected status 200-206, 301, 302, 307 or 308, got 199'],
    ['just above a range', defaults, 207, 'Expected status 200-206, 301, 302, 307 or 308, got 207'],
    ['an error', defaults, 503, 'Expected status 200-206, 301, 302, 307 or 308, got 503'],
    ['one status', [200], 500, 'Expected status 200, got 500'],
    ['two neighbours', [200, 201], 500, 'Expected status 200 or 201, got 500'],
    ['three neighbours', [200, 201, 202], 500, 'Expected status 200-202, got 500'],
    ['a range and one more', [200, 201, 202, 404], 500, 'Expected status 200-202 or 404, got 500'],
    ['any order, and doubles', [404, 200, 202, 201, 200], 500, 'Expected status 200-202 or 404, got 500'],
    ['an error that is wanted', [418], 418, null],
  ])('%s', (_name, expected, status, fault) => {
    expect(statusFault(expected, status)).toBe(fault);
  });
});
