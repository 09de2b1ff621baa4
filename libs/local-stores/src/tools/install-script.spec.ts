import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { installScript, mendingCommand, withoutAptGet, withoutRoot } from './install-script.ts';

describe('installing what is missing', () => {
  it('is told to a person as one command', () => {
    expect(mendingCommand(['postgres', 'ping'])).toBe(
      'sudo apt-get update && sudo apt-get install -y postgresql iputils-ping',
    );
    expect(mendingCommand(['chromium'])).toMatch(
      /install -y \$\(.* echo chromium-headless-shell \|\| echo chromium\)$/,
    );
  });

  it('without root names what is missing, and the command that installs it', () => {
    expect(withoutRoot(['postgres', 'nats-server', 'ping'])).toBe(
      'PostgreSQL, NATS and ping are missing, and installing needs root: run `sudo apt-get update && sudo apt-get install -y postgresql nats-server iputils-ping`, then start again.',
    );
    expect(withoutRoot(['ping'])).toMatch(/^ping is missing, and installing needs root: run `sudo apt-get/);
  });

  it('without apt-get names what is missing', () => {
    expect(withoutAptGet(['redis-server', 'ping'])).toBe(
      'Redis and ping are missing, and there is no apt-get to install from: install Redis and ping by hand.',
    );
  });

  const rows: { name: string; missing: Parameters<typeof installScript>[0]; has: string[]; lacks: string[] }[] = [
    {
      name: 'PostgreSQL makes no cluster of its own and is not started at boot',
      missing: ['postgres'],
      has: [
        'install -y --no-install-recommends postgresql\n',
        'create_main_cluster = false',
        'for unit in postgresql;',
      ],
      lacks: ['redis-server', 'nats-server'],
    },
    {
      name: 'no cluster is spoken of where PostgreSQL is there already',
      missing: ['nats-server', 'redis-server'],
      has: ['--no-install-recommends nats-server redis-server\n', 'for unit in nats-server redis-server;'],
      lacks: ['create_main_cluster'],
    },
    {
      name: 'a program without a service disables none',
      missing: ['ping'],
      has: ['--no-install-recommends iputils-ping\n', 'for unit in ;'],
      lacks: ['create_main_cluster'],
    },
    {
      name: 'a package that not every distribution has is replaced where it is missing',
      missing: ['ping', 'chromium'],
      has: [
        'iputils-ping $(apt-cache show chromium-headless-shell >/dev/null 2>&1 && echo chromium-headless-shell || echo chromium)\n',
      ],
      lacks: ['create_main_cluster'],
    },
  ];
  it.each(rows)('$name', ({ missing, has, lacks }) => {
    const script = installScript(missing);
    for (const part of has) expect(script).toContain(part);
    for (const part of lacks) expect(script).not.toContain(part);
    expect(spawnSync('sh', ['-n', '-c', script]).status).toBe(0);
  });
});
