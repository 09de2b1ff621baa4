import { describe, expect, it } from '@jest/globals';
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { afterFailure, isRefusal, type PublishFailure } from './publish-failure.ts';

describe('an outbox row that was not taken', () => {
  const rows: { name: string; failures: number; isRefused: boolean; verdict: PublishFailure }[] = [
    { name: 'first refusal', failures: 0, isRefused: true, verdict: { kind: 'again', failures: 1, delayMs: 500 } },
    { name: 'second refusal', failures: 1, isRefused: true, verdict: { kind: 'again', failures: 2, delayMs: 1_000 } },
    { name: 'third refusal', failures: 2, isRefused: true, verdict: { kind: 'set-aside', failures: 3 } },
    { name: 'no answer', failures: 0, isRefused: false, verdict: { kind: 'again', failures: 0, delayMs: 500 } },
    {
      name: 'no answer after two',
      failures: 2,
      isRefused: false,
      verdict: { kind: 'again', failures: 2, delayMs: 2_000 },
    },
  ];
  it.each(rows)('$name', ({ failures, isRefused, verdict }) => {
    expect(afterFailure(failures, isRefused)).toEqual(verdict);
  });
});

describe('a failure to publish', () => {
  const api = (code: number, err_code: number) => new JetStreamApiError({ code, err_code, description: 'x' });
  it.each([
    ['a message above max_payload', errors.InvalidArgumentError.format('payload', 'max_payload size exceeded'), true],
    ['a message that the stream finds too large', api(400, 10054), true],
    ['a subject that is none', new errors.InvalidSubjectError('a b'), true],
    ['no answer in time', new errors.TimeoutError(), false],
    ['nobody who listens', new errors.NoRespondersError('vedette.events.x'), false],
    ['a server without resources', api(503, 10023), false],
    ['a cluster without a leader', api(503, 10009), false],
    ['a connection that is closed', new errors.ClosedConnectionError(), false],
  ])('%s', (_, error, expected) => {
    expect(isRefusal(error)).toBe(expected);
  });
});
