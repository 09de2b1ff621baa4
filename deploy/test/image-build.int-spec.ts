import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICES } from '@vedette/local-stores';
import { inRepository } from '@vedette/test-kit';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bakeDefinition, optionFaults, PLATFORMS, type BakeDefinition, type ImageOptions } from '../image/bake.ts';

const options: ImageOptions = {
  prefix: 'registry.example.com/vedette',
  version: '1.2.3',
  revision: 'abc',
  committedAt: new Date('2026-05-12T12:00:00.000Z'),
  source: 'https://git.example.com/vedette',
  platforms: PLATFORMS,
  push: true,
};

describe('the definition of the images', () => {
  it('has a target for every service, all built by default', () => {
    const { group, target } = bakeDefinition(SERVICES, options);
    expect(group.default.targets).toEqual([...SERVICES]);
    expect(Object.keys(target)).toEqual([...SERVICES]);
  });

  it('builds a service from the Dockerfile, for both architectures, under its name and version', () => {
    const { target } = bakeDefinition(['gateway'], options);
    expect(target['gateway']).toEqual({
      context: '.',
      dockerfile: 'deploy/Dockerfile',
      args: {
        SERVICE: 'gateway',
        VERSION: '1.2.3',
        REVISION: 'abc',
        SOURCE: 'https://git.example.com/vedette',
        CREATED: '2026-05-12T12:00:00.000Z',
        SOURCE_DATE_EPOCH: '1778587200',
      },
      tags: ['registry.example.com/vedette/gateway:1.2.3'],
      platforms: ['linux/amd64', 'linux/arm64'],
      output: ['type=registry'],
    });
  });

  it('passes only arguments that the Dockerfile declares, or that BuildKit knows', () => {
    const dockerfile = readFileSync(inRepository('deploy/Dockerfile'), 'utf8');
    const declared = new Set([...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name));
    const given = Object.keys(bakeDefinition(['gateway'], options).target['gateway']?.args ?? {});
    expect(given.filter((name) => !declared.has(name))).toEqual(['SOURCE_DATE_EPOCH']);
  });

  it('keeps an image here for the architecture of this machine', () => {
    const target = bakeDefinition(['gateway'], { ...options, platforms: [], push: false }).target['gateway'];
    expect(target).not.toHaveProperty('platforms');
    expect(target?.output).toEqual(['type=docker']);
  });

  it.each([
    { name: 'one platform, kept here', platforms: ['linux/arm64'], push: false, faults: [] },
    { name: 'both platforms, pushed', platforms: PLATFORMS, push: true, faults: [] },
    { name: 'both platforms, kept here', platforms: PLATFORMS, push: false, faults: [/add --push/] },
    {
      name: 'a platform without images',
      platforms: ['linux/s390x'],
      push: true,
      faults: [/no images for linux\/s390x/],
    },
  ])('takes or refuses $name', ({ platforms, push, faults }) => {
    const found = optionFaults({ platforms, push });
    expect(found).toHaveLength(faults.length);
    for (const [index, fault] of faults.entries()) expect(found[index]).toMatch(fault);
  });
});

describe('the command', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'vedette-docker-'));
    // There is no Docker here: this program notes what Docker would be told.
    const docker = join(directory, 'docker');
    writeFileSync(docker, `#!/bin/sh\necho "$@" > '${directory}/arguments'\ncat > '${directory}/definition'\nexit 7\n`);
    chmodSync(docker, 0o755);
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['--conditions=source', inRepository('deploy/image/build.ts'), ...args], {
      env: { PATH: `${directory}:/usr/local/bin:/usr/bin:/bin` },
      cwd: tmpdir(),
      encoding: 'utf8',
    });

  it('gives Docker the definition of all services, and ends as Docker does', () => {
    const { status } = run('--prefix', 'registry.example.com/team', '--version', '9.9.9', '--push');
    expect(status).toBe(7);
    expect(readFileSync(join(directory, 'arguments'), 'utf8')).toBe('buildx bake --file -\n');
    const { target } = JSON.parse(readFileSync(join(directory, 'definition'), 'utf8')) as BakeDefinition;
    expect(Object.keys(target)).toEqual([...SERVICES]);
    for (const service of SERVICES) {
      expect(target[service]?.tags).toEqual([`registry.example.com/team/${service}:9.9.9`]);
      expect(target[service]?.args['REVISION']).toMatch(/^[0-9a-f]{40}(-dirty)?$/);
      expect(target[service]?.args['CREATED']).toMatch(/^\d{4}-\d\d-\d\dT/);
    }
  });

  it('prints the same definition whenever it is asked, and builds nothing', () => {
    rmSync(join(directory, 'arguments'), { force: true });
    const first = run('--print');
    expect(first.status).toBe(0);
    expect(run('--print').stdout).toBe(first.stdout);
    expect(existsSync(join(directory, 'arguments'))).toBe(false);
  });

  it('says what is wrong before it builds anything', () => {
    const { status, stderr } = run('--platform', 'linux/amd64,linux/arm64');
    expect(status).toBe(1);
    expect(stderr).toContain('add --push');
    expect(existsSync(join(directory, 'arguments'))).toBe(false);
  });
});
