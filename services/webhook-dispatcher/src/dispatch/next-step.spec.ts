import { describe, expect, it } from '@jest/globals';
import { nextStep, type EndpointRun, type Step } from './next-step.ts';

/** An endpoint that was just claimed, without any history. */
const claimed: EndpointRun = {
  concurrency: 4,
  isFailing: false,
  lastDurationMs: null,
  isStopping: false,
  isChanged: false,
  mayHaveMore: true,
  freePlaces: { swift: 10, troubled: 5 },
  ready: 0,
  oldestReadyMs: 0,
  inFlight: 0,
  unrecorded: 0,
};
/** A quick receiver has up to twice its concurrency taken ahead. */
const quick = { lastDurationMs: 100 };

const take = (limit: number): Step => ({ kind: 'take', limit });
const swift: Step = { kind: 'start', lane: 'swift' };
const troubled: Step = { kind: 'start', lane: 'troubled' };
const wait: Step = { kind: 'wait' };
const giveBack: Step = { kind: 'give-back' };

interface Row {
  readonly name: string;
  readonly run: Partial<EndpointRun>;
  readonly step: Step;
}

describe('taking deliveries', () => {
  const rows: Row[] = [
    { name: 'takes as many as may be in flight', run: {}, step: take(4) },
    { name: 'takes the rest beside those in flight', run: { inFlight: 3, unrecorded: 3 }, step: take(1) },
    { name: 'takes none when all are in flight', run: { inFlight: 4, unrecorded: 4 }, step: wait },
    { name: 'takes more from a quick receiver', run: quick, step: take(12) },
    {
      name: 'takes no more while half of what is ahead is left',
      run: { ...quick, inFlight: 4, unrecorded: 4, ready: 4 },
      step: wait,
    },
    {
      name: 'takes more when less than half of it is left',
      run: { ...quick, inFlight: 4, unrecorded: 4, ready: 3 },
      step: take(5),
    },
    {
      name: 'takes two at a time from one that fails at once',
      run: { ...quick, isFailing: true },
      step: take(2),
    },
    {
      name: 'takes none while too many attempts are not written down',
      run: { unrecorded: 21 },
      step: wait,
    },
    { name: 'takes more while as many are not written down as may be', run: { unrecorded: 20 }, step: take(4) },
    { name: 'does not count those in flight as not written down', run: { inFlight: 3, unrecorded: 23 }, step: take(1) },
  ];
  it.each(rows)('$name', ({ run, step }) => expect(nextStep({ ...claimed, ...run })).toEqual(step));
});

describe('sending what is ready', () => {
  const rows: Row[] = [
    { name: 'starts before it takes more', run: { ready: 1 }, step: swift },
    { name: 'starts a failing one among the troubled', run: { ready: 1, isFailing: true }, step: troubled },
    { name: 'starts a slow one among the troubled', run: { ready: 1, lastDurationMs: 1_001 }, step: troubled },
    { name: 'waits when as many are in flight as may be', run: { ready: 1, inFlight: 4, unrecorded: 4 }, step: wait },
    { name: 'waits while too many attempts are not written down', run: { ready: 1, unrecorded: 21 }, step: wait },
    { name: 'sends what was taken 3 s ago', run: { ready: 1, oldestReadyMs: 3_000 }, step: swift },
    { name: 'gives back what was taken longer ago', run: { ready: 1, oldestReadyMs: 3_001 }, step: giveBack },
    { name: 'gives back everything when the endpoint changed', run: { ready: 1, isChanged: true }, step: giveBack },
    { name: 'starts nothing when it stops', run: { ready: 1, isStopping: true }, step: { kind: 'stop' } },
    { name: 'stops rather than give back', run: { isChanged: true, isStopping: true }, step: { kind: 'stop' } },
  ];
  it.each(rows)('$name', ({ run, step }) => expect(nextStep({ ...claimed, ...run })).toEqual(step));
});

describe('without a free place', () => {
  const rows: Row[] = [
    { name: 'yields when it has nothing on its way', run: { ready: 1 }, step: { kind: 'yield' } },
    { name: 'waits for its own attempt to end', run: { ready: 1, inFlight: 1, unrecorded: 1 }, step: wait },
    { name: 'waits for its own attempt to be written down', run: { ready: 1, unrecorded: 1 }, step: wait },
    { name: 'gives back what is stale', run: { ready: 1, oldestReadyMs: 3_001 }, step: giveBack },
    {
      name: 'yields a failing endpoint when only swift ones have places',
      run: { ready: 1, isFailing: true, freePlaces: { swift: 5, troubled: 0 } },
      step: { kind: 'yield' },
    },
    {
      name: 'takes more when all that may be are in flight',
      run: { ...quick, inFlight: 4, unrecorded: 4, ready: 3 },
      step: take(5),
    },
  ];
  it.each(rows)('$name', ({ run, step }) => {
    expect(nextStep({ ...claimed, freePlaces: { swift: 0, troubled: 0 }, ...run })).toEqual(step);
  });
});

describe('when nothing more is due', () => {
  const rows: Row[] = [
    { name: 'releases the endpoint', run: {}, step: { kind: 'release' } },
    { name: 'waits for attempts in flight', run: { inFlight: 1, unrecorded: 1 }, step: wait },
    { name: 'waits for the place of an attempt that is written down', run: { inFlight: 1 }, step: wait },
    { name: 'waits for what is to be written down', run: { unrecorded: 1 }, step: wait },
    { name: 'sends what it has', run: { ready: 1 }, step: swift },
  ];
  it.each(rows)('$name', ({ run, step }) => {
    expect(nextStep({ ...claimed, mayHaveMore: false, ...run })).toEqual(step);
  });
});
