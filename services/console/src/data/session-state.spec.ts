import { describe, expect, it } from '@jest/globals';
import { VedetteError, type Session } from '@vedette/sdk';
import { whenFailed, whenRefused, type SessionState } from './session-state.ts';

const SESSION = { memberships: [] } as unknown as Session;
const FAILURE = new VedetteError('connection_error', 'Nobody answers.');

const UNKNOWN: SessionState = { kind: 'unknown' };
const NOBODY: SessionState = { kind: 'nobody' };
const PERSON: SessionState = { kind: 'person', session: SESSION };
const ENDED: SessionState = { kind: 'ended', session: SESSION };
const FAILED: SessionState = { kind: 'failed', failure: FAILURE };

describe('a refusal', () => {
  it.each<[string, SessionState, SessionState]>([
    ['says that nobody is signed in, when the app has just begun', UNKNOWN, NOBODY],
    ['says so again', NOBODY, NOBODY],
    ['says so after a failure', FAILED, NOBODY],
    ['ends the session of a person, whose screen stays', PERSON, ENDED],
    ['keeps the screen, however often it comes', ENDED, ENDED],
  ])('%s', (_, state, expected) => {
    expect(whenRefused(state)).toEqual(expected);
  });
});

describe('a failure', () => {
  it.each<[string, SessionState, SessionState]>([
    ['is shown when the app has just begun', UNKNOWN, FAILED],
    ['is shown where nobody was signed in', NOBODY, FAILED],
    ['is shown to a person', PERSON, FAILED],
    ['is shown again', FAILED, FAILED],
    ['keeps the screen of a session that has ended', ENDED, ENDED],
  ])('%s', (_, state, expected) => {
    expect(whenFailed(state, FAILURE)).toEqual(expected);
  });
});
