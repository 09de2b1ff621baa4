import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { inRepository } from '../repository.ts';

const LONGEST = 72;
/** Earlier commits were made before this rule, and history is never rewritten. */
const SINCE = '2026-11-19T20:30:00Z';

describe('a commit', () => {
  // An archive of the source has no commits, and a shallow clone has only the newest.
  it(`has a subject of at most ${LONGEST} characters`, () => {
    const { stdout } = spawnSync('git', ['log', `--since=${SINCE}`, '--format=%s'], {
      cwd: inRepository(''),
      encoding: 'utf8',
    });
    expect(stdout.split('\n').filter((subject) => subject.length > LONGEST)).toEqual([]);
  });
});
