import { describe, expect, it } from '@jest/globals';
import { BEING_MADE, INTERRUPTED, shownDetail, type StoredAttempt, type StoredDetail } from './delivery-view.ts';

const at = new Date('2026-11-15T12:00:00.000Z');

function attempt(number: number, durationMs: number | null): StoredAttempt {
  return {
    id: `wa_${number}`,
    number,
    trigger: 'MANUAL',
    startedAt: at,
    durationMs,
    responseStatus: durationMs === null ? null : 200,
    responseBody: durationMs === null ? null : 'noted',
    error: null,
  };
}

function detail(isInFlight: boolean, attempts: readonly StoredAttempt[]): StoredDetail {
  const delivery = {
    id: 'wd_1',
    endpointId: 'we_1',
    eventId: 'evt_1',
    eventType: 'webhook.test',
    state: 'PENDING',
    attemptCount: attempts.length,
    nextAttemptAt: null,
    lastAttemptAt: at,
    lastResponseStatus: null,
    completedAt: null,
    createdAt: at,
  } as const;
  return { delivery, isInFlight, body: Buffer.from('{"id":"evt_1"}'), attempts };
}

describe('the attempts of a delivery', () => {
  it.each([
    { name: 'with an outcome are shown with it', isInFlight: false, durations: [5], errors: [null] },
    { name: 'say that one is being made', isInFlight: true, durations: [5, null], errors: [null, BEING_MADE] },
    { name: 'say that one was interrupted', isInFlight: false, durations: [null, 5], errors: [INTERRUPTED, null] },
    {
      name: 'tell the one that is being made from one that was interrupted',
      isInFlight: true,
      durations: [null, null],
      errors: [INTERRUPTED, BEING_MADE],
    },
    {
      name: 'have their outcomes while one that is not on record is made',
      isInFlight: true,
      durations: [null, 5],
      errors: [INTERRUPTED, null],
    },
  ])('$name', ({ isInFlight, durations, errors }) => {
    const stored = durations.map((durationMs, index) => attempt(index + 1, durationMs));
    const { attempts } = shownDetail(detail(isInFlight, stored));
    expect(attempts.map(({ error }) => error)).toEqual(errors);
    expect(attempts.map(({ durationMs }) => durationMs)).toEqual(durations.map((durationMs) => durationMs ?? 0));
  });
});
