import { describe, expect, it } from '@jest/globals';
import { signedHeaders } from './signed-headers.ts';

const rows = [
  {
    name: 'of an answered attempt, with its time in whole seconds',
    startedAt: '2026-02-27T08:06:00.999Z',
    responseStatus: 500,
    shown: ['webhook-id: evt_1', 'webhook-timestamp: 1772179560', 'webhook-signature: v1,…'],
  },
  {
    name: 'of an attempt without an answer',
    startedAt: '2026-02-27T08:06:00.000Z',
    responseStatus: null,
    shown: undefined,
  },
];

describe('signed headers', () => {
  it.each(rows)('$name', ({ startedAt, responseStatus, shown }) => {
    expect(signedHeaders('evt_1', { startedAt, responseStatus })?.split('\n')).toEqual(shown);
  });
});
