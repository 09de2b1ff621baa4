import { describe, expect, it } from '@jest/globals';
import type { Measure, RollCallAnswer } from '@vedette/contract';
import { outboundFinding, redisFinding } from './doctor-findings.ts';

function process(service: string, ...measures: Measure[]): RollCallAnswer {
  const at = '2026-06-01T12:00:00.000Z';
  return { service, replica: 'host/1', startedAt: at, at, reasons: [], measures };
}

const gateway = (fallback: number): RollCallAnswer =>
  process('gateway', { gauge: 'rate_limit_fallback', labels: {}, value: fallback });
const monitor = (workers: number): RollCallAnswer =>
  process('monitor', { gauge: 'workers', labels: { region: 'default' }, value: workers });

describe('Redis', () => {
  it.each([
    { name: 'is unknown without a gateway', answers: [monitor(2)], state: 'NOTICE' },
    { name: 'is there if every gateway counts in it', answers: [gateway(0), gateway(0)], state: 'OK' },
    { name: 'is away if one gateway counts without it', answers: [gateway(0), gateway(1)], state: 'WRONG' },
  ])('$name', ({ answers, state }) => {
    expect(redisFinding(answers).state).toBe(state);
  });
});

describe('the way out', () => {
  it.each([
    { name: 'is unknown without a monitor service', answers: [gateway(0)], state: 'NOTICE' },
    { name: 'is closed without a worker', answers: [monitor(0)], state: 'WRONG' },
    { name: 'is open with one worker, which is too few', answers: [monitor(1)], state: 'NOTICE' },
    { name: 'is open with two', answers: [monitor(2)], state: 'OK' },
  ])('$name', ({ answers, state }) => {
    expect(outboundFinding(answers).state).toBe(state);
  });
});
