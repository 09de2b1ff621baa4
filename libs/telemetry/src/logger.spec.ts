import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { inRequestScope } from './request-scope.ts';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  write(createLogger('test', 'info', { write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>;
}

describe('a log line', () => {
  it('is JSON with level, time, service and message', () => {
    const line = logged((logger) => logger.info({ port: 1 }, 'hello'));
    expect(line).toMatchObject({ level: 'info', service: 'test', message: 'hello', port: 1 });
    expect(Date.parse(String(line['time']))).not.toBeNaN();
  });

  it('carries the id of the request it belongs to', () => {
    const line = logged((logger) => inRequestScope({ requestId: 'req_1' }, () => logger.info('hello')));
    expect(line['requestId']).toBe('req_1');
  });

  it('hides secrets, at the top and one level down', () => {
    const line = logged((logger) =>
      logger.info(
        { secret: 's3cret', monitor: { requestHeaders: { a: 's3cret' } }, endpoint: { secret: 's3cret' } },
        'x',
      ),
    );
    expect(JSON.stringify(line)).not.toContain('s3cret');
  });

  it('says what an error says, why, and nothing that hangs on it', () => {
    const error = Object.assign(new TypeError('outer', { cause: new Error('inner') }), {
      code: 'E1',
      client: { password: 's3cret' },
    });
    const line = logged((logger) => logger.error({ error }, 'failed'));
    expect(line['error']).toMatchObject({
      type: 'TypeError',
      message: 'outer',
      code: 'E1',
      cause: { message: 'inner' },
    });
    expect(JSON.stringify(line)).not.toContain('s3cret');
  });
});
