import { describe, expect, it } from '@jest/globals';
import { waitFor } from './wait-for.ts';

describe('waitFor', () => {
  it('returns the first answer that is one', async () => {
    const answers = [undefined, null, false, 0, 'late'];
    await expect(waitFor('an answer', () => answers.shift())).resolves.toBe(0);
  });

  it('asks again after a probe that throws', async () => {
    let asked = 0;
    const probe = (): string => {
      asked += 1;
      if (asked < 3) throw new Error('not yet');
      return 'there';
    };
    await expect(waitFor('it', probe)).resolves.toBe('there');
  });

  it('says what it waited for and what it saw last', async () => {
    const rows = [
      { probe: () => false, last: 'answered false' },
      { probe: () => Promise.reject(new Error('connection refused')), last: 'threw Error: connection refused' },
    ];
    for (const { probe, last } of rows) {
      await expect(waitFor('the second coming', probe, { timeoutMs: 60 })).rejects.toThrow(
        `Waited 60 ms in vain for the second coming; the last probe ${last}`,
      );
    }
  });
});
