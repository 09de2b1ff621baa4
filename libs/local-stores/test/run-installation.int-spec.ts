import { describe, expect, it } from '@jest/globals';
import { runInstallation } from '../src/tools/run-installation.ts';

describe('an installation', () => {
  it('that says nothing itself for five seconds is told of meanwhile', async () => {
    const lines: string[] = [];
    expect(await runInstallation([], 'sleep 5', (line) => void lines.push(line))).toBeUndefined();
    expect(new Set(lines)).toEqual(new Set(['Still installing']));
  });

  it('that fails tells its last error', async () => {
    const script = `echo 'E: Unable to locate package nats-server' >&2; echo 'and so on' >&2; exit 100`;
    expect(await runInstallation([], script, () => undefined)).toBe('Unable to locate package nats-server');
    expect(await runInstallation([], 'exit 3', () => undefined)).toBe('apt-get ended with 3');
    expect(await runInstallation(['/nowhere/sudo'], 'true', () => undefined)).toContain('ENOENT');
  });
});
