import { describe, expect, it } from '@jest/globals';
import { readableLine, type Shown } from './log-line.ts';

const TIME = '2026-06-01T12:34:56.789Z';

describe('what a service prints, as shown at the terminal', () => {
  const rows: { name: string; line: string; shown: Shown | undefined }[] = [
    {
      name: 'routine is not shown',
      line: JSON.stringify({ level: 'info', time: TIME, message: 'ready' }),
      shown: undefined,
    },
    {
      name: 'debug is not shown',
      line: JSON.stringify({ level: 'debug', time: TIME, message: 'x' }),
      shown: undefined,
    },
    { name: 'a line without a level is routine', line: JSON.stringify({ message: 'x' }), shown: undefined },
    { name: 'an empty line is not shown', line: '  ', shown: undefined },
    {
      name: 'a warning',
      line: JSON.stringify({ level: 'warn', time: TIME, message: 'NATS is away' }),
      shown: { kind: 'entry', isWarning: true, text: '12:34:56 warn: NATS is away' },
    },
    {
      name: 'an error with its cause',
      line: JSON.stringify({
        level: 'error',
        time: TIME,
        message: 'relay failed',
        error: { message: 'refused', stack: 's' },
      }),
      shown: { kind: 'entry', isWarning: false, text: '12:34:56 error: relay failed: refused' },
    },
    {
      name: 'a cause that the message has already',
      line: JSON.stringify({ level: 'fatal', time: TIME, message: 'ended: refused', error: { message: 'refused' } }),
      shown: { kind: 'entry', isWarning: false, text: '12:34:56 fatal: ended: refused' },
    },
    {
      name: 'an error without a time',
      line: '{"level":"error","message":"x"}',
      shown: { kind: 'entry', isWarning: false, text: 'error: x' },
    },
    {
      name: 'a stack trace',
      line: '    at main (main.js:1:1)',
      shown: { kind: 'spilled', text: '    at main (main.js:1:1)' },
    },
    { name: 'half a JSON line', line: '{"level":"info"', shown: { kind: 'spilled', text: '{"level":"info"' } },
    { name: 'JSON that is no object', line: '[1]', shown: { kind: 'spilled', text: '[1]' } },
  ];
  it.each(rows)('$name', ({ line, shown }) => {
    expect(readableLine(line)).toEqual(shown);
  });
});
