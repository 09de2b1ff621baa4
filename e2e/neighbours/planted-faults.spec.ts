import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '@vedette/test-kit';
import { attacksOf } from './attacks.ts';
import { PLANTED_FAULTS } from './planted-faults.ts';

describe('the planted faults', () => {
  it.each(PLANTED_FAULTS.flatMap(({ fault, edits }) => edits.map((edit) => ({ fault, ...edit }))))(
    'have their place in the source: $fault, in $file',
    ({ file, text }) => {
      expect(readFileSync(inRepository(file), 'utf8').split(text).length - 1).toBe(1);
    },
  );

  it.each(PLANTED_FAULTS)('are looked for by an attack: $fault', ({ attack }) => {
    expect(attacksOf([]).map(({ name }) => name)).toContain(attack);
  });
});
