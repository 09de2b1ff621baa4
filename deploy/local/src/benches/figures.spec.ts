import { describe, expect, it } from '@jest/globals';
import { figuresIn, median, type Figure } from './figures.ts';

const TABLE = `
HTTP                        checks/s  CPU µs  ratio  by CPU
bare node loop with phases     4,266     235   1.00    1.00
worker alone                   2,840     352   0.67    0.66

HTTPS                       checks/s  CPU µs  ratio  by CPU
worker alone                     560   1,770   0.60    0.71
`;

describe('the figures of a benchmark', () => {
  it('are the cells of its tables, named by table, row and column', () => {
    const figures = figuresIn(TABLE);
    expect(figures.map(({ name, value }) => [name, value])).toEqual([
      ['HTTP · bare node loop with phases · checks/s', 4_266],
      ['HTTP · bare node loop with phases · CPU µs', 235],
      ['HTTP · bare node loop with phases · ratio', 1],
      ['HTTP · bare node loop with phases · by CPU', 1],
      ['HTTP · worker alone · checks/s', 2_840],
      ['HTTP · worker alone · CPU µs', 352],
      ['HTTP · worker alone · ratio', 0.67],
      ['HTTP · worker alone · by CPU', 0.66],
      ['HTTPS · worker alone · checks/s', 560],
      ['HTTPS · worker alone · CPU µs', 1_770],
      ['HTTPS · worker alone · ratio', 0.6],
      ['HTTPS · worker alone · by CPU', 0.71],
    ]);
  });

  it('are of processor time only where they measure us', () => {
    const ours = figuresIn(TABLE).filter(({ isProcessorTime }) => isProcessorTime);
    expect(ours.map(({ name }) => name)).toEqual(['HTTP · worker alone · CPU µs', 'HTTPS · worker alone · CPU µs']);
  });

  const rows: { line: string; figures: [Figure['name'], number, boolean][] }[] = [
    {
      line: 'median: 434 events/s, bare got 1,240/s, ratio 0.35',
      figures: [
        ['median: # events/s', 434, false],
        ['median: ratio #', 0.35, false],
      ],
    },
    {
      line: 'the dispatcher spends 926 µs of processor time on an event',
      figures: [['the dispatcher spends # µs of processor time on an event', 926, true]],
    },
    {
      line: 'burst of 100: 54 alerts/s (p50 900.1 ms, p99 1800.0 ms; 10012 µs of processor time each), bare nodemailer 480/s',
      figures: [
        ['burst of 100: # alerts/s', 54, false],
        ['burst of 100: p50 # ms', 900.1, false],
        ['burst of 100: p99 # ms', 1_800, false],
        ['burst of 100: # µs of processor time each', 10_012, true],
      ],
    },
    {
      line: 'lateness at 1000 checks/s: p50 12 ms (20000 slots)',
      figures: [['lateness at 1000 checks/s: p50 # ms', 12, false]],
    },
    {
      line: '123456789012;;instructions:u;5000000;100.00;1.20;insn per cycle',
      figures: [['instructions of the whole run', 123_456_789_012, false]],
    },
    { line: 'worker: 150 MB', figures: [['worker: # MB', 150, false]] },
    { line: 'round 1: 430 events/s from commit to 2xx', figures: [] },
    { line: '  1.5s  Building 3 MB', figures: [] },
    { line: '$ node bench.ts 5 ms', figures: [] },
    { line: '50 components', figures: [] },
  ];
  it.each(rows)('stand in its sentences: $line', ({ line, figures }) => {
    expect(figuresIn(line).map(({ name, value, isProcessorTime }) => [name, value, isProcessorTime])).toEqual(figures);
  });

  it('count with their median if they are printed several times', () => {
    expect(figuresIn('burst: 5 µs\nburst: 9 µs\nburst: 6 µs')).toEqual([
      { name: 'burst: # µs', value: 6, isProcessorTime: true },
    ]);
    expect(median([])).toBeNaN();
  });
});
