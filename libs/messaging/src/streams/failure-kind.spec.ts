import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@vedette/contract';
import { isAboutData, redelivery, type Redelivery } from './failure-kind.ts';

const coded = (code: string): Error => Object.assign(new Error(`failed with ${code}`), { code });

/** An error as Prisma wraps it when its driver adapter fails. */
const wrapped = (code: string, originalCode: string): Error =>
  Object.assign(new Error('Invalid invocation'), {
    name: 'PrismaClientKnownRequestError',
    code,
    meta: { driverAdapterError: Object.assign(new Error('DriverAdapterError'), { cause: { originalCode } }) },
  });

function unreadable(): unknown {
  try {
    return JSON.parse('{');
  } catch (error) {
    return error;
  }
}

describe('a failure', () => {
  it.each([
    ['a character that PostgreSQL cannot store', coded('22P05')],
    ['a NUL byte in a text', coded('22021')],
    ['a value that is too long', coded('22001')],
    ['a number out of range', coded('22003')],
    ['a missing value', coded('23502')],
    ['a broken reference', coded('23503')],
    ['a broken check', coded('23514')],
    ['a value that is there twice', coded('23505')],
    ['a value that Prisma says does not fit', wrapped('P2010', '22P05')],
    ['a broken reference that Prisma tells of', wrapped('P2003', '23503')],
    ['JSON that cannot be read', unreadable()],
    ['a field that is missing', new TypeError("Cannot read properties of undefined (reading 'id')")],
    ['a time that is none', new RangeError('Invalid time value')],
    ['an argument that Prisma refuses', Object.assign(new Error('x'), { name: 'PrismaClientValidationError' })],
    ['our own validation', ApiError.validation([{ path: 'slotAt', message: 'slotAt is no time' }])],
  ])('is about data: %s', (_, error) => {
    expect(isAboutData(error)).toBe(true);
  });

  it.each([
    ['a broken connection', coded('08006')],
    ['a serialization failure', coded('40001')],
    ['a deadlock', coded('40P01')],
    ['a feature that this server lacks', coded('0A000')],
    ['a column that is not there yet', coded('42703')],
    ['a full disk', coded('53100')],
    ['too many connections', coded('53300')],
    [
      'a partition that is not there yet',
      Object.assign(new Error('no partition of relation "check_result" found for row'), { code: '23514' }),
    ],
    ['a lock that was not available', coded('55P03')],
    ['a statement that took too long', coded('57014')],
    ['a server that shuts down', coded('57P01')],
    ['a server that starts', coded('57P03')],
    ['an error of its files', coded('58030')],
    ['an exception of its procedures', coded('P0001')],
    ['damaged data of its own', coded('XX001')],
    ['a serialization failure that Prisma tells of', wrapped('P2034', '40001')],
    ['a server that shuts down, as Prisma tells', wrapped('P2010', '57P01')],
    ['a refused connection', coded('ECONNREFUSED')],
    ['a reset connection', coded('ECONNRESET')],
    ['a refused connection behind a TypeError', new TypeError('fetch failed', { cause: coded('ECONNREFUSED') })],
    ['a timeout', new Error('timeout exceeded when trying to connect')],
    ['our own internal error', ApiError.internal()],
    ['nothing that can be told', 'a text'],
    ['nothing', undefined],
  ])('is about infrastructure: %s', (_, error) => {
    expect(isAboutData(error)).toBe(false);
  });
});

describe('what becomes of a failed event', () => {
  const rows: { name: string; count: number; verdict: Redelivery }[] = [
    { name: 'comes again soon after the first failure', count: 1, verdict: { kind: 'again', delayMs: 500 } },
    { name: 'waits twice as long after the second', count: 2, verdict: { kind: 'again', delayMs: 1_000 } },
    { name: 'waits below the longest delay', count: 7, verdict: { kind: 'again', delayMs: 32_000 } },
    { name: 'never waits longer than a minute', count: 8, verdict: { kind: 'again', delayMs: 60_000 } },
    { name: 'comes again below the limit', count: 19, verdict: { kind: 'again', delayMs: 60_000 } },
    { name: 'is parked at the limit', count: 20, verdict: { kind: 'park', delayMs: 60_000 } },
    { name: 'is parked above the limit', count: 21, verdict: { kind: 'park', delayMs: 60_000 } },
  ];
  it.each(rows)('$name', ({ count, verdict }) => {
    expect(redelivery(count, true)).toEqual(verdict);
  });

  it.each([1, 20, 21, 10_000])('comes again after delivery %i that met a failure of infrastructure', (count) => {
    expect(redelivery(count, false).kind).toBe('again');
  });

  it('waits for infrastructure as long as for anything, and no longer', () => {
    expect(redelivery(10_000, false).delayMs).toBe(60_000);
  });
});
