import { describe, expect, it } from '@jest/globals';
import { limitRefusal, ORGANIZATION_LIMITS } from './organization-limits.ts';

describe('what an organization may have', () => {
  it.each(Object.entries(ORGANIZATION_LIMITS))('of %s has a limit, which the refusal names', (name, limit) => {
    const what = name as keyof typeof ORGANIZATION_LIMITS;
    expect([0, limit - 1].map((count) => limitRefusal(what, count))).toEqual([undefined, undefined]);
    const sentence = `An organization has at most ${limit} ${name}: delete one first.`;
    expect([limit, limit + 1].map((count) => limitRefusal(what, count))).toEqual([sentence, sentence]);
  });
});
