import { expect, it } from '@jest/globals';
import type { MonitorState, MonitorUpdate } from '@vedette/contract';
import { heartbeatStep, type HeartbeatStep } from './heartbeat-change.ts';

const job = { type: 'CRON', expectedPeriodSec: 3_600, intervalSeconds: 300 } as const;
const site = { ...job, type: 'HTTP' } as const;

it.each<{ name: string; from?: typeof site; update: MonitorUpdate; enters?: MonitorState; step: HeartbeatStep }>([
  { name: 'a monitor of another type', from: site, update: { intervalSeconds: 60 }, step: 'none' },
  { name: 'becomes a cron job', from: site, update: { type: 'CRON' }, enters: 'PENDING', step: 'make' },
  { name: 'stops being a cron job', update: { type: 'HTTP' }, enters: 'PENDING', step: 'drop' },
  { name: 'is resumed', update: {}, enters: 'PENDING', step: 'restart' },
  { name: 'is paused', update: {}, enters: 'PAUSED', step: 'recount' },
  { name: 'has another period', update: { expectedPeriodSec: 60 }, step: 'new-period' },
  { name: 'has the period of its interval from now on', update: { expectedPeriodSec: null }, step: 'new-period' },
  {
    name: 'has the same period, said otherwise',
    update: { expectedPeriodSec: null, intervalSeconds: 3_600 },
    step: 'recount',
  },
  { name: 'has another interval that does not count', update: { intervalSeconds: 60 }, step: 'recount' },
  { name: 'has another grace', update: { graceSeconds: 0 }, step: 'recount' },
  { name: 'has another name', update: { name: 'x' }, step: 'recount' },
])('$name: $step', ({ from, update, enters, step }) => {
  expect(heartbeatStep(from ?? job, update, enters)).toBe(step);
});
