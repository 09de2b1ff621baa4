import { describe, expect, it } from '@jest/globals';
import { scriptInWords } from './script-words.ts';
import type { Line, Script } from './script.ts';
import { shrink } from './shrink.ts';

const line = (at: number, monitor: number): Line => ({ at, kind: 'target', monitor, becomes: 'refusing' });
const monitorOf = (number: number) =>
  ({ id: `mon_${number}`, type: 'HTTP', intervalSeconds: 30, graceSeconds: 0 }) as const;

const script: Script = {
  seed: 3,
  monitors: [0, 1, 2].map(monitorOf),
  workers: 3,
  hasCanaries: true,
  receivers: 2,
  contacts: 1,
  lines: [
    line(1_234, 0),
    { at: 12_345, kind: 'offline', worker: 2, isCutOff: false, lastsMs: 5_000 },
    line(20_000, 2),
    { at: 31_000, kind: 'power-loss' },
    line(47_611, 1),
  ],
};

describe('a failing script', () => {
  it('loses every line that the failure does not need', () => {
    const needed = new Set(['power-loss', 'offline']);
    const fails = ({ lines }: Script): boolean => [...needed].every((kind) => lines.some((each) => each.kind === kind));
    expect(shrink(script, fails).lines.map(({ kind }) => kind)).toEqual(['offline', 'power-loss']);
  });

  it('loses the monitors, workers, receivers and contacts that the failure does not need', () => {
    const fails = ({ monitors, lines }: Script): boolean =>
      lines.some((each) => each.kind === 'target' && monitors[each.monitor]?.id === 'mon_2');
    expect(scriptInWords(shrink(script, fails))).toEqual([
      'seed 3; 1 worker, 0 receivers, 0 alert contacts',
      'monitor 0: checked every 30 s',
      '0:20.000  the target of monitor 0 is refusing',
    ]);
  });

  it('stays as it is when everything is needed', () => {
    const text = JSON.stringify(script);
    expect(shrink(script, (smaller) => JSON.stringify(smaller) === text)).toBe(script);
  });

  it('keeps its lines in order when their times are rounded', () => {
    const { lines } = shrink(script, (smaller) => smaller.lines.length === script.lines.length);
    expect(lines.map(({ at }) => at)).toEqual([0, 10_000, 20_000, 30_000, 40_000]);
  });
});
