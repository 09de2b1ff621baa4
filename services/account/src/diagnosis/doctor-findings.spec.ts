import { describe, expect, it } from '@jest/globals';
import type { Measure, RollCallAnswer } from '@vedette/contract';
import { clockFinding, consoleAddressFinding, outboundFinding, redisFinding } from './doctor-findings.ts';

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

describe('the address of the console', () => {
  it.each([
    { url: 'https://console.example.com', state: 'OK' },
    { url: 'http://localhost:8083', state: 'OK' },
    { url: 'http://127.0.0.1:8083', state: 'OK' },
    { url: 'http://[::1]:8083', state: 'OK' },
    { url: 'http://vedette.localhost', state: 'OK' },
    { url: 'http://console.example.com', state: 'WRONG' },
    { url: 'http://192.168.1.7:8083', state: 'WRONG' },
    { url: 'http://localhost.example.com', state: 'WRONG' },
  ])('$url is $state', ({ url, state }) => {
    expect(consoleAddressFinding(url).state).toBe(state);
  });
});

const ASKED = 1_000_000;
const ANSWERED = ASKED + 100;

describe('the clock of another process', () => {
  it.each([
    { name: 'between question and answer agrees', theirs: ASKED + 50, found: null },
    { name: '2 s behind agrees', theirs: ASKED - 2_000, found: null },
    { name: '2 s ahead agrees', theirs: ANSWERED + 2_000, found: null },
    { name: 'more than 2 s behind does not', theirs: ASKED - 2_100, found: 'monitor is 2.1 s behind' },
    { name: 'more than 2 s ahead does not', theirs: ANSWERED + 90_000, found: 'monitor is 90 s ahead' },
  ])('$name', ({ theirs, found }) => {
    const finding = clockFinding([
      { whose: 'gateway', askedAt: ASKED, answeredAt: ANSWERED, theirs: ASKED },
      { whose: 'monitor', askedAt: ASKED, answeredAt: ANSWERED, theirs },
    ]);
    expect(finding).toMatchObject(
      found === null
        ? { state: 'OK', found: 'the clocks of 2 processes agree with this one', advice: null }
        : { state: 'WRONG', found },
    );
  });
});
