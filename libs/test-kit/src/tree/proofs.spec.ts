import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { inRepository } from '../repository.ts';
import { proofFaults } from './proofs.ts';
import { tableRows } from './tables.ts';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

const threats = tableRows(read('SECURITY.md'), ['Threat', 'What prevents it']).map(({ Threat }) => Threat ?? '');
const proofs = tableRows(read('e2e/attacks/README.md'), ['Threat', 'Shown by']).map((row) => ({
  threat: row['Threat'] ?? '',
  proof: row['Shown by'] ?? '',
}));
const outages = tableRows(read('e2e/faults/README.md'), ['Down', 'Effect', 'Test', 'Time to heal']);

/** The names in brackets behind the folder of the faults. */
const NAMED_FAULTS = /`e2e\/faults` \(([^)]+)\)/g;
const FAULT_NAME = /^ {2}'?([a-z-]+)'?[:,]/gm;

describe('a named test', () => {
  const path = 'libs/test-kit/src/tree/proofs.spec.ts';
  it.each([
    { name: 'a case', cell: `\`${path}\` "is judged: "`, faults: [] },
    { name: 'a group of cases', cell: `\`${path}\` "a named test"`, faults: [] },
    { name: 'a file', cell: `\`${path}\``, faults: [] },
    { name: 'nothing', cell: 'it is shown', faults: ['names no test'] },
    { name: 'a file that is gone', cell: '`e2e/gone.e2e-spec.ts`', faults: ['e2e/gone.e2e-spec.ts does not exist'] },
    {
      name: 'a case that is gone, beside one that is not',
      cell: `\`${path}\` "a named test", \`${path}\` "was renamed"`,
      faults: [`${path} has no case "was renamed"`],
    },
  ])('is judged: $name', ({ cell, faults }) => {
    expect(proofFaults(cell)).toEqual(faults);
  });
});

it('a title (with brackets) is read whole', () => {
  expect(proofFaults('`libs/test-kit/src/tree/proofs.spec.ts` "a title (with brackets) is"')).toEqual([]);
});

describe('the threat model of SECURITY.md', () => {
  it('is found', () => {
    expect(threats.length).toBeGreaterThan(30);
  });

  it('has a proof in e2e/attacks/README.md for each threat, and no other', () => {
    expect([...new Set(proofs.map(({ threat }) => threat))]).toEqual(threats);
  });

  it.each(proofs)('names cases that exist: $threat, $proof', ({ proof }) => {
    expect(proofFaults(proof)).toEqual([]);
  });
});

describe('"When something is down" of e2e/faults/README.md', () => {
  it('is found', () => {
    expect(outages.length).toBeGreaterThan(10);
  });

  it.each(outages)('names the cases that show it, and the time to heal: $Down', (row) => {
    expect(proofFaults(row['Test'] ?? '')).toEqual([]);
    expect(row['Time to heal']).toMatch(/\d s|^none needed$/);
  });

  it('names every kind of fault that e2e/faults injects, and no other', () => {
    const named = outages.flatMap((row) =>
      [...(row['Test'] ?? '').matchAll(NAMED_FAULTS)].flatMap(([, names = '']) =>
        names.replaceAll('`', '').split(', '),
      ),
    );
    const [, table = ''] = read('e2e/faults/faults.ts').split('export const FAULTS = {');
    const injected = [...table.matchAll(FAULT_NAME)].map(([, name = '']) => name);
    expect(injected.length).toBeGreaterThan(10);
    expect(named.toSorted()).toEqual(injected.toSorted());
  });
});
