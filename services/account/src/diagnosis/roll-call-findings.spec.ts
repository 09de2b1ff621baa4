import { describe, expect, it } from '@jest/globals';
import type { Measure, RollCallAnswer } from '@vedette/contract';
import { overviewOf, trustedWorkers } from './roll-call-findings.ts';

const EXPECTED = ['gateway', 'monitor'];

function process(service: string, change: Partial<RollCallAnswer> = {}): RollCallAnswer {
  const at = '2026-06-01T12:00:00.000Z';
  return { service, replica: 'host/1', startedAt: at, at, reasons: [], measures: [], ...change };
}

function measure(gauge: Measure['gauge'], value: number | null, labels: Measure['labels'] = {}): Measure {
  return { gauge, labels, value };
}

const workers = (count: number): Measure => measure('workers', count, { region: 'default' });
const well = [process('gateway'), process('monitor', { measures: [workers(2)] })];

describe('the services', () => {
  it('are listed with their replicas, those that are ready, and the start of the newest', () => {
    const second = process('gateway', { startedAt: '2026-06-01T13:00:00.000Z', reasons: ['nats: not connected'] });
    expect(overviewOf(EXPECTED, [...well, second]).services).toEqual([
      { service: 'gateway', replicas: 2, ready: 1, since: '2026-06-01T13:00:00.000Z' },
      { service: 'monitor', replicas: 1, ready: 1, since: '2026-06-01T12:00:00.000Z' },
    ]);
    expect(overviewOf(['incident'], []).services).toEqual([
      { service: 'incident', replicas: 0, ready: 0, since: null },
    ]);
  });
});

describe('what is late and what is wrong', () => {
  const monitor = (...measures: Measure[]): RollCallAnswer =>
    process('monitor', { measures: [workers(1), ...measures] });
  const rows: { name: string; answers: RollCallAnswer[]; found: string[] }[] = [
    { name: 'nothing', answers: well, found: [] },
    {
      name: 'a service that does not answer',
      answers: [monitor()],
      found: ['WRONG no replica of gateway answers'],
    },
    {
      name: 'a replica that is not ready, for each of its reasons',
      answers: [process('gateway', { reasons: ['nats: not connected', 'redis: no answer'] }), monitor()],
      found: [
        'WRONG gateway (host/1) is not ready: nats: not connected',
        'WRONG gateway (host/1) is not ready: redis: no answer',
      ],
    },
    {
      name: 'no worker',
      answers: [process('gateway'), process('monitor')],
      found: ['WRONG no worker trusts its own network'],
    },
    {
      name: 'a worker that does not trust its network',
      answers: [...well, process('checker-worker', { measures: [measure('worker_trusted', 0)] })],
      found: ['WRONG the worker host/1 does not trust its own network'],
    },
    {
      name: 'nothing about a worker that trusts it',
      answers: [...well, process('checker-worker', { measures: [measure('worker_trusted', 1)] })],
      found: [],
    },
    {
      name: 'a backlog that two replicas report, once',
      answers: [process('gateway'), ...Array(2).fill(monitor(measure('outbox_oldest_unsent_seconds', 61)))],
      found: ['LATE a fact of monitor has waited 61 s to be sent'],
    },
    {
      name: 'nothing about a gauge that could not be observed',
      answers: [process('gateway'), monitor(measure('outbox_oldest_unsent_seconds', null))],
      found: [],
    },
  ];
  it.each(rows)('$name', ({ answers, found }) => {
    const { findings } = overviewOf(EXPECTED, answers);
    expect(findings.map((finding) => `${finding.state} ${finding.found}`)).toEqual(found);
    for (const { advice } of findings) expect(advice).toMatch(/^\S.*\.$/);
  });
});

describe('the workers that trust their network', () => {
  it.each([
    { name: 'are unknown without a monitor service', answers: [process('gateway')], count: null },
    { name: 'are none if no monitor service hears one', answers: [process('monitor')], count: 0 },
    {
      name: 'are those of all regions',
      answers: [process('monitor', { measures: [workers(2), measure('workers', 3, { region: 'eu' })] })],
      count: 5,
    },
    {
      name: 'are those that the replica hears that hears most',
      answers: [process('monitor', { measures: [workers(1)] }), process('monitor', { measures: [workers(4)] })],
      count: 4,
    },
  ])('$name', ({ answers, count }) => {
    expect(trustedWorkers(answers)).toBe(count);
  });
});
