import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';

const HOOK =
  /\b(?:onModuleInit|onModuleDestroy|onApplicationBootstrap|beforeApplicationShutdown|onApplicationShutdown)\b/;

/** Timers that last for one drain and for one question. */
const SHORT_TIMERS = ['libs/service-host/src/http/http-drain.ts', 'services/checker-worker/src/peers/ask-peer.ts'];

/** The web app runs in browsers, which have no lifecycle of ours. */
const ELSEWHERE = /^(?:libs\/(?:test-kit|local-stores)|services\/console)\//;

const files = globSync('{services,libs}/*/src/**/*.ts', { cwd: inRepository('') }).filter(
  (file) => !file.includes('/generated/') && !file.endsWith('.spec.ts') && !ELSEWHERE.test(file),
);

const filesWith = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(inRepository(file), 'utf8'))).toSorted();

describe('what services run in the background', () => {
  it('is found', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it('starts and stops in the order of the lifecycle, never in hooks of its own', () => {
    expect(filesWith(HOOK)).toEqual([]);
  });

  it('repeats in a loop of the lifecycle, never by an interval of its own', () => {
    expect(filesWith(/\bsetInterval\b/)).toEqual(SHORT_TIMERS);
  });
});
